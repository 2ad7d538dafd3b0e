import type { ComponentType } from "react";
import { noticePath } from "../../../worker/notices/domain.ts";
import { KeyboardIcon, SignOutIcon } from "../../ui/icons.tsx";
import {
  AuditIcon,
  ComponentsIcon,
  IncidentsIcon,
  MaintenancesIcon,
  MetricsIcon,
  OpenIcon,
  SettingsIcon,
  UsersIcon,
} from "../../ui/start-icons.tsx";
import { idOf, type SubjectLists } from "./subjects.ts";

export interface Console {
  goTo: (path: string) => void;
  openStatusPage: () => void;
  showShortcuts: () => void;
  signOut: () => void;
}

export interface Option {
  id: string;
  words: string;
  title: string;
  aliases: string;
  Icon: ComponentType<{ className?: string }>;
  isHiddenAtFirst: boolean;
  isServerMatch: boolean;
  run: (app: Console) => void;
}

type Command = (subjects: SubjectLists) => Option[];

interface CommandAbout<Kind extends keyof SubjectLists> {
  /** The same command on the command line, without the program's name. */
  words: string;
  title: (subject: SubjectLists[Kind][number]) => string;
  Icon: Option["Icon"];
  aliases?: string;
  isHiddenAtFirst?: boolean;
  /** The server's search has found the subject, maybe by its messages. */
  isServerMatch?: boolean;
  run: (app: Console, subject: SubjectLists[Kind][number]) => void;
}

/** A command has an option for each of its subjects. */
function about<Kind extends keyof SubjectLists>(
  kind: Kind,
  {
    words,
    title,
    run,
    aliases = "",
    isHiddenAtFirst = false,
    isServerMatch = false,
    Icon,
  }: CommandAbout<Kind>,
): Command {
  return (subjects) =>
    subjects[kind].map((subject: SubjectLists[Kind][number]) => ({
      words,
      aliases,
      isHiddenAtFirst,
      isServerMatch,
      Icon,
      id: `${words} ${title(subject)} ${idOf(subject)}`,
      title: title(subject),
      run: (app) => run(app, subject),
    }));
}

export const commands: readonly Command[] = [
  about("openIncident", {
    words: "incident update",
    title: ({ name }) => `Post an update on ${name}`,
    Icon: IncidentsIcon,
    run: ({ goTo }, notice) => goTo(`${noticePath(notice)}#update`),
  }),
  about("openIncident", {
    words: "incident resolve",
    title: ({ name }) => `Resolve ${name}`,
    Icon: IncidentsIcon,
    run: ({ goTo }, notice) => goTo(`${noticePath(notice)}?status=Resolved#update`),
  }),
  about("nothing", {
    words: "incident open",
    title: () => "Open an incident",
    Icon: IncidentsIcon,
    aliases: "new add",
    run: ({ goTo }) => goTo("/incidents/new"),
  }),
  about("runningMaintenance", {
    words: "maintenance complete",
    title: ({ name }) => `Complete ${name}`,
    Icon: MaintenancesIcon,
    run: ({ goTo }, notice) => goTo(`${noticePath(notice)}?status=Completed#update`),
  }),
  about("openMaintenance", {
    words: "maintenance update",
    title: ({ name }) => `Post an update on ${name}`,
    Icon: MaintenancesIcon,
    run: ({ goTo }, notice) => goTo(`${noticePath(notice)}#update`),
  }),
  about("scheduledMaintenance", {
    words: "maintenance start",
    title: ({ name }) => `Start ${name}`,
    Icon: MaintenancesIcon,
    run: ({ goTo }, notice) => goTo(`${noticePath(notice)}?status=In+Progress#update`),
  }),
  about("nothing", {
    words: "maintenance schedule",
    title: () => "Schedule a maintenance",
    Icon: MaintenancesIcon,
    aliases: "new add plan",
    run: ({ goTo }) => goTo("/maintenances/new"),
  }),
  about("component", {
    words: "component set",
    isHiddenAtFirst: true,
    title: ({ name }) => `Set the status of ${name}`,
    Icon: ComponentsIcon,
    run: ({ goTo }, { componentID }) => goTo(`/components?set=${componentID}`),
  }),
  about("foundIncident", {
    isServerMatch: true,
    words: "incident show",
    title: ({ name }) => name,
    Icon: IncidentsIcon,
    run: ({ goTo }, notice) => goTo(noticePath(notice)),
  }),
  about("foundMaintenance", {
    isServerMatch: true,
    words: "maintenance show",
    title: ({ name }) => name,
    Icon: MaintenancesIcon,
    run: ({ goTo }, notice) => goTo(noticePath(notice)),
  }),
  about("componentStatus", {
    words: "component set",
    isHiddenAtFirst: true,
    title: ({ component, status }) => `Set ${component.name} to ${status}`,
    Icon: ComponentsIcon,
    run: ({ goTo }, { component, status }) =>
      goTo(`/components?${new URLSearchParams({ set: component.componentID, status })}`),
  }),
  about("resolvedIncident", {
    words: "incident postmortem",
    isHiddenAtFirst: true,
    title: ({ name }) => `Write up ${name}`,
    Icon: IncidentsIcon,
    aliases: "write-up",
    run: ({ goTo }, notice) => goTo(`${noticePath(notice)}/write-up`),
  }),
  about("nothing", {
    words: "incident list",
    title: () => "Incidents",
    Icon: IncidentsIcon,
    aliases: "go to",
    run: ({ goTo }) => goTo("/incidents"),
  }),
  about("nothing", {
    words: "maintenance list",
    title: () => "Scheduled Maintenance",
    Icon: MaintenancesIcon,
    aliases: "go to maintenances",
    run: ({ goTo }) => goTo("/maintenances"),
  }),
  about("nothing", {
    words: "component list",
    title: () => "Components",
    Icon: ComponentsIcon,
    aliases: "go to",
    run: ({ goTo }) => goTo("/components"),
  }),
  about("nothing", {
    words: "metric list",
    title: () => "Metrics",
    Icon: MetricsIcon,
    aliases: "go to",
    run: ({ goTo }) => goTo("/metrics"),
  }),
  about("metric", {
    words: "metric list",
    isHiddenAtFirst: true,
    title: ({ title }) => title,
    Icon: MetricsIcon,
    run: ({ goTo }, { metricID }) => goTo(`/metrics?edit=${metricID}`),
  }),
  about("selfMetric", {
    words: "metric push",
    isHiddenAtFirst: true,
    title: ({ title }) => `Send data points to ${title}`,
    Icon: MetricsIcon,
    aliases: "script",
    run: ({ goTo }, { metricID }) => goTo(`/metrics/${metricID}/scripts/python`),
  }),
  about("nothing", {
    words: "settings",
    title: () => "Settings",
    Icon: SettingsIcon,
    aliases: "go to general service name api keys",
    run: ({ goTo }) => goTo("/settings"),
  }),
  about("nothing", {
    words: "settings",
    title: () => "Design settings",
    Icon: SettingsIcon,
    aliases: "go to logo background color",
    run: ({ goTo }) => goTo("/settings?tab=design"),
  }),
  about("nothing", {
    words: "settings",
    title: () => "Notification settings",
    Icon: SettingsIcon,
    aliases: "go to email mail",
    run: ({ goTo }) => goTo("/settings?tab=notifications"),
  }),
  about("nothing", {
    words: "template list",
    title: () => "Templates",
    Icon: SettingsIcon,
    aliases: "go to settings add edit",
    run: ({ goTo }) => goTo("/settings?tab=templates"),
  }),
  about("nothing", {
    words: "subscriber find",
    title: () => "Find or erase a subscriber",
    Icon: UsersIcon,
    aliases: "subscribers address",
    run: ({ goTo }) => goTo("/settings?tab=notifications"),
  }),
  about("nothing", {
    words: "users",
    title: () => "Users",
    Icon: UsersIcon,
    aliases: "go to administrators",
    run: ({ goTo }) => goTo("/users"),
  }),
  about("nothing", {
    words: "audit list",
    title: () => "Audit log",
    Icon: AuditIcon,
    aliases: "go to history who changed",
    run: ({ goTo }) => goTo("/audit"),
  }),
  about("nothing", {
    words: "status",
    title: () => "Open the status page",
    Icon: OpenIcon,
    aliases: "view visitors",
    run: ({ openStatusPage }) => openStatusPage(),
  }),
  about("nothing", {
    words: "help",
    title: () => "Keyboard shortcuts",
    Icon: KeyboardIcon,
    aliases: "keys",
    run: ({ showShortcuts }) => showShortcuts(),
  }),
  about("nothing", {
    words: "sign out",
    title: () => "Sign out",
    Icon: SignOutIcon,
    run: ({ signOut }) => signOut(),
  }),
];
