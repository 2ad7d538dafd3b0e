import type { Context } from "hono";
import { entityNames } from "../entities/domain.ts";
import type { AppEnv } from "../env.ts";
import { idForNewItem } from "../storage/new-item-ids.ts";
import type { Audit } from "../storage/writes/write-database.ts";
import type { AuditAction, AuditedAction, AuditKind, AuditRule } from "./audit/domain.ts";
import { type Invocation, recordEntries } from "./audit/record.ts";

export function auditRule(kind: AuditKind, action: AuditAction): AuditRule {
  return [{ kind, action }];
}

/** For what visitors and recipients do about their own subscriptions, and for writes that are no administrator's decision. */
export const unaudited: AuditRule = [];

export function makeAudit(c: Context<AppEnv>, rule: AuditRule): Audit | undefined {
  const [main, ...others] = rule;
  if (!main) return undefined;
  return (db, subject) => {
    const { actor = "", actorName = "", requestId: requestID } = c.var;
    const who = { actor, actorName, requestID };
    const entries = [
      recordEntries(db, c, who, { ...auditedItem(c, main), ...subject }),
      ...others.map((other) => recordEntries(db, c, who, { ...auditedItem(c, other), statusChanges: [] })),
    ];
    return {
      first: entries.flatMap(({ first }) => first),
      last: entries.flatMap(({ last }) => last),
      complete: (resultOf) => {
        for (const { complete } of entries) complete?.(resultOf);
      },
    };
  };
}

/** Maintenances start and end by themselves. */
export function makeScheduleAudit(invocation: Invocation): Audit {
  const who = { actor: "schedule", actorName: "", requestID: "" };
  return (db, subject) =>
    recordEntries(db, invocation, who, { kind: "maintenance", action: "changed", itemIDs: [], ...subject });
}

/** A rule acts on alerts. Undefined if it changes nothing that the audit log has. */
export function makeRuleAudit(
  invocation: Invocation,
  { ruleID, name }: { ruleID: string; name: string },
  about: (AuditedAction & { itemIDs: string[] }) | undefined,
): Audit | undefined {
  if (!about) return undefined;
  const who = { actor: `rule:${ruleID}`, actorName: name, requestID: "" };
  return (db, subject) => recordEntries(db, invocation, who, { ...about, ...subject, ...about });
}

function auditedItem(c: Context<AppEnv>, { kind, action }: AuditedAction) {
  const parameter = entityNames[kind].id;
  const parameters: Record<string, string | undefined> = c.req.param();
  const named = parameter === null ? "" : (parameters[parameter] ?? "");
  const itemID = parameter !== null && named === "" ? idForNewItem(c.var.db) : named;
  return { kind, action, itemIDs: [itemID], noticeUpdateID: parameters[`${kind}UpdateID`] };
}
