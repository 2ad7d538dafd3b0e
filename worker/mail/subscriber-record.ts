import { eq, type SQL, sql } from "drizzle-orm";
import { mailAddress } from "../../web/shared/mail-address.ts";
import { components } from "../components/table.ts";
import { isEndpointAddress, parseEndpoint } from "../endpoints/address.ts";
import { eraseEndpoint } from "../endpoints/outbox.ts";
import { endpointDeliveries } from "../endpoints/table.ts";
import { componentGroups } from "../groups/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { readableJSON } from "../storage/stored-json.ts";
import { type AddressKeys, addressKeys, endpointKeys, keyRowOf } from "../subscribers/address-key.ts";
import { resetConfirmations } from "../subscribers/confirmation-limits.ts";
import { chosenReminders, type FollowedNotice, reminderFields } from "../subscribers/domain.ts";
import { selectFollowedNotices } from "../subscribers/followed-notices.ts";
import type { Erasure, SubscriberRecord } from "../subscribers/schema.ts";
import {
  subscriberComponents,
  subscriberGroups,
  subscriberNotices,
  subscribers,
} from "../subscribers/table.ts";
import { selectUnclaimed, subscriberKind } from "./chunks.ts";
import { readableContent } from "./readable-content.ts";
import { eraseRecipient } from "./store.ts";
import { mailDeliveries, mailMessages } from "./table.ts";

/** Nobody reads more than this in 90 days, and a record stays small. */
const MAX_DELIVERIES = 10_000;

export async function readRecord(db: Db, subscriberID: string): Promise<SubscriberRecord | null> {
  const [found, chosen, groups, notices, unclaimed, deliveries, toEndpoint] = await db.batch(
    selectRecord(db, sql`${subscriberID}`),
  );
  return recordOf(found, { components: chosen, groups, notices }, [
    ...unclaimed.map(asDelivery),
    ...deliveries,
    ...toEndpoint,
  ]);
}

export async function findRecord(
  env: Env,
  db: WriteDb,
  emailAddress: string,
): Promise<SubscriberRecord | null> {
  const keys = await keysOf(env, emailAddress);
  const [, found, chosen, groups, notices, unclaimed, deliveries, toEndpoint] = await db.batch([
    keyRowOf(db, keys),
    ...selectRecord(db, idOf(keys.key)),
  ]);
  return recordOf(found, { components: chosen, groups, notices }, [
    ...unclaimed.map(asDelivery),
    ...deliveries,
    ...toEndpoint,
  ]);
}

/** An anonymous row stays with `keepMark`, and prevents repeated emails to the address. Sent emails are still counted. */
export async function eraseSubscriber(
  env: Env,
  db: WriteDb,
  { emailAddress, keepMark }: Erasure,
): Promise<void> {
  const keys = await keysOf(env, emailAddress);
  const id = idOf(keys.key);
  const whose = eq(subscribers.addressKey, keys.key);
  const now = new Date().toISOString();
  await db.batch([
    keyRowOf(db, keys),
    ...eraseRecipient(db, id),
    ...eraseEndpoint(db, id),
    db.delete(subscriberComponents).where(sql`subscriber_id = ${id}`),
    db.delete(subscriberGroups).where(sql`subscriber_id = ${id}`),
    db.delete(subscriberNotices).where(sql`subscriber_id = ${id}`),
    ...(keepMark
      ? []
      : [resetConfirmations(db, sql`(SELECT mailbox_key FROM ${subscribers} WHERE ${whose})`)]),
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
          .where(whose)
      : db.delete(subscribers).where(whose),
  ]);
}

/** An older version may have stored an address that is refused today. */
function keysOf(env: Env, emailAddress: string): Promise<AddressKeys> {
  const url = isEndpointAddress(emailAddress) ? parseEndpoint(emailAddress) : undefined;
  if (url) return endpointKeys(env, url);
  return addressKeys(env, mailAddress(emailAddress) ?? emailAddress.trim());
}

function idOf(key: string): SQL {
  return sql`(SELECT subscriber_id FROM ${subscribers} WHERE address_key = ${key})`;
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
    selectUnclaimed(db, id),
    db
      .select({
        kind: subscriberKind,
        name: sql<string>`coalesce(${readableContent} ->> 'name', '')`,
        status: sql<string>`coalesce(${readableContent} ->> 'status', '')`,
        createdAt: mailMessages.createdAt,
        state: mailDeliveries.state,
        attempts: mailDeliveries.attempts,
        error: mailDeliveries.error,
        serviceID: mailDeliveries.serviceID,
      })
      .from(mailDeliveries)
      .innerJoin(mailMessages, eq(mailMessages.messageID, mailDeliveries.messageID))
      .where(sql`subscriber_id = ${id}`)
      .orderBy(sql`delivery_id DESC`)
      .limit(MAX_DELIVERIES),
    db
      .select({
        kind: subscriberKind,
        name: sql<string>`coalesce(${readableContent} ->> 'name', ${firstChange} ->> 'name', '')`,
        status: sql<string>`coalesce(${readableContent} ->> 'status', ${firstChange} ->> 'newStatus', '')`,
        createdAt: mailMessages.createdAt,
        state: endpointDeliveries.state,
        attempts: endpointDeliveries.attempts,
        error: endpointDeliveries.error,
        serviceID: sql<string>`''`,
      })
      .from(endpointDeliveries)
      .innerJoin(mailMessages, eq(mailMessages.messageID, endpointDeliveries.messageID))
      .where(sql`subscriber_id = ${id}`)
      .orderBy(sql`delivery_id DESC`)
      .limit(MAX_DELIVERIES),
  ] as const;
}

/** The first change of a component that a delivery tells. */
const firstChange = sql`(${readableContent} -> '$.changes'
  -> coalesce(${readableJSON(endpointDeliveries.changes, "array")} ->> 0, 0))`;

function asDelivery(mail: Awaited<ReturnType<typeof selectUnclaimed>>[number]) {
  return { ...mail, attempts: 0, serviceID: "" };
}

function recordOf(
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
    ...{ subscriberID, channel, emailAddress, state, endedReason, endedAt, everything, ...chosen },
    notices: chosen.notices.map(({ noticeID, name, isConfirmed }) => ({ noticeID, name, isConfirmed })),
    reminders: chosenReminders(subscriber),
    ...{ timeZone, language, requestedAt: createdAt, confirmedAt, confirmationSentAt, deliveries },
  };
}
