import { count, eq, max } from "drizzle-orm";
import { refuseUnknownComponents, selectUnknownComponents } from "../components/store.ts";
import { conflict, notFound, Refusal } from "../http/errors.ts";
import { queueNoticeMail } from "../mail/outbox.ts";
import { isGuardFailure } from "../storage/batch-guard.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { selectDeletedAsListed } from "./deleted-components.ts";
import { MAX_UPDATES } from "./depth.ts";
import { appendsUpdate, isOpen, type Notice, type NoticeChange } from "./domain.ts";
import type { Rules } from "./rules.ts";
import { isNotice, readNotice } from "./store.ts";
import { notices, noticeUpdates } from "./table.ts";
import { answerOf } from "./wire.ts";
import { appendUpdate, followUpdates, momentAfter, stillAs, store, touchComponents } from "./writing.ts";

/**
 * @param unchangedSince the `updatedAt` that the change was made on; refused with 409 when it has moved on
 * @throws Refusal 404, 409, or 400 for an unknown component
 */
export async function changeNotice(
  db: WriteDb<"public" | "mail">,
  rules: Rules,
  { noticeID, unchangedSince }: { noticeID: string; unchangedSince: string | undefined },
  change: NoticeChange,
): Promise<Notice> {
  const { kind } = rules;
  const { components: named = [], notifySubscribers = true, restoreComponents = false, ...fields } = change;
  const [found, unknown, deleted, [updates]] = await db.batch([
    db.select().from(notices).where(isNotice(kind, noticeID)),
    selectUnknownComponents(db, named),
    selectDeletedAsListed(db, noticeID, named),
    db
      .select({ count: count(), newestAt: max(noticeUpdates.createdAt) })
      .from(noticeUpdates)
      .where(eq(noticeUpdates.noticeID, noticeID)),
  ]);
  const [current] = found;
  if (!current) throw notFound(kind);
  if (unchangedSince !== undefined && unchangedSince !== current.updatedAt) {
    throw conflict(answerOf(kind, await readNotice(db, kind, noticeID)));
  }
  const status = fields.status ?? current.status;
  rules.check?.({
    status,
    startAt: fields.startAt ?? current.startAt,
    endAt: fields.endAt ?? current.endAt,
    restoreComponents,
  });
  const deletedIDs = new Set(deleted.map(({ componentID }) => componentID));
  const isThere = ({ componentID }: { componentID: string }) => !deletedIDs.has(componentID);
  refuseUnknownComponents(unknown.filter(isThere));
  const touched = named.filter(isThere);
  const now = momentAfter(updates?.newestAt, current.changedAt);
  const saysSomething = appendsUpdate(change);
  if (saysSomething && isOpen({ status }) && updates && updates.count >= MAX_UPDATES) throw full(kind);
  const noticeUpdateID = newID();
  const update = {
    noticeUpdateID,
    noticeID,
    status,
    message: fields.message ?? "",
    createdAt: now,
    updatedAt: now,
  };
  // What an incident says to have begun earlier, its components have been in since then.
  const began = rules.redate ? fields.createdAt : undefined;
  const move = { noticeID, from: current.status, to: status, touched, at: began ?? now, now };
  const effects = rules.effects(db, { ...move, restoresComponents: restoreComponents });
  const statements = [
    stillAs(db, current, now),
    ...(began && rules.redate ? [rules.redate(db, noticeID, began)] : []),
    db
      .update(notices)
      .set({
        ...fields,
        status,
        updatedAt: now,
        sequence: current.sequence + (moves(current, fields) ? 1 : 0),
      })
      .where(eq(notices.noticeID, noticeID)),
    touchComponents(db, noticeID, touched),
    ...(saysSomething ? appendUpdate(db, update, effects) : effects),
    ...followUpdates(db, noticeID),
    ...(saysSomething && notifySubscribers
      ? queueNoticeMail(db, { ...update, first: false, postedAt: now })
      : []),
  ];
  // Whoever came in between is seen by the second look: refused then, or merged with where nobody asked.
  return store(db, kind, noticeID, statements).catch((error: unknown) => {
    if (isGuardFailure(error)) return changeNotice(db, rules, { noticeID, unchangedSince }, change);
    throw error;
  });
}

function full(kind: string): Refusal {
  const most = MAX_UPDATES.toLocaleString("en");
  return new Refusal(
    409,
    `This ${kind} has reached the limit of ${most} updates. Nothing was saved. Close it and create a new one.`,
  );
}

/** Whether the change gives a maintenance another window. */
function moves({ startAt, endAt }: Window, change: NoticeChange): boolean {
  return (change.startAt ?? startAt) !== startAt || (change.endAt ?? endAt) !== endAt;
}

type Window = Pick<typeof notices.$inferSelect, "startAt" | "endAt">;
