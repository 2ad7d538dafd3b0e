import { refuseUnknownComponents, selectUnknownComponents } from "../../components/store.ts";
import { nextReminderAt } from "../../notify/subscribers/domain.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { newID } from "../../storage/ids.ts";
import { idForNewItem } from "../../storage/new-item-ids.ts";
import type { NewNotice, Notice } from "../domain.ts";
import { notices } from "../table.ts";
import { completeFromTemplate } from "./from-template.ts";
import type { KindBehavior } from "./kind-behavior.ts";
import { type Creation, writeAndReadNotice } from "./notice-write.ts";
import { appendUpdate, saveNoticeComponents } from "./write-statements.ts";

export async function createNotice(
  db: WriteDb<"public" | "mail">,
  behavior: KindBehavior,
  input: NewNotice,
  creation: Creation = {},
): Promise<Notice> {
  const { kind } = behavior;
  const completeNotice = await completeFromTemplate(db, kind, input);
  if (input.backfilled && behavior.backfill) return behavior.backfill(db, completeNotice, creation);
  const { name, status, message = "", components = [], startAt = null, endAt = null } = completeNotice;
  const { notifySubscribers = true } = input;
  behavior.validate?.({ startAt, endAt });
  refuseUnknownComponents(await selectUnknownComponents(db, components));
  const now = isoTime(Date.now());
  const createdAt = input.createdAt ?? now;
  const noticeID = idForNewItem(db);
  const update = { noticeUpdateID: newID(), noticeID, status, message, createdAt, updatedAt: now };
  const notice = { noticeID, kind, name, status, message, startAt, endAt, createdAt, updatedAt: now };
  const transition = { noticeID, from: null, to: status, components, at: createdAt, now };
  return writeAndReadNotice(db, { kind, noticeID, ...creation }, async () => ({
    changes: [
      db.insert(notices).values({ ...notice, nextReminderAt: nextReminderAt(startAt, now) }),
      saveNoticeComponents(db, noticeID, components),
      ...appendUpdate(db, behavior, update, transition),
    ],
    componentIDs: components.map(({ componentID }) => componentID),
    noticeUpdateID: null,
    now,
    ...(notifySubscribers && { post: { ...update, first: true, postedAt: createdAt } }),
  }));
}
