import type { Group } from "../../components/groups/schema.ts";
import type { Component as StoredComponent } from "../../components/schema.ts";
import { statusPageURL } from "../../http/status-page-url.ts";
import { sha256 } from "../../shared/hash.ts";
import { truncate } from "../../shared/truncate.ts";
import { pageState, pageStatuses } from "../pages/domain.ts";
import { componentStates } from "./domain.ts";
import type { Component, Page, Status } from "./schema.ts";
import type { Content } from "./store.ts";

/** Hosted pages have IDs of 12 characters, so this one is derived from the page's address. */
export interface Site {
  url: string;
  pageID: string;
}

export async function makeSite(env: Env): Promise<Site> {
  const url = statusPageURL(env);
  return { url, pageID: (await sha256(url)).slice(0, 12) };
}

export function toPage({ url, pageID }: Site, { settings, changedAt }: Content): Page {
  const name = settings.serviceName || "Service";
  return { id: pageID, name, url, time_zone: "Etc/UTC", updated_at: changedAt };
}

export function toStatus({ components, current }: Content): Status {
  const { summary } = pageState(components, current);
  // Clients of Atlassian Statuspage know no other description of an empty page.
  return pageStatuses[summary === "unwatched" ? "Operational" : summary];
}

export function toComponents({ pageID }: Site, { entries, positions }: Content): Component[] {
  return entries.flatMap(({ group, components }, index) => [
    ...(group ? [toGroup(pageID, group, index + 1)] : []),
    ...components.map((component) => toComponent(pageID, component, positions)),
  ]);
}

const MAX_BRIEF_CHARACTERS = 200;

/** Descriptions are shortened because the list of components has them in full. */
export function toBriefComponents(
  { pageID }: Site,
  { components, positions }: Content,
  ids: Set<string>,
): Component[] {
  return components.flatMap((component) => {
    if (!ids.has(component.componentID)) return [];
    const description = truncate(component.description, MAX_BRIEF_CHARACTERS);
    return toComponent(pageID, { ...component, description }, positions);
  });
}

function toGroup(pageID: string, group: Group, position: number): Component {
  const { groupID, name, status, componentIDs, createdAt, updatedAt } = group;
  return {
    id: groupID,
    name,
    status: componentStates[status],
    created_at: createdAt,
    updated_at: updatedAt,
    position,
    description: null,
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: pageID,
    group: true,
    components: componentIDs,
    only_show_if_degraded: false,
  };
}

function toComponent(pageID: string, component: StoredComponent, positions: Content["positions"]): Component {
  const { componentID, groupID, name, description, status, createdAt, updatedAt, ...display } = component;
  return {
    id: componentID,
    name,
    status: componentStates[status],
    created_at: createdAt,
    updated_at: updatedAt,
    position: positions.get(componentID) ?? 1,
    description: description || null,
    showcase: display.showsUptime,
    start_date: display.uptimeSince || createdAt.slice(0, 10),
    group_id: groupID,
    page_id: pageID,
    group: false,
    only_show_if_degraded: display.shown !== "always",
  };
}
