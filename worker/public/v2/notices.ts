import { ascending } from "../../../web/shared/ascending.ts";
import { type ComponentStatus, worstStatus } from "../../components/domain.ts";
import {
  lastChangeTo,
  type NoticeKind,
  noticePath,
  noticeStart,
  type StatusOf,
} from "../../notices/domain.ts";
import { sanitize } from "../../notices/message-markdown.ts";
import type { LoadedNotice } from "../../notices/reads/assemble.ts";
import { componentStates, incidentStates, maintenanceStates, POSTMORTEM_STATE } from "./domain.ts";
import { type Site, toBriefComponents } from "./responses.ts";
import type { Incident, Maintenance } from "./schema.ts";
import type { Content } from "./store.ts";

export function toIncidents(site: Site, content: Content): Incident[] {
  const stateOf = (status: string) => incidentStates[status as StatusOf<"incident">]; // The API accepts no other status.
  return filterByKind("incident", content).map((notice) =>
    withPostmortem(content, notice, {
      ...toResponse(site, content, notice, stateOf),
      monitoring_at: lastChangeTo(notice, "Monitoring") ?? null,
      resolved_at: (notice.status === "Resolved" && lastChangeTo(notice, "Resolved")) || null,
      impact: incidentImpact(notice, content),
      shortlink: site.url + noticePath(notice),
      backfilled: notice.isBackfilled,
    }),
  );
}

/** Clients that read only updates find the write-up as the newest one. */
function withPostmortem(
  { postmortems }: Content,
  { noticeID, status }: LoadedNotice,
  incident: Omit<Incident, `postmortem_${string}`>,
): Incident {
  const postmortem = status === "Resolved" ? postmortems.get(noticeID) : undefined;
  const { publishedAt = null, updatedAt = null, notifiedAt = null } = postmortem ?? {};
  const body = postmortem ? sanitize(postmortem.body, "document") : null;
  const fields = {
    postmortem_body: body,
    postmortem_body_last_updated_at: updatedAt,
    postmortem_published_at: publishedAt,
    postmortem_notified_subscribers: notifiedAt !== null,
    postmortem_notified_twitter: false,
    postmortem_ignored: false,
  } as const;
  if (!postmortem || body === null) return { ...incident, ...fields };
  const update: Incident["incident_updates"][number] = {
    id: postmortem.postmortemID,
    status: POSTMORTEM_STATE,
    body,
    incident_id: noticeID,
    created_at: postmortem.publishedAt,
    updated_at: postmortem.updatedAt,
    display_at: postmortem.publishedAt,
    affected_components: [],
    deliver_notifications: notifiedAt !== null,
    custom_tweet: null,
    tweet_id: null,
  };
  return {
    ...incident,
    ...fields,
    status: POSTMORTEM_STATE,
    updated_at: laterTime(incident.updated_at, postmortem.updatedAt),
    incident_updates: [update, ...incident.incident_updates],
  };
}

function laterTime(one: string, other: string): string {
  return one < other ? other : one;
}

export function toMaintenances(site: Site, content: Content): Maintenance[] {
  const stateOf = (status: string) => maintenanceStates[status as StatusOf<"maintenance">]; // The API accepts no other status.
  return filterByKind("maintenance", content).map((notice) => ({
    ...toResponse(site, content, notice, stateOf),
    monitoring_at: lastChangeTo(notice, "Verifying") ?? null,
    resolved_at: (notice.status === "Completed" && lastChangeTo(notice, "Completed")) || null,
    impact: "maintenance",
    shortlink: site.url + noticePath(notice),
    scheduled_for: noticeStart(notice),
    scheduled_until: notice.endAt ?? notice.createdAt, // a maintenance always has one
  }));
}

export function soonestFirst(maintenances: Maintenance[]): Maintenance[] {
  return maintenances.toSorted((one, other) => ascending(one.scheduled_for, other.scheduled_for));
}

function filterByKind(kind: NoticeKind, { notices }: Content): LoadedNotice[] {
  return notices.filter((notice) => notice.kind === kind);
}

function toResponse<State>(
  site: Site,
  content: Content,
  notice: LoadedNotice,
  stateOf: (status: string) => State,
) {
  const { noticeID, name, status, createdAt, changedAt, updatedAt, components, updates } = notice;
  const { latestMessage } = notice;
  const currentComponentIDs = new Set(components.map(({ componentID }) => componentID));
  return {
    id: noticeID,
    name,
    status: stateOf(status),
    created_at: createdAt,
    updated_at: changedAt ?? updatedAt,
    started_at: createdAt,
    page_id: site.pageID,
    incident_updates: updates.map((update, index) => ({
      id: update.noticeUpdateID,
      status: stateOf(update.status),
      // Many clients show only the newest update, so it never has an empty body after an earlier message.
      body: sanitize(index === 0 ? update.message || latestMessage : update.message),
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
    components: toBriefComponents(site, content, currentComponentIDs),
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

const impacts = {
  Operational: "minor",
  "Under Maintenance": "minor",
  "Degraded Performance": "minor",
  "Partial Outage": "major",
  "Major Outage": "critical",
} as const satisfies Record<ComponentStatus, Incident["impact"]>;

/** The worst status of its components decides. It is minor at least, as the page is while it is open. */
function incidentImpact({ components, updates }: LoadedNotice, { affected }: Content): Incident["impact"] {
  const became = updates.flatMap(({ noticeUpdateID }) => affected.get(noticeUpdateID) ?? []);
  const statuses = [...components.map(({ status }) => status), ...became.map(({ newStatus }) => newStatus)];
  return impacts[worstStatus(statuses)];
}
