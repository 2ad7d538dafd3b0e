import type { Context } from "hono";
import type { AuditAction, AuditItem, AuditKind } from "../audit/domain.ts";
import { recordEntries } from "../audit/record.ts";
import { entityNames } from "../entities/domain.ts";
import type { AppEnv } from "../env.ts";
import { idForNewItem } from "../storage/new-item-ids.ts";
import type { Audit } from "../storage/write-database.ts";

/** Whether a call's writes are in the audit log, and what they do to which kind of item. */
export type AuditRule = { kind: AuditKind; action: AuditAction } | "not audited";

export function audited(kind: AuditKind, action: AuditAction): AuditRule {
  return { kind, action };
}

/** For what visitors and recipients do about their own subscriptions, and for writes that are no administrator's decision. */
export const unaudited: AuditRule = "not audited";

export function auditOf(c: Context<AppEnv>, rule: AuditRule): Audit | undefined {
  if (rule === "not audited") return undefined;
  return (db, { items = [{}] }) => {
    const { actor = "", actorName = "", requestId: requestID } = c.var;
    const item = itemOf(c, rule);
    return recordEntries(
      db,
      { actor, actorName, requestID },
      items.map((named) => ({ ...item, ...named })),
    );
  };
}

/** Maintenances start and end by themselves. */
export const auditOfSchedule: Audit = (db, { items = [] }) =>
  recordEntries(
    db,
    { actor: "schedule", actorName: "", requestID: "" },
    items.map((named) => ({ kind: "maintenance", action: "changed", itemID: "", ...named })),
  );

function itemOf(c: Context<AppEnv>, { kind, action }: Exclude<AuditRule, "not audited">): AuditItem {
  const parameter = entityNames[kind].id;
  const parameters: Record<string, string | undefined> = c.req.param();
  const named = parameter === null ? "" : (parameters[parameter] ?? "");
  const itemID = parameter !== null && named === "" ? idForNewItem(c.var.db) : named;
  return { kind, action, itemID, noticeUpdateID: parameters[`${kind}UpdateID`] };
}
