import type { Context } from "hono";
import { entityNames } from "../entities/domain.ts";
import type { AppEnv } from "../env.ts";
import { idForNewItem } from "../storage/new-item-ids.ts";
import type { Audit } from "../storage/writes/write-database.ts";
import type { AuditAction, AuditKind } from "./audit/domain.ts";
import { type Invocation, recordEntries } from "./audit/record.ts";

/** Whether a call's writes are in the audit log, and what they do to which kind of item. */
export type AuditRule = { kind: AuditKind; action: AuditAction } | "not audited";

export function auditRule(kind: AuditKind, action: AuditAction): AuditRule {
  return { kind, action };
}

/** For what visitors and recipients do about their own subscriptions, and for writes that are no administrator's decision. */
export const unaudited: AuditRule = "not audited";

export function makeAudit(c: Context<AppEnv>, rule: AuditRule): Audit | undefined {
  if (rule === "not audited") return undefined;
  return (db, subject) => {
    const { actor = "", actorName = "", requestId: requestID } = c.var;
    return recordEntries(db, c, { actor, actorName, requestID }, { ...auditedItem(c, rule), ...subject });
  };
}

/** Maintenances start and end by themselves. */
export function makeScheduleAudit(invocation: Invocation): Audit {
  const who = { actor: "schedule", actorName: "", requestID: "" };
  return (db, subject) =>
    recordEntries(db, invocation, who, { kind: "maintenance", action: "changed", itemIDs: [], ...subject });
}

function auditedItem(c: Context<AppEnv>, { kind, action }: Exclude<AuditRule, "not audited">) {
  const parameter = entityNames[kind].id;
  const parameters: Record<string, string | undefined> = c.req.param();
  const named = parameter === null ? "" : (parameters[parameter] ?? "");
  const itemID = parameter !== null && named === "" ? idForNewItem(c.var.db) : named;
  return { kind, action, itemIDs: [itemID], noticeUpdateID: parameters[`${kind}UpdateID`] };
}
