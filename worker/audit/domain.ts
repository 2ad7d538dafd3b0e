/** An entry of the audit log is about one of these. The value is the parameter of the API's paths that names the item. */
export const itemParameters = {
  component: "componentID",
  group: "groupID",
  incident: "incidentID",
  maintenance: "maintenanceID",
  /** The write-up of an incident. */
  postmortem: "incidentID",
  template: "templateID",
  metric: "metricID",
  channel: "channelID",
  apiKey: "keyID",
  settings: null,
  subscriber: null,
  archive: null,
} as const;

export type AuditKind = keyof typeof itemParameters;
export const auditKinds = Object.keys(itemParameters) as [AuditKind, ...AuditKind[]]; // it is not empty

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
