import type { BatchItem } from "drizzle-orm/batch";
import { notFound } from "../../http/errors.ts";
import { type PostedUpdate, queueNotice } from "../../notify/mail/outbox.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { retryOnConflict } from "../../storage/writes/batch-guard.ts";
import { keepFormer, type UndoOffer } from "../../writes/undo/capture.ts";
import type { NoticeKind } from "../domain.ts";
import type { LoadedNotice } from "../reads/assemble.ts";
import { loadNotices, type Rows, selectNotices } from "../reads/load.ts";
import { noticeByID } from "../store.ts";

/** A new notice can be made of a proposal. */
export interface NoticeSource {
  proposalID: string;
  /** Checks before each attempt that it is still there. The batch of the notice removes it. */
  take: () => Promise<Pick<NoticePlan, "guards" | "changes">>;
}

export interface Creation {
  undo?: UndoOffer | undefined;
  source?: NoticeSource | undefined;
}

interface NoticeSubject extends Creation {
  kind: NoticeKind;
  noticeID: string;
}

export interface NoticePlan {
  /** Another write since the plan's reads fails one of these. Nothing is stored then, and the plan is made again. */
  guards?: BatchItem<"sqlite">[];
  changes: BatchItem<"sqlite">[];
  /** Components whose statuses the changes may set, besides those that the notice has already. An undo puts them back. */
  componentIDs?: string[];
  /** The only update that the changes touch. Null if they create or delete the notice. */
  noticeUpdateID: string | null;
  /** The time of the changes: the notice and its components get it. */
  now: string;
  /** What subscribers are notified of. */
  post?: PostedUpdate | undefined;
}

/**
 * All parts of a write are one batch, in this order. The request's database adds what is the same for each write: before them that no
 * restore is running, the audit entry and the idempotency key, and after them the audited item and the versions.
 */
async function noticeWrite(
  db: WriteDb<"public" | "mail">,
  { kind, noticeID, undo, source }: NoticeSubject,
  plan: NoticePlan,
  reads: BatchItem<"sqlite">[],
): Promise<readonly unknown[]> {
  const { changes, componentIDs = [], noticeUpdateID, now, post } = plan;
  const taken = await source?.take();
  const guards = [...(taken?.guards ?? []), ...(plan.guards ?? [])];
  const messageID = newID();
  const { proposalID = null } = source ?? {};
  const write = { kind, noticeID, proposalID, noticeUpdateID, componentIDs, messageID, writtenAt: now };
  const [first, ...rest] = [
    ...guards,
    ...(undo ? [keepFormer(db, undo, write)] : []),
    ...(taken?.changes ?? []),
    ...changes,
    ...(post ? queueNotice(db, { ...post, messageID }, undo?.expiresAt) : []),
    ...reads,
  ];
  const results: readonly unknown[] = first ? await db.batch([first, ...rest]) : [];
  const kept = results[guards.length];
  if (undo) undo.isStored = Array.isArray(kept) && kept.length > 0;
  return results;
}

/**
 * Makes the plan again if another write came first.
 * @param makePlan returns undefined if there is nothing to write
 */
export function writeNotice(
  db: WriteDb<"public" | "mail">,
  subject: NoticeSubject,
  makePlan: () => Promise<NoticePlan | undefined>,
): Promise<void> {
  return retryOnConflict(async () => {
    const plan = await makePlan();
    if (plan) await noticeWrite(db, subject, plan, []);
  });
}

/** As `writeNotice`, and reads the notice in the same batch: if the read fails, nothing is stored. */
export function writeAndReadNotice(
  db: WriteDb<"public" | "mail">,
  subject: NoticeSubject,
  makePlan: () => Promise<NoticePlan>,
): Promise<LoadedNotice> {
  const query = noticeByID(subject.kind, subject.noticeID);
  return retryOnConflict(async () => {
    const selects = selectNotices(db, query);
    const results = await noticeWrite(db, subject, await makePlan(), [...selects]);
    const read: readonly unknown[] = results.slice(-selects.length);
    const [notice] = await loadNotices(db, query, read as Rows); // the results of the selects
    if (!notice) throw notFound(subject.kind);
    return notice;
  });
}
