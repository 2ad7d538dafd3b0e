import type { ComponentType } from "react";
import {
  ComponentsIcon,
  IncidentsIcon,
  MaintenancesIcon,
  MetricsIcon,
  SettingsIcon,
  UsersIcon,
} from "../ui/icons.tsx";
import { ComponentsScreen } from "./components/components-screen.tsx";
import { MetricsScreen } from "./metrics/metrics-screen.tsx";
import { IncidentsScreen, MaintenancesScreen } from "./notices/notices-screen.tsx";
import { SettingsScreen } from "./settings/settings-screen.tsx";
import { UsersScreen } from "./users/users-screen.tsx";

export interface Screen {
  path: string;
  title: string;
  Icon: ComponentType<{ className?: string }>;
  Screen: ComponentType;
}

/** In the order of the drawer. The first one is also the screen of `/`. */
export const screens = [
  { path: "/components", title: "Components", Icon: ComponentsIcon, Screen: ComponentsScreen },
  { path: "/incidents", title: "Incidents", Icon: IncidentsIcon, Screen: IncidentsScreen },
  {
    path: "/maintenances",
    title: "Scheduled Maintenance",
    Icon: MaintenancesIcon,
    Screen: MaintenancesScreen,
  },
  { path: "/metrics", title: "Metrics", Icon: MetricsIcon, Screen: MetricsScreen },
  { path: "/users", title: "Users", Icon: UsersIcon, Screen: UsersScreen },
  { path: "/settings", title: "Settings", Icon: SettingsIcon, Screen: SettingsScreen },
] as const satisfies readonly Screen[];
