import { refuseUnknownComponents, selectUnknownComponents } from "../components/store.ts";
import { createdID } from "../http/idempotency/claim.ts";
import { queueNoticeMail } from "../mail/outbox.ts";
import type { WriteDb } from "../storage/db.ts";
import { newID } from "../storage/ids.ts";
import type { NewNotice, Notice } from "./domain.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import { notices } from "./table.ts";
import { appendUpdate, saveNoticeComponents, writeAndRead } from "./write-statements.ts";

export async function createNotice(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  input: NewNotice,
): Promise<Notice> {
  const { kind } = behavior;
  const { name, status, message = "", components = [], startAt = null, endAt = null } = input;
  const { notifySubscribers = true } = input;
  behavior.validate?.({ status, startAt, endAt, restoreComponents: false });
  refuseUnknownComponents(await selectUnknownComponents(db, components));
  const now = new Date().toISOString();
  const createdAt = input.createdAt ?? now;
  const noticeID = createdID(db);
  const update = { noticeUpdateID: newID(), noticeID, status, message, createdAt, updatedAt: now };
  const notice = { noticeID, kind, name, status, message, startAt, endAt, createdAt, updatedAt: now };
  const transition = { noticeID, from: null, to: status, components, at: createdAt, now };
  return writeAndRead(db, kind, noticeID, [
    db.insert(notices).values(notice),
    saveNoticeComponents(db, noticeID, components),
    ...appendUpdate(db, update, behavior.changeComponents(db, transition)),
    ...(notifySubscribers ? queueNoticeMail(db, { ...update, first: true, postedAt: createdAt }) : []),
  ]);
}
