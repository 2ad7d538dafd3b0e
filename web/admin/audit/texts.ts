import { entityNames } from "../../../worker/entities/domain.ts";
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
};

export function entryTitle({ kind, action }: Pick<AuditEntry, "kind" | "action">): string {
  return `${entityNames[kind].title} ${actionTitles[action].toLowerCase()}`;
}

export function actorText({ kind, name, id }: AuditEntry["actor"]): string {
  if (kind === "schedule") return "On schedule";
  return kind === "API key" ? `API key ${name || id}` : name || id;
}

/** `updateMessage` as Update message, and `privacyNoticeURL` as Privacy notice URL. */
export function fieldTitle(field: string): string {
  if (field === "props") return "Source"; // what the metric's source is asked for
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
