import { desc, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { refuseUnknownComponents, selectUnknownComponents } from "../../components/store.ts";
import { existingStatuses, parseStatuses } from "../../components/stored-statuses.ts";
import { conflict, notFound, stateConflict } from "../../http/errors.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import { omitUndefined } from "../../storage/omit-undefined.ts";
import { changeItem, guardExpected, guardUnchanged, requireUnchanged } from "../../storage/preconditions.ts";
import { requireCapacity } from "../../storage/require-capacity.ts";
import { guard } from "../../storage/writes/batch-guard.ts";
import type { UndoOffer } from "../../writes/undo/capture.ts";
import { type Notice, noticeStatuses } from "../domain.ts";
import { incidentBehavior } from "../incident/behavior.ts";
import { changeNotice } from "../writes/change.ts";
import { createNotice } from "../writes/create.ts";
import type { NoticeSource } from "../writes/notice-write.ts";
import { MAX_PROPOSALS } from "./domain.ts";
import { notifyTeam } from "./notify-team.ts";
import type { NewProposal, Proposal, ProposalChange, ProposalPublication } from "./schema.ts";
import { isStale, proposals, publishedProposals } from "./table.ts";

interface ProposalTarget {
  proposalID: string;
  unchangedSince: string | undefined;
}

export async function listProposals(db: Db): Promise<Proposal[]> {
  const rows = await select(db)
    .where(sql`NOT ${isStale}`)
    .orderBy(desc(proposals.createdAt), desc(proposals.proposalID));
  return rows.map(toProposal);
}

export async function readProposal(db: Db, proposalID: string): Promise<Proposal> {
  return one(await selectProposal(db, proposalID));
}

function selectProposal(db: Db, proposalID: string) {
  return select(db).where(sql`${proposals.proposalID} = ${proposalID} AND NOT ${isStale}`);
}

function select(db: Db) {
  return db
    .select({
      proposalID: proposals.proposalID,
      name: proposals.name,
      status: proposals.status,
      message: proposals.message,
      existing: existingStatuses(proposals.components),
      stored: proposals.components,
      kind: proposals.createdByKind,
      actorName: proposals.createdByName,
      createdAt: proposals.createdAt,
      updatedAt: proposals.updatedAt,
      incidentID: proposals.incidentID,
    })
    .from(proposals);
}

type Row = Awaited<ReturnType<typeof select>>[number];

function toProposal({ existing, stored, kind, actorName, createdAt, updatedAt, ...row }: Row): Proposal {
  return {
    ...row,
    components: parseStatuses("proposals.components", { stored, existing }),
    createdBy: { kind, name: actorName },
    createdAt,
    updatedAt,
  };
}

function one([row]: Row[]): Proposal {
  if (!row) throw notFound("proposal", "published or discarded");
  return toProposal(row);
}

/** @throws HttpError 400 for an unknown component, or 409 if there are already `MAX_PROPOSALS` */
export async function addProposal(
  db: WriteDb<"console" | "mail">,
  input: NewProposal,
  createdBy: Proposal["createdBy"],
): Promise<Proposal> {
  const { name, status = noticeStatuses.incident[0], message = "", components = [] } = input;
  refuseUnknownComponents(await selectUnknownComponents(db, components));
  const proposalID = idForNewItem(db);
  const now = isoTime(Date.now());
  const write = db.batch([
    db.delete(proposals).where(isStale),
    guard(db, sql`(SELECT count(*) FROM ${proposals}) < ${MAX_PROPOSALS}`),
    db.insert(proposals).values({
      proposalID,
      name,
      status,
      message,
      components: JSON.stringify(components),
      createdByKind: createdBy.kind,
      createdByName: createdBy.name,
      createdAt: now,
      updatedAt: now,
      incidentID: null,
      ruleUpdatedAt: null,
    }),
    selectProposal(db, proposalID),
    ...notifyTeam(db, proposalID, components),
  ]);
  const [, , , added] = await requireCapacity(
    MAX_PROPOSALS,
    "proposals",
    write,
    "Publish or discard one first.",
  );
  return one(added);
}

/** @throws HttpError 404, 400 for an unknown component, or 409 if the proposal has changed since `unchangedSince` */
export async function changeProposal(
  db: WriteDb<"console">,
  { proposalID, unchangedSince }: ProposalTarget,
  { components, ...fields }: ProposalChange,
): Promise<Proposal> {
  const condition = eq(proposals.proposalID, proposalID);
  const read = () => readProposal(db, proposalID);
  return changeItem(db, { table: proposals, condition, unchangedSince }, read, async (_, version) => {
    if (components) refuseUnknownComponents(await selectUnknownComponents(db, components));
    const [, , changed] = await db.batch([
      version.unchanged,
      db
        .update(proposals)
        .set({
          ...omitUndefined(fields),
          ...(components && { components: JSON.stringify(components) }),
          updatedAt: version.now,
        })
        .where(condition),
      selectProposal(db, proposalID),
    ]);
    return one(changed);
  });
}

/** Succeeds if it is already gone. @throws HttpError 409 if the proposal has changed since `unchangedSince` */
export async function discardProposal(
  db: WriteDb<"console">,
  { proposalID, unchangedSince }: ProposalTarget,
): Promise<void> {
  const condition = eq(proposals.proposalID, proposalID);
  const deletion = db.batch([
    guardUnchanged(db, { table: proposals, condition, unchangedSince }),
    db.delete(proposals).where(condition),
  ]);
  await requireUnchanged(deletion, () => readProposal(db, proposalID));
}

/**
 * Creates the incident, and deletes the proposal in the same batch.
 * @param publication takes precedence over what the proposal says
 * @throws HttpError 404 once it was published or discarded, or 409 if it has changed since it was read
 */
export async function publishProposal(
  db: WriteDb<"public" | "mail">,
  { proposalID, unchangedSince }: ProposalTarget,
  publication: ProposalPublication,
  { undo, isByRule = false }: { undo?: UndoOffer | undefined; isByRule?: boolean } = {},
): Promise<Notice> {
  const proposal = await readProposal(db, proposalID);
  if (proposal.incidentID !== null)
    throw stateConflict(
      "This proposal is to resolve an incident that is already public. Post the update on that incident, and discard the proposal.",
    );
  const { name, status, message, components, updatedAt } = proposal;
  if (unchangedSince !== undefined && unchangedSince !== updatedAt) throw conflict(proposal);
  const input = { name, status, message, components, ...omitUndefined(publication) };
  const noticeID = idForNewItem(db);
  return createNotice(db, incidentBehavior, input, {
    undo,
    source: removeProposal(db, proposal, [
      // An undo has left it.
      db.delete(publishedProposals).where(eq(publishedProposals.proposalID, proposalID)),
      db.insert(publishedProposals).select(
        sql`SELECT proposal_id, ${noticeID}, ${isByRule ? 1 : 0}, NULL FROM ${proposals}
          WHERE proposal_id = ${proposalID} AND created_by_kind = 'rule'`,
      ),
    ]),
  });
}

/**
 * Resolves the incident that the proposal is about, and deletes the proposal in the same batch.
 * @throws HttpError 404 or 409 as `publishProposal`
 */
export async function publishResolution(db: WriteDb<"public" | "mail">, proposal: Proposal): Promise<Notice> {
  const { incidentID, status, message } = proposal;
  const target = { noticeID: incidentID ?? "", unchangedSince: undefined };
  const change = { status, message, restoreComponents: true };
  return changeNotice(db, incidentBehavior, target, change, { source: removeProposal(db, proposal, []) });
}

/** @param changes stored with the removal */
function removeProposal(
  db: WriteDb<"public" | "mail">,
  { proposalID, updatedAt }: Proposal,
  changes: BatchItem<"sqlite">[],
): NoticeSource {
  const condition = eq(proposals.proposalID, proposalID);
  const removal = {
    guards: [guardExpected(db, { table: proposals, condition, unchangedSince: updatedAt })],
    changes: [...changes, db.delete(proposals).where(condition)],
  };
  async function take() {
    const current = await readProposal(db, proposalID);
    if (current.updatedAt !== updatedAt) throw conflict(current);
    return removal;
  }
  return { proposalID, take };
}
