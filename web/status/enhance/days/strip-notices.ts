import type { NoticeDays } from "../../../../worker/notices/domain.ts";

/** By component ID. */
const loaded = new Map<string, NoticeDays[]>();
/** The page has changed since these were loaded, but they stay until newer ones come. */
const stale = new Set<string>();

export function noticesOf(drawing: Element): NoticeDays[] {
  return loaded.get(stripComponentID(drawing)) ?? [];
}

export async function readNotices(drawing: Element): Promise<void> {
  const componentID = stripComponentID(drawing);
  if (!componentID) return;
  if (loaded.has(componentID) && !stale.has(componentID)) return;
  const response = await fetch(`/components/${componentID}/notices.json`);
  if (!response.ok) throw new Error(`Reading a component's notices failed: ${response.status}`);
  loaded.set(componentID, await response.json());
  stale.delete(componentID);
}

export function renewNotices(): void {
  for (const componentID of loaded.keys()) stale.add(componentID);
}

/** The component's row has its ID, and the component's own page has it in its address. A group's page has a strip of no component. */
export function stripComponentID(drawing: Element): string {
  return drawing.closest(".component")?.id ?? /^\/components\/([^/]+)/.exec(location.pathname)?.[1] ?? "";
}
