import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { setComponentStatuses } from "../../components/status-changes.ts";
import { statusRows } from "../../components/status-history.ts";
import { statusChanges } from "../../components/table.ts";
import { notifyTeam as notifyOfProposal } from "../../notices/proposals/notify-team.ts";
import { isStale, proposals } from "../../notices/proposals/table.ts";
import { notices } from "../../notices/table.ts";
import { MAX_FAILURE_ITEMS } from "../../notify/failures/domain.ts";
import { queueFailure } from "../../notify/team/notify-failures.ts";
import { timestampAfter } from "../../shared/time/timestamp-after.ts";
import type { WriteDb } from "../../storage/db.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import type { AlertRule } from "../rules/schema.ts";
import { type Action, listStatuses } from "./decision.ts";
import { draftIncident, redraftTexts } from "./draft-incident.ts";
import type { StoredWorld } from "./world.ts";

export interface Statements {
  /** Nothing is stored if somebody has changed what the decision was about. */
  guards: BatchItem<"sqlite">[];
  changes: BatchItem<"sqlite">[];
}

interface Acting {
  rule: AlertRule;
  world: StoredWorld;
  /** As stored. */
  now: string;
}

/** The statements of those actions that are in the batch of the rule's state. The others are writes of their own. */
export async function actionStatements(
  db: WriteDb<"public" | "webhooks" | "console" | "mail">,
  actions: Action[],
  acting: Acting,
): Promise<Statements> {
  const set = actions.flatMap((action) => (action.do === "set" ? action : []));
  const all = [setStatuses(db, set, acting)];
  for (const action of actions) {
    if (action.do === "propose") all.push(await propose(db, action, acting));
    if (action.do === "propose resolution") all.push(await proposeResolution(db, action, acting));
    if (action.do === "extend") all.push(await extend(db, action, acting));
    if (action.do === "notify") all.push({ guards: [], changes: notifyTeam(db, action, acting) });
    if (action.do === "withdraw") all.push(withdraw(db, action, acting));
  }
  return { guards: all.flatMap(({ guards }) => guards), changes: all.flatMap(({ changes }) => changes) };
}

type Of<Do extends Action["do"]> = Extract<Action, { do: Do }>;

function setStatuses(
  db: WriteDb<"public" | "webhooks" | "console">,
  set: Of<"set">[],
  { rule, world, now }: Acting,
): Statements {
  if (set.length === 0) return { guards: [], changes: [] };
  const isAsRead = ({ componentID }: Of<"set">) =>
    guard(
      db,
      sql`coalesce((SELECT id FROM ${statusChanges} AS change WHERE change.component_id = ${componentID}
        ORDER BY change.at DESC, change.id DESC LIMIT 1), 0) = ${world.changeIDs[componentID] ?? 0}`,
    );
  const rows = statusRows(set.map(({ componentID, status }) => ({ componentID, status })));
  return {
    guards: set.map(isAsRead),
    changes: setComponentStatuses(db, rows, { at: now, now, cause: `rule:${rule.ruleID}` }),
  };
}

/** What is over has no titles any more, and counts as one. */
function notifyTeam(db: WriteDb<"mail">, { isOver, titles }: Of<"notify">, { rule, now }: Acting) {
  const reasons = isOver ? [""] : titles.slice(0, MAX_FAILURE_ITEMS);
  return queueFailure(db, {
    type: isOver ? "alerts_over" : "alerts_firing",
    count: isOver ? 1 : titles.length,
    items: reasons.map((reason) => ({ name: rule.name, reason })),
    createdAt: now,
  });
}

async function propose(
  db: WriteDb<"console" | "mail">,
  { proposalID, components }: Of<"propose">,
  { rule, now }: Acting,
): Promise<Statements> {
  const { name, status, message, components: affected } = await draftIncident(db, rule, components);
  const proposal = { proposalID, name, status, message, incidentID: null };
  return {
    guards: [],
    changes: [
      ...insertProposal(db, { ...proposal, components: affected }, { rule, now }),
      ...notifyOfProposal(db, proposalID, affected),
    ],
  };
}

async function proposeResolution(
  db: WriteDb<"console" | "mail">,
  { proposalID, incidentID }: Of<"propose resolution">,
  { rule, now }: Acting,
): Promise<Statements> {
  const [incident] = await db
    .select({ name: notices.name })
    .from(notices)
    .where(eq(notices.noticeID, incidentID));
  const proposal = {
    proposalID,
    name: incident?.name ?? rule.name,
    status: "Resolved" as const,
    message: "This incident has been resolved.",
    components: [],
    incidentID,
  };
  return {
    guards: [],
    changes: [...insertProposal(db, proposal, { rule, now }), ...notifyOfProposal(db, proposalID, [])],
  };
}

type ProposalRow = Omit<
  typeof proposals.$inferInsert,
  "components" | "createdByKind" | "createdByName" | "createdAt" | "updatedAt" | "ruleUpdatedAt"
> & { components: { componentID: string; status: string }[] };

function insertProposal(
  db: WriteDb<"console">,
  { components, ...fields }: ProposalRow,
  { rule, now }: Pick<Acting, "rule" | "now">,
) {
  const insertion = db.insert(proposals).values({
    ...fields,
    components: JSON.stringify(components),
    createdByKind: "rule",
    createdByName: rule.name,
    createdAt: now,
    updatedAt: now,
    ruleUpdatedAt: now,
  });
  return [db.delete(proposals).where(isStale), insertion];
}

function guardProposal(db: WriteDb, proposalID: string, { world }: Acting) {
  return guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${proposals} AS p WHERE p.proposal_id = ${proposalID}
      AND p.updated_at = ${world.proposalTimes[proposalID] ?? ""})`,
  );
}

/** Nobody has edited it, so what it says follows its components. */
async function extend(
  db: WriteDb<"console">,
  { proposalID, components }: Of<"extend">,
  acting: Acting,
): Promise<Statements> {
  const updatedAt = timestampAfter(acting.world.proposalTimes[proposalID]);
  const [stored] = await db
    .select({ name: proposals.name, message: proposals.message })
    .from(proposals)
    .where(eq(proposals.proposalID, proposalID));
  const before = acting.world.proposals[proposalID]?.components ?? {};
  const texts = stored && (await redraftTexts(db, acting.rule, { stored, before, after: components }));
  return {
    guards: [guardProposal(db, proposalID, acting)],
    changes: [
      db
        .update(proposals)
        .set({
          ...texts,
          components: JSON.stringify(listStatuses(components)),
          updatedAt,
          ruleUpdatedAt: updatedAt,
        })
        .where(eq(proposals.proposalID, proposalID)),
    ],
  };
}

function withdraw(db: WriteDb<"console">, { proposalID }: Of<"withdraw">, acting: Acting): Statements {
  return {
    guards: [guardProposal(db, proposalID, acting)],
    changes: [db.delete(proposals).where(eq(proposals.proposalID, proposalID))],
  };
}
