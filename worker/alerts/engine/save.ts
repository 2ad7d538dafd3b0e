import { sql } from "drizzle-orm";
import { worstStatus } from "../../components/domain.ts";
import { HttpError } from "../../http/errors.ts";
import { incidentBehavior } from "../../notices/incident/behavior.ts";
import { publishProposal, publishResolution, readProposal } from "../../notices/proposals/store.ts";
import { publishedProposals } from "../../notices/proposals/table.ts";
import { noticeComponents, notices } from "../../notices/table.ts";
import { changeNotice } from "../../notices/writes/change.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, Effect, WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { reserveID } from "../../storage/new-item-ids.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import type { AuditAction, AuditKind } from "../../writes/audit/domain.ts";
import { makeRuleAudit } from "../../writes/audit.ts";
import { write } from "../../writes/write.ts";
import type { AlertRule } from "../rules/schema.ts";
import { alertEpisodes, alertRules } from "../rules/table.ts";
import { actionStatements } from "./actions.ts";
import { type Action, type Decision, listStatuses } from "./decision.ts";
import type { StoredWorld } from "./world.ts";

export interface Invocation {
  env: Env;
  executionCtx: Parameters<typeof write>[0]["executionCtx"];
  db: Db;
}

interface Saved {
  decision: Decision;
  /** That of the state that the decision was made from. 0 for a rule without one. */
  version: number;
  /** Undefined if the rule does nothing. */
  world?: StoredWorld;
}

/** What belongs to a decision is one batch with the rule's state. What is published is a write of its own afterwards. */
export async function saveDecision(invocation: Invocation, rule: AlertRule, saved: Saved): Promise<void> {
  const { actions } = saved.decision;
  const own = actions.filter((each) => !isWriteOfItsOwn(each));
  const effects: Effect[] = ["console", ...new Set(own.flatMap(neededEffects))];
  const audit = makeRuleAudit(invocation, rule, toAudited(own));
  await write({ ...invocation, audit }, effects, (db) => saveState(db as WriteDb<Effect>, rule, saved, own));
  for (const action of actions) await perform(invocation, rule, action);
}

function neededEffects({ do: what }: Action): Effect[] {
  if (what === "set") return ["public", "webhooks"];
  return what === "notify" || what.startsWith("propose") ? ["mail"] : [];
}

type OwnWrite = Extract<Action, { do: "publish" | "affect" }>;

function isWriteOfItsOwn(action: Action): action is OwnWrite {
  return action.do === "publish" || action.do === "affect";
}

/** Undefined if nothing but the rule's own state is written. A batch has actions of one kind. */
function toAudited(
  actions: Action[],
): { kind: AuditKind; action: AuditAction; itemIDs: string[] } | undefined {
  const set = actions.flatMap((action) => (action.do === "set" ? action.componentID : []));
  if (set.length > 0) return { kind: "component", action: "changed", itemIDs: set };
  const [first] = actions;
  if (!first || !("proposalID" in first)) return undefined;
  const itemIDs = [first.proposalID];
  if (first.do === "withdraw") return { kind: "proposal", action: "deleted", itemIDs };
  return { kind: "proposal", action: first.do === "extend" ? "changed" : "created", itemIDs };
}

async function saveState(
  db: WriteDb<Effect>,
  rule: AlertRule,
  { decision, version, world }: Saved,
  actions: Action[],
): Promise<void> {
  const { ruleID } = rule;
  const { guards, changes } = world
    ? await actionStatements(db, actions, { rule, world, now: isoTime(Date.now()) })
    : { guards: [], changes: [] };
  const row = {
    version: version + 1,
    state: JSON.stringify(decision.episode),
    dueAt: decision.dueAt === undefined ? null : isoTime(decision.dueAt),
  };
  await db.batch([
    guard(
      db,
      sql`EXISTS (SELECT 1 FROM ${alertRules} AS r WHERE r.rule_id = ${ruleID} AND r.updated_at = ${rule.updatedAt})
        AND coalesce((SELECT e.version FROM ${alertEpisodes} AS e WHERE e.rule_id = ${ruleID}), 0) = ${version}`,
    ),
    ...guards,
    db
      .insert(alertEpisodes)
      .values({ ruleID, ...row })
      .onConflictDoUpdate({ target: alertEpisodes.ruleID, set: row }),
    ...changes,
  ]);
}

async function perform(invocation: Invocation, rule: AlertRule, action: Action): Promise<void> {
  if (action.do === "publish") await publish(invocation, rule, action.proposalID);
  if (action.do === "affect") await affect(invocation, rule, action);
}

/** Somebody may have published or discarded it meanwhile. */
async function publish(invocation: Invocation, rule: AlertRule, proposalID: string): Promise<void> {
  const proposal = await readProposal(invocation.db, proposalID).catch(ignoreGone);
  if (!proposal) return;
  const { incidentID } = proposal;
  const noticeID = incidentID ?? newID();
  const audit = makeRuleAudit(invocation, rule, {
    kind: "incident",
    action: incidentID === null ? "created" : "changed",
    itemIDs: [noticeID],
  });
  await write({ ...invocation, audit }, ["public", "mail"], async (db) => {
    reserveID(db, noticeID);
    const target = { proposalID, unchangedSince: proposal.updatedAt };
    await (incidentID === null
      ? publishProposal(db, target, {}, { isByRule: true })
      : publishResolution(db, proposal));
  }).catch(ignoreGone);
}

/** Adds components to the incident of another rule, without an email. */
async function affect(
  invocation: Invocation,
  rule: AlertRule,
  { incidentID, components }: Extract<Action, { do: "affect" }>,
): Promise<void> {
  const [named, [incident]] = await invocation.db.batch([
    invocation.db
      .select({ componentID: noticeComponents.componentID, status: noticeComponents.status })
      .from(noticeComponents)
      .where(sql`${noticeComponents.noticeID} = ${incidentID}`),
    invocation.db
      .select({ updatedAt: notices.updatedAt, status: notices.status })
      .from(notices)
      .where(sql`${notices.noticeID} = ${incidentID}`),
  ]);
  if (!incident || incident.status === "Resolved") return;
  const before = new Map(named.map(({ componentID, status }) => [componentID, status]));
  for (const [componentID, status] of Object.entries(components))
    before.set(componentID, worstStatus([status, before.get(componentID) ?? "Operational"]));
  const audit = makeRuleAudit(invocation, rule, {
    kind: "incident",
    action: "changed",
    itemIDs: [incidentID],
  });
  await write({ ...invocation, audit }, ["public", "mail"], async (db) => {
    // Somebody may have written on it since it was read.
    const target = { noticeID: incidentID, unchangedSince: incident.updatedAt };
    const { updatedAt: changedAt } = await changeNotice(db, incidentBehavior, target, {
      components: listStatuses(Object.fromEntries(before)),
      notifySubscribers: false,
    });
    await db.batch([
      db
        .update(publishedProposals)
        .set({ ruleChangedAt: changedAt })
        .where(sql`${publishedProposals.incidentID} = ${incidentID}
            AND (SELECT n.changed_at FROM ${notices} AS n WHERE n.notice_id = ${incidentID}) = ${changedAt}`),
    ]);
  }).catch(ignoreGone);
}

function ignoreGone(error: unknown): undefined {
  if (error instanceof HttpError && (error.status === 404 || error.status === 409)) return undefined;
  throw error;
}
