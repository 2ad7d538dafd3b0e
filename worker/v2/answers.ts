import type { Component as StoredComponent } from "../components/schema.ts";
import { type ComponentStatus, worstStatus } from "../components/statuses.ts";
import type { Notice } from "../notices/store.ts";
import { pageState, pageStatuses } from "../pages/statuses.ts";
import { type Component, componentStates, type Incident, type Maintenance, type Page, type Status } from "./schema.ts";
import type { Content } from "./store.ts";

/** Of what it stands on: the page's address and the id that other answers name it by. */
export interface Site {
  url: string;
  pageID: string;
}

export function pageOf({ url, pageID }: Site, { settings, changedAt }: Content): Page {
  const name = settings.serviceName || "Service";
  return { id: pageID, name, url, time_zone: "Etc/UTC", updated_at: changedAt };
}

/** The same as the page's banner. */
export function statusOf({ components, notices }: Content): Status {
  const incidents = notices.filter(({ kind }) => kind === "incident");
  return pageStatuses[pageState(components, incidents).summary];
}

export function componentsOf({ pageID }: Site, { components }: Content): Component[] {
  return components.map((component, at) => componentOf(pageID, component, at + 1));
}

function componentOf(pageID: string, component: StoredComponent, position: number): Component {
  const { componentID, name, description, status, createdAt, updatedAt } = component;
  return {
    id: componentID,
    name,
    status: componentStates[status],
    created_at: createdAt,
    updated_at: updatedAt,
    position,
    description: description || null,
    showcase: true,
    start_date: createdAt.slice(0, 10),
    group_id: null,
    page_id: pageID,
    group: false,
    only_show_if_degraded: false,
  };
}

/** Newest first. */
export function incidentsOf(site: Site, content: Content): Incident[] {
  const incidents = content.notices.filter(({ kind }) => kind === "incident");
  return incidents.map((notice) => ({
    ...noticeOf(site, content, notice, "incidents"),
    impact: impactOf(notice, content),
  }));
}

const impacts = {
  Operational: "minor",
  "Under Maintenance": "minor",
  "Degraded Performance": "minor",
  "Partial Outage": "major",
  "Major Outage": "critical",
} as const satisfies Record<ComponentStatus, Incident["impact"]>;

/** By the worst that it ever did to a component; minor at least, so that none is worse on the page than in itself. */
function impactOf(notice: Notice, { affected }: Content): Incident["impact"] {
  const did = notice.updates.flatMap(({ noticeUpdateID }) => affected.get(noticeUpdateID) ?? []);
  const statuses = [...notice.components.map(({ status }) => status), ...did.map(({ newStatus }) => newStatus)];
  return impacts[worstStatus(statuses)];
}

/** Newest first. */
export function maintenancesOf(site: Site, content: Content): Maintenance[] {
  const maintenances = content.notices.filter(({ kind }) => kind === "maintenance");
  return maintenances.map((notice) => ({
    ...noticeOf(site, content, notice, "maintenances"),
    impact: "maintenance",
    scheduled_for: notice.startAt ?? notice.createdAt, // a maintenance always has both
    scheduled_until: notice.endAt ?? notice.createdAt,
  }));
}
