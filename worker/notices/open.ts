import { refuseUnknownComponents, selectUnknownComponents } from "../components/store.ts";
import { createdID } from "../http/idempotency/claim.ts";
import { queueNoticeMail } from "../mail/outbox.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import { guardUnchanged, requireUnchanged } from "../storage/preconditions.ts";
import type { NewNotice, Notice } from "./domain.ts";
import type { Rules } from "./rules.ts";
import { isNotice, readNotice } from "./store.ts";
import { notices } from "./table.ts";
import { answerOf } from "./wire.ts";
import { appendUpdate, store, touchComponents } from "./writing.ts";

/** The notice, its first update and the components it names change together or not at all. */
export async function openNotice(
  db: WriteDb<"public" | "mail">,
  rules: Rules,
  input: NewNotice,
): Promise<Notice> {
  const { kind } = rules;
  const { name, status, message = "", components: touched = [], startAt = null, endAt = null } = input;
  const { notifySubscribers = true } = input;
  rules.check?.({ status, startAt, endAt, restoreComponents: false });
  refuseUnknownComponents(await selectUnknownComponents(db, touched));
  const now = new Date().toISOString();
  const createdAt = input.createdAt ?? now;
  const noticeID = createdID(db);
  const update = { noticeUpdateID: newID(), noticeID, status, message, createdAt, updatedAt: now };
  const notice = { noticeID, kind, name, status, message, startAt, endAt, createdAt, updatedAt: now };
  return store(db, kind, noticeID, [
    db.insert(notices).values(notice),
    touchComponents(db, noticeID, touched),
    ...appendUpdate(
      db,
      update,
      rules.effects(db, { noticeID, from: null, to: status, touched, at: createdAt, now }),
    ),
    ...(notifySubscribers ? queueNoticeMail(db, { ...update, first: true, postedAt: createdAt }) : []),
  ]);
}

/**
 * Its updates go too; deleting what is not there changes nothing.
 * @param query of the request, which can ask for more
 * @returns whether it was there
 * @throws Refusal 409 where it has changed since
 */
export async function deleteNotice(
  db: WriteDb<"public">,
  { kind, deletion: { effects } }: Rules,
  { noticeID, unchangedSince }: { noticeID: string; unchangedSince: string | undefined },
  query: Record<string, string>,
): Promise<boolean> {
  const which = isNotice(kind, noticeID);
  const deletion = db.delete(notices).where(which).returning({ noticeID: notices.noticeID });
  const unchanged = guardUnchanged(db, { table: notices, which, unchangedSince });
  const deleting = db.batch([unchanged, ...effects(db, noticeID, query), deletion]);
  const results = await requireUnchanged(deleting, async () =>
    answerOf(kind, await readNotice(db, kind, noticeID)),
  );
  return (results.at(-1) as Awaited<typeof deletion>).length > 0; // the last statement's rows
}
