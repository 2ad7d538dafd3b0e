import type { ComponentType } from "react";
import {
  AuditIcon,
  ComponentsIcon,
  IncidentsIcon,
  MaintenancesIcon,
  MetricsIcon,
  SettingsIcon,
  SubscribersIcon,
  UsersIcon,
} from "../../ui/icons/start-icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { match, type Route, route } from "../route.ts";
import { hasExternalSignIn } from "../runtime-settings.ts";
import { ScreenPlaceholder } from "../screen-placeholder.tsx";

const placeholder = <ScreenPlaceholder />;

const Home = lazyPart("home", async () => (await import("../home/home-screen.tsx")).HomeScreen, placeholder);
const Incidents = lazyPart(
  "incidents",
  async () => (await import("../notices/notices-screen.tsx")).IncidentsScreen,
  placeholder,
);
const WriteUp = lazyPart(
  "write-up",
  async () => (await import("../postmortems/write-up-screen.tsx")).WriteUpScreen,
  placeholder,
);
const Maintenances = lazyPart(
  "maintenances",
  async () => (await import("../notices/notices-screen.tsx")).MaintenancesScreen,
  placeholder,
);
const Incident = lazyPart(
  "incident",
  async () => (await import("../notices/detail/detail-screen.tsx")).IncidentScreen,
  placeholder,
);
const Maintenance = lazyPart(
  "maintenance",
  async () => (await import("../notices/detail/detail-screen.tsx")).MaintenanceScreen,
  placeholder,
);
const Metrics = lazyPart(
  "metrics",
  async () => (await import("../metrics/metrics-screen.tsx")).MetricsScreen,
  placeholder,
);
const Subscribers = lazyPart(
  "subscribers",
  async () => (await import("../subscribers/subscribers-screen.tsx")).SubscribersScreen,
  placeholder,
);
const Users = lazyPart(
  "users",
  async () => (await import("../users/users-screen.tsx")).UsersScreen,
  placeholder,
);
const Settings = lazyPart(
  "settings",
  async () => (await import("../settings/settings-screen.tsx")).SettingsScreen,
  placeholder,
);
const Audit = lazyPart(
  "audit",
  async () => (await import("../audit/audit-screen.tsx")).AuditScreen,
  placeholder,
);
const Script = lazyPart("script", async () => (await import("../metrics/script-page.tsx")).ScriptPage);
const SetUp = lazyPart(
  "setup",
  async () => (await import("../sign-in/set-up/set-up-screen.tsx")).SetUpScreen,
);
const SignIn = lazyPart("sign-in", async () => (await import("../sign-in/sign-in-screen.tsx")).SignInScreen);
const Trial = lazyPart("trial", async () => (await import("../sign-in/trial/trial-screen.tsx")).TrialScreen);
const Provider = lazyPart(
  "provider",
  async () => (await import("../sign-in/provider-screen.tsx")).ProviderScreen,
  null,
  hasExternalSignIn,
);

/** Every screen of the console. The first match wins. */
export const routes: readonly Route[] = [
  route("/", Home),
  route("/components", Home),
  route("/incidents", Incidents),
  route("/incidents/new", Incidents),
  route("/incidents/:noticeID/write-up", WriteUp),
  route("/incidents/:noticeID", Incident),
  route("/maintenances", Maintenances),
  route("/maintenances/new", Maintenances),
  route("/maintenances/:noticeID", Maintenance),
  route("/metrics", Metrics),
  route("/metrics/:metricID/scripts/:lang", Script, "page"),
  route("/subscribers", Subscribers),
  route("/users", Users),
  route("/audit", Audit),
  route("/settings", Settings),
  route("/setup", SetUp, "public"),
  route("/signin", SignIn, "public"),
  route("/signin/:step", Provider, "public"),
  route("/signin/try/:method", Trial, "public"),
];

export interface DrawerEntry {
  path: string;
  title: string;
  Icon: ComponentType<{ className?: string }>;
}

export const drawer: readonly DrawerEntry[] = [
  { path: "/components", title: "Components", Icon: ComponentsIcon },
  { path: "/incidents", title: "Incidents", Icon: IncidentsIcon },
  { path: "/maintenances", title: "Scheduled Maintenance", Icon: MaintenancesIcon },
  { path: "/metrics", title: "Metrics", Icon: MetricsIcon },
  { path: "/subscribers", title: "Subscribers", Icon: SubscribersIcon },
  { path: "/users", title: "Users", Icon: UsersIcon },
  { path: "/audit", title: "Audit log", Icon: AuditIcon },
  { path: "/settings", title: "Settings", Icon: SettingsIcon },
];

/** The entry of a screen or of one below it, such as an incident's. */
export function drawerEntryOf(path: string): DrawerEntry | undefined {
  return path === "/" ? drawer[0] : drawer.find((entry) => `${path}/`.startsWith(`${entry.path}/`));
}

/** Starts loading a screen before it is opened. An error shows once it is. */
export function preloadScreen(path: string): void {
  match(routes, path)
    ?.route.preload()
    .catch(() => undefined);
}
