import type { AuditAction } from "../../../worker/writes/audit/domain.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";

export const actionTitles: Record<AuditAction, string> = {
  created: "Created",
  changed: "Changed",
  deleted: "Deleted",
  undone: "Undone",
  started: "Started",
  completed: "Completed",
  found: "Looked up",
  erased: "Erased",
  restored: "Begun",
  cancelled: "Canceled",
  published: "Published",
};

export function actorText({ kind, name, id }: AuditEntry["actor"]): string {
  if (kind === "schedule") return "The schedule";
  return kind === "API key" ? `API key ${name || id}` : name || id;
}

/** Negative if updates of a notice were deleted. */
export function addedUpdates({ before, after }: Pick<AuditEntry, "before" | "after">): number {
  return Number(after.updates ?? 0) - Number(before.updates ?? 0);
}

export function changedFields({ before, after }: Pick<AuditEntry, "before" | "after">): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** Names that say more than the field's own. */
const fieldTitles: Record<string, string> = {
  props: "Source", // what the metric's source is asked for
  groupID: "Group",
  logoID: "Logo",
  darkLogoID: "Dark logo",
  faviconID: "Favicon",
  emailEnabled: "Email",
  endpointsEnabled: "Chat, webhooks and browser",
};

/** `updateMessage` as Update message, and `privacyNoticeURL` as Privacy notice URL. */
export function fieldTitle(field: string): string {
  const title = fieldTitles[field];
  if (title !== undefined) return title;
  const label = field.replace(
    /([a-z])([A-Z]+)/g,
    (_, before: string, capitals: string) =>
      `${before} ${capitals.length > 1 ? capitals : capitals.toLowerCase()}`,
  );
  return `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
}

export function valueText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join("\n");
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${valueText(each)}`)
      .join("\n");
  return JSON.stringify(value);
}

/** The page of the console that shows the item, if there is one. */
export function itemPath({ kind, itemID, action }: AuditEntry): string | undefined {
  if (action === "deleted") return undefined;
  switch (kind) {
    case "incident":
      return `/incidents/${itemID}`;
    case "maintenance":
      return `/maintenances/${itemID}`;
    case "postmortem":
      return `/incidents/${itemID}/write-up`;
    default:
      return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
