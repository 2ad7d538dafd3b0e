import { eq, type SQL, sql } from "drizzle-orm";
import { componentGroups } from "../../components/groups/table.ts";
import { components } from "../../components/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { readableJSON } from "../../storage/stored-json.ts";
import type { DeliveryState } from "../outbox/domain.ts";
import { eraseRecipient, selectUndelivered } from "../outbox/queue.ts";
import { readableContent } from "../outbox/readable-content.ts";
import { deliveries, type MessageKind, messages } from "../outbox/table.ts";
import { lookupKeys, NOBODY, rekeySubscriber } from "../subscribers/address-key.ts";
import { resetConfirmations } from "../subscribers/confirmation-limits.ts";
import { chosenReminders, type FollowedNotice, reminderFields } from "../subscribers/domain.ts";
import { selectFollowedNotices } from "../subscribers/followed-notices.ts";
import type { Erasure, SubscriberLookup, SubscriberRecord } from "../subscribers/schema.ts";
import {
  subscriberComponents,
  subscriberGroups,
  subscriberNotices,
  subscribers,
} from "../subscribers/table.ts";

/** Nobody reads more than this in 90 days, and a record stays small. */
const MAX_DELIVERIES = 10_000;

export async function readRecord(db: Db, subscriberID: string): Promise<SubscriberRecord | null> {
  const [found, chosen, groups, notices, sent] = await db.batch(selectRecord(db, sql`${subscriberID}`));
  return toRecord(found, { components: chosen, groups, notices }, sent);
}

export async function findRecord(
  env: Env,
  db: WriteDb,
  lookup: SubscriberLookup,
): Promise<SubscriberRecord | null> {
  const { id, keys } = await identify(env, lookup);
  const [, found, chosen, groups, notices, sent] = await db.batch([
    rekeySubscriber(db, keys),
    ...selectRecord(db, id),
  ]);
  return toRecord(found, { components: chosen, groups, notices }, sent);
}

/** An anonymous row stays with `keepMark`, and prevents repeated emails to the address. Sent emails are still counted. */
export async function eraseSubscriber(
  env: Env,
  db: WriteDb,
  { keepMark, ...lookup }: Erasure,
): Promise<void> {
  const { id, keys } = await identify(env, lookup);
  const condition = sql`subscriber_id = ${id}`;
  const now = isoTime(Date.now());
  await db.batch([
    rekeySubscriber(db, keys),
    ...eraseRecipient(db, id),
    db.delete(subscriberComponents).where(condition),
    db.delete(subscriberGroups).where(condition),
    db.delete(subscriberNotices).where(condition),
    ...(keepMark
      ? []
      : [resetConfirmations(db, sql`(SELECT mailbox_key FROM ${subscribers} WHERE ${condition})`)]),
    keepMark
      ? db
          .update(subscribers)
          .set({
            emailAddress: "",
            tokenVersion: sql`token_version + 1`,
            state: "ended",
            endedReason: sql`iif(ended_reason = 'complaint', ended_reason, 'erased')`,
            endedAt: now,
            everything: true,
            timeZone: "UTC",
            language: "en",
            ...reminderFields([]),
            createdAt: now,
            confirmedAt: null,
            confirmationSentAt: now,
          })
          .where(condition)
      : db.delete(subscribers).where(condition),
  ]);
}

/** The console knows the ID of a subscriber whose address it can't see. The team's channels have none of these calls. */
async function identify(env: Env, { emailAddress = "", subscriberID }: SubscriberLookup) {
  if (subscriberID !== undefined)
    return {
      id: sql`(SELECT subscriber_id FROM ${subscribers} WHERE subscriber_id = ${subscriberID} AND NOT is_team)`,
      keys: NOBODY,
    };
  const keys = await lookupKeys(env, emailAddress);
  return { id: sql`(SELECT subscriber_id FROM ${subscribers} WHERE address_key = ${keys.key})`, keys };
}

function selectRecord(db: Db, id: SQL) {
  return [
    db.select().from(subscribers).where(sql`subscriber_id = ${id}`),
    db
      .select({ componentID: components.componentID, name: components.name })
      .from(subscriberComponents)
      .innerJoin(components, eq(components.componentID, subscriberComponents.componentID))
      .where(sql`subscriber_id = ${id}`)
      .orderBy(components.order),
    db
      .select({ groupID: componentGroups.groupID, name: componentGroups.name })
      .from(subscriberGroups)
      .innerJoin(componentGroups, eq(componentGroups.groupID, subscriberGroups.groupID))
      .where(sql`subscriber_id = ${id}`)
      .orderBy(componentGroups.order),
    selectFollowedNotices(db, id),
    db
      .select({
        kind: sql<Exclude<MessageKind, "failure">>`kind`,
        name: sql<string>`coalesce(${readableContent} ->> 'name', ${firstChange} ->> 'name', '')`,
        status: sql<string>`coalesce(${readableContent} ->> 'status', ${firstChange} ->> 'newStatus', '')`,
        createdAt: messages.createdAt,
        state: sql<DeliveryState>`d.state`,
        attempts: sql<number>`d.attempts`,
        error: sql<string>`d.error`,
        serviceID: sql<string>`d.service_id`,
      })
      .from(sql`(SELECT * FROM (SELECT delivery_id, message_id, state, attempts, error, service_id, changes FROM ${deliveries}
          WHERE subscriber_id = ${id} ORDER BY delivery_id DESC LIMIT ${MAX_DELIVERIES})
        UNION ALL SELECT 9e15, message_id, state, 0, error, '', NULL FROM ${selectUndelivered(id)}) AS d`)
      .innerJoin(messages, sql`${messages.messageID} = d.message_id`)
      // Only channels of the team get messages about failures, and nobody has a record of those.
      .where(sql`kind <> 'failure'`)
      .orderBy(sql`d.delivery_id DESC, ${messages.createdAt} DESC`),
  ] as const;
}

/** The first change of a component that a delivery announces. */
const firstChange = sql`(${readableContent} -> '$.changes'
  -> coalesce(${readableJSON(sql`d.changes`, "array")} ->> 0, 0))`;

function toRecord(
  [subscriber]: (typeof subscribers.$inferSelect)[],
  chosen: Pick<SubscriberRecord, "components" | "groups"> & {
    notices: (FollowedNotice & { isConfirmed: boolean })[];
  },
  deliveries: SubscriberRecord["deliveries"],
): SubscriberRecord | null {
  if (!subscriber) return null;
  const { subscriberID, channel, emailAddress, state, endedReason, endedAt, everything } = subscriber;
  const { timeZone, language, createdAt, confirmedAt, confirmationSentAt } = subscriber;
  return {
    subscriberID,
    channel,
    emailAddress,
    state,
    endedReason,
    endedAt,
    everything,
    ...chosen,
    notices: chosen.notices.map(({ noticeID, name, isConfirmed }) => ({ noticeID, name, isConfirmed })),
    reminders: chosenReminders(subscriber),
    timeZone,
    language,
    requestedAt: createdAt,
    confirmedAt,
    confirmationSentAt,
    deliveries,
  };
}
