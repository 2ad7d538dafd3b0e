import { type EntityKind, entityNames } from "../../entities/domain.ts";

export type AuditKind = EntityKind;
export const auditKinds = Object.keys(entityNames) as [AuditKind, ...AuditKind[]]; // it is not empty

export const auditActions = [
  "created",
  "changed",
  "deleted",
  "undone",
  "started",
  "completed",
  "found",
  "erased",
  "restored",
  "cancelled",
  "published",
] as const;

export type AuditAction = (typeof auditActions)[number];

export interface AuditedAction {
  kind: AuditKind;
  action: AuditAction;
}

/** A call's writes make an entry in the audit log for each of these. An empty list means that they make none. */
export type AuditRule = readonly AuditedAction[];

/** The log says who did something with these, and nothing of the items: an address that was erased must not live on in it. */
const kindsWithoutFields = ["subscriber", "archive"] as const satisfies AuditKind[];
export type KindWithoutFields = (typeof kindsWithoutFields)[number];

/** False if the Worker was interrupted after the write. Any other write with fields has changed some. */
export function hasRecordedFields(entry: { kind: AuditKind; before: object; after: object }): boolean {
  const { kind, before, after } = entry;
  return kindsWithoutFields.some((each) => each === kind) || Object.keys({ ...before, ...after }).length > 0;
}

/** Narrows a list of entries, as parameters of the API. Times are in ISO format. */
export interface AuditQuery {
  actor?: string;
  kind?: AuditKind;
  action?: AuditAction;
  item?: string;
  from?: string;
  to?: string;
}

export const actorKinds = ["administrator", "API key", "schedule", "rule"] as const;
export type ActorKind = (typeof actorKinds)[number];

export function actorKind(actor: string): ActorKind {
  if (actor === "schedule") return "schedule";
  if (actor.startsWith("rule:")) return "rule";
  return actor.startsWith("key:") ? "API key" : "administrator";
}

export const MAX_ACTOR_NAME_CHARACTERS = 200;

export const MIN_AUDIT_DAYS = 30;
export const MAX_AUDIT_DAYS = 3650;
export const DEFAULT_AUDIT_DAYS = 730;
