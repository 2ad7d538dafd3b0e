import { type EntityKind, entityNames } from "../entities/domain.ts";

/** An entry of the audit log is about one of these. */
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
] as const;

export type AuditAction = (typeof auditActions)[number];

export interface AuditItem {
  kind: AuditKind;
  action: AuditAction;
  itemID: string;
  noticeUpdateID?: string | undefined;
  /** Components whose status the write may change, besides those that the notice has already. */
  componentIDs?: string[];
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

export const actorKinds = ["administrator", "API key", "schedule"] as const;
export type ActorKind = (typeof actorKinds)[number];

export const MAX_ACTOR_NAME_CHARACTERS = 200;

export const MIN_AUDIT_DAYS = 30;
export const MAX_AUDIT_DAYS = 3650;
export const DEFAULT_AUDIT_DAYS = 730;
