import type { Overview } from "../../../worker/console/schema.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { formatDuration } from "../times/dates.ts";

export type RequestRemedy =
  | { action: "Set to Operational"; component: Overview["unexplainedComponents"][number] }
  | { action: "Extend by 30 min"; maintenance: Overview["maintenances"][number]; endAt: string };

type Remedy = RequestRemedy | { action: string; href: string };

type Incident = Overview["incidents"][number];

interface IncidentCheck {
  id: string;
  incident: Incident;
  problem: string;
}

export interface OtherCheck {
  id: string;
  name: string;
  problem: string;
  /** The first remedy is the most likely one. */
  remedies: readonly Remedy[];
}

export type Check = IncidentCheck | OtherCheck;

const ENDS_SOON_MS = 15 * MINUTE_MS;
const EXTENSION_MS = 30 * MINUTE_MS;
const LONG_MONITORING_MS = DAY_MS;

/** Lists statements of the page that may be outdated, the most urgent first. Some become outdated by time alone. */
export function listChecks(overview: Overview, now: number): Check[] {
  return [
    ...unfinishedRestore(overview, now),
    ...overview.incidents.flatMap((incident) => incidentWithoutUpdate(incident, overview, now)),
    ...overview.maintenances.flatMap((maintenance) => endingMaintenance(maintenance, now)),
    ...failingMail(overview),
    ...overview.unexplainedComponents.map(unexplainedComponent),
    ...overview.incidents.flatMap((incident) => longMonitoring(incident, now)),
    ...overview.failingMetrics.map(failingMetric),
  ];
}

export const isAboutIncident = (check: Check) => "incident" in check;

export function incidentCheck(checks: readonly Check[], { incidentID }: Incident): IncidentCheck | undefined {
  return checks
    .filter((check) => "incident" in check)
    .find(({ incident }) => incident.incidentID === incidentID);
}

function isMonitoredTooLong({ status, statusSince }: Incident, now: number): boolean {
  return status === "Monitoring" && now - Date.parse(statusSince) > LONG_MONITORING_MS;
}

function incidentWithoutUpdate(
  incident: Incident,
  { updateReminderMinutes }: Overview,
  now: number,
): Check[] {
  const { incidentID, lastUpdateAt } = incident;
  const isUpdateOverdue = now - Date.parse(lastUpdateAt) >= updateReminderMinutes * MINUTE_MS;
  // An incident has only one check, and a long Monitoring is the more useful one.
  if (updateReminderMinutes === 0 || !isUpdateOverdue || isMonitoredTooLong(incident, now)) return [];
  const age = formatDuration(lastUpdateAt, isoTime(now));
  return [{ id: `silent ${incidentID}`, incident, problem: `No update for ${largestUnit(age)}` }];
}

/** `1 h` of `1 h 20 min` */
function largestUnit(duration: string): string {
  return duration.replace(/^(\d+ \S+) .*/, "$1");
}

function longMonitoring(incident: Incident, now: number): Check[] {
  if (!isMonitoredTooLong(incident, now)) return [];
  const { incidentID, statusSince } = incident;
  const age = formatDuration(statusSince, isoTime(now));
  return [{ id: `monitoring ${incidentID}`, incident, problem: `Monitoring for ${largestUnit(age)}` }];
}

type Maintenance = Overview["maintenances"][number];

export function endsSoon({ status, endAt }: Maintenance, now: number): boolean {
  return status !== "Scheduled" && Date.parse(endAt) - now <= ENDS_SOON_MS;
}

function endingMaintenance(maintenance: Maintenance, now: number): Check[] {
  if (!endsSoon(maintenance, now)) return [];
  const { maintenanceID, name, endAt } = maintenance;
  const end = Date.parse(endAt);
  return [
    {
      id: `ending ${maintenanceID}`,
      name,
      problem:
        end > now
          ? `ends in ${formatDuration(isoTime(now), endAt)}.`
          : "should have ended, but is still in progress.",
      remedies: [
        {
          action: "Extend by 30 min",
          maintenance,
          endAt: isoTime(Math.max(end, Math.ceil(now / MINUTE_MS) * MINUTE_MS) + EXTENSION_MS),
        },
        { action: "Complete", href: `/maintenances/${maintenanceID}?status=Completed#update` },
      ],
    },
  ];
}

/** Only the command line can continue or cancel it. */
function unfinishedRestore({ restore }: Overview, now: number): Check[] {
  if (!restore) return [];
  const blocks =
    Date.parse(restore.endsAt) > now
      ? `Nothing else can be changed for ${formatDuration(isoTime(now), restore.endsAt)}.`
      : "The next change ends it.";
  return [
    {
      id: "restore",
      name: "The restore of an archive",
      problem: `is unfinished. ${blocks} Repeat the command that began it to continue, or run “daymark restore --cancel” to delete what it has stored.`,
      remedies: [],
    },
  ];
}

function failingMail({ mailError }: Overview): Check[] {
  if (mailError === "") return [];
  return [
    {
      id: "mail",
      name: "Email",
      problem: `can't be sent: ${mailError}`,
      remedies: [{ action: "See the delivery log", href: "/settings?tab=notifications#mail-log" }],
    },
  ];
}

function unexplainedComponent(component: Overview["unexplainedComponents"][number]): Check {
  const { componentID, name, status } = component;
  return {
    id: `component ${componentID}`,
    name,
    problem: `has the status ${status}, but no open incident says so.`,
    remedies: [{ action: "Set to Operational", component }],
  };
}

function failingMetric({ metricID, title, collectionError }: Overview["failingMetrics"][number]): Check {
  return {
    id: `metric ${metricID}`,
    name: title,
    problem: `can't be collected: ${collectionError}`,
    remedies: [{ action: "Edit", href: `/metrics?edit=${metricID}` }],
  };
}
