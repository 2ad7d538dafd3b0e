import type { Component as StoredComponent } from "../components/schema.ts";
import { truncate } from "../http/truncate.ts";
import { pageState, pageStatuses } from "../pages/domain.ts";
import { sha256 } from "../storage/hash.ts";
import { type Component, componentStates, type Page, type Status } from "./schema.ts";
import type { Content } from "./store.ts";

/** Hosted pages have IDs of 12 characters, so this one is derived from the page's address. */
export interface Site {
  url: string;
  pageID: string;
}

export async function siteOf({ STATUS_PAGE_URL }: Env): Promise<Site> {
  const url = STATUS_PAGE_URL.replace(/\/+$/, "");
  return { url, pageID: (await sha256(url)).slice(0, 12) };
}

export function pageOf({ url, pageID }: Site, { settings, changedAt }: Content): Page {
  const name = settings.serviceName || "Service";
  return { id: pageID, name, url, time_zone: "Etc/UTC", updated_at: changedAt };
}

export function statusOf({ components, current }: Content): Status {
  return pageStatuses[pageState(components, current).summary];
}

export function componentsOf({ pageID }: Site, { components }: Content): Component[] {
  return components.map((component, at) => componentOf(pageID, component, at + 1));
}

const MAX_BRIEF_CHARACTERS = 200;

/** Descriptions are shortened because the list of components has them in full. */
export function briefComponentsOf({ pageID }: Site, { components }: Content, ids: Set<string>): Component[] {
  return components.flatMap((component, at) => {
    if (!ids.has(component.componentID)) return [];
    return componentOf(
      pageID,
      { ...component, description: truncate(component.description, MAX_BRIEF_CHARACTERS) },
      at + 1,
    );
  });
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
