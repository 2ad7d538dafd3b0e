import { type ComponentStatus, worstStatus } from "../components/domain.ts";
import type { IncidentStatus } from "../incidents/domain.ts";
import type { MaintenanceStatus } from "../maintenances/domain.ts";
import type { LoadedNotice as Notice } from "../notices/assemble.ts";
import { beginningOf } from "../notices/domain.ts";
import { harmless } from "../pages/message.ts";
import { briefComponentsOf, type Site } from "./answers.ts";
import {
  componentStates,
  type Incident,
  incidentStates,
  type Maintenance,
  maintenanceStates,
} from "./schema.ts";
import type { Content } from "./store.ts";

export function incidentsOf(site: Site, content: Content): Incident[] {
  const stateOf = (status: string) => incidentStates[status as IncidentStatus]; // no other is let in
  return noticesOf("incident", content).map((notice) => ({
    ...answerOf(site, content, notice, stateOf),
    monitoring_at: lastTimeOf(notice, "Monitoring"),
    resolved_at: notice.status === "Resolved" ? lastTimeOf(notice, "Resolved") : null,
    impact: impactOf(notice, content),
    shortlink: `${site.url}/incidents/${notice.noticeID}`,
  }));
}

export function maintenancesOf(site: Site, content: Content): Maintenance[] {
  const stateOf = (status: string) => maintenanceStates[status as MaintenanceStatus]; // no other is let in
  return noticesOf("maintenance", content).map((notice) => ({
    ...answerOf(site, content, notice, stateOf),
    monitoring_at: lastTimeOf(notice, "Verifying"),
    resolved_at: notice.status === "Completed" ? lastTimeOf(notice, "Completed") : null,
    impact: "maintenance",
    shortlink: `${site.url}/maintenances/${notice.noticeID}`,
    scheduled_for: notice.startAt ?? notice.createdAt, // a maintenance always has both
    scheduled_until: notice.endAt ?? notice.createdAt,
  }));
}

/** The next one to start comes first. */
export function soonestFirst(maintenances: Maintenance[]): Maintenance[] {
  return maintenances.toSorted((one, other) => one.scheduled_for.localeCompare(other.scheduled_for));
}

function noticesOf(kind: Notice["kind"], { notices }: Content): Notice[] {
  return notices.filter((notice) => notice.kind === kind);
}

function answerOf<State>(site: Site, content: Content, notice: Notice, stateOf: (status: string) => State) {
  const { noticeID, name, status, createdAt, changedAt, updatedAt, components, updates } = notice;
  const touched = new Set(components.map(({ componentID }) => componentID));
  return {
    id: noticeID,
    name,
    status: stateOf(status),
    created_at: createdAt,
    updated_at: changedAt ?? updatedAt,
    started_at: createdAt,
    page_id: site.pageID,
    incident_updates: updates.map((update) => ({
      id: update.noticeUpdateID,
      status: stateOf(update.status),
      body: harmless(update.message),
      incident_id: noticeID,
      created_at: update.createdAt,
      updated_at: update.updatedAt,
      display_at: update.createdAt,
      affected_components: affectedBy(update.noticeUpdateID, content),
      // This only says whether there are emails to deliver. Who got which email is private.
      deliver_notifications: content.settings.emailEnabled,
      custom_tweet: null,
      tweet_id: null,
    })),
    components: briefComponentsOf(site, content, touched),
  };
}

function affectedBy(noticeUpdateID: string, { affected }: Content) {
  return (affected.get(noticeUpdateID) ?? []).map(({ componentID, name, oldStatus, newStatus }) => ({
    code: componentID,
    name,
    old_status: componentStates[oldStatus],
    new_status: componentStates[newStatus],
  }));
}

function lastTimeOf({ updates }: Notice, status: string): string | null {
  return beginningOf(updates, (update) => update.status === status)?.createdAt ?? null;
}

const impacts = {
  Operational: "minor",
  "Under Maintenance": "minor",
  "Degraded Performance": "minor",
  "Partial Outage": "major",
  "Major Outage": "critical",
} as const satisfies Record<ComponentStatus, Incident["impact"]>;

/** The worst component status decides. It is at least minor, as on the page while the notice is open. */
function impactOf({ components, updates }: Notice, { affected }: Content): Incident["impact"] {
  const became = updates.flatMap(({ noticeUpdateID }) => affected.get(noticeUpdateID) ?? []);
  const statuses = [...components.map(({ status }) => status), ...became.map(({ newStatus }) => newStatus)];
  return impacts[worstStatus(statuses)];
}
