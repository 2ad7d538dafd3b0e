import { lt, sql } from "drizzle-orm";
import type { WriteDb } from "../../storage/db.ts";
import { mailAddress } from "../../subscribers/address.ts";
import { type AddressKeys, addressKeys, keyRowOf } from "../../subscribers/address-key.ts";
import type { EndedReason } from "../../subscribers/domain.ts";
import { endSubscriptions } from "../../subscribers/store.ts";
import { DAY_MS } from "../../time/domain.ts";
import { recipientOf, recordBounce } from "../store.ts";
import type { Bounce, MailNotification, TopicMessage } from "./schema.ts";
import { bounceNotifications } from "./table.ts";

type Heeded = Pick<TopicMessage, "MessageId" | "Timestamp">;

/**
 * Ends the subscription of whoever can not be reached, for good, or calls it spam. A notification that was here before
 * changes nothing: who subscribed again meanwhile stays.
 */
export async function heed(
  env: Env,
  db: WriteDb,
  topicMessage: Heeded,
  notification: MailNotification,
): Promise<void> {
  const { MessageId: messageID, Timestamp: toldAt } = topicMessage;
  const { timestamp: sentAt = new Date(toldAt).toISOString(), messageId: serviceID } = notification.mail;
  const reason = reasonOf(notification);
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${bounceNotifications} WHERE message_id = ${messageID})`;
  const receivedAt = new Date().toISOString();
  const keys = await destinationKeys(env, notification);
  const whose = recipientOf(serviceID, keys.key);
  await db.batch([
    keyRowOf(db, keys),
    ...endSubscriptions(db, {
      whose,
      reason: reason ?? "bounce",
      sentAt,
      onlyIf: reason ? isNew : sql`false`,
    }),
    ...(notification.notificationType === "Bounce" && !isReply(notification.bounce)
      ? recordBounce(db, { serviceID, error: wordsOf(notification.bounce) })
      : []),
    db.insert(bounceNotifications).values({ messageID, receivedAt }).onConflictDoNothing(),
  ]);
}

/** Undefined for a full mailbox, for example, or for what no reader has complained about. */
function reasonOf(notification: MailNotification): EndedReason | undefined {
  if (notification.notificationType === "Bounce")
    return notification.bounce.bounceType === "Permanent" ? "bounce" : undefined;
  const { complaintFeedbackType } = notification.complaint;
  return NO_COMPLAINTS.has(complaintFeedbackType ?? "") ? undefined : "complaint";
}

/** Of the kinds of feedback: the opposite of a complaint, and a mail server that takes a mail for a forged one. */
const NO_COMPLAINTS = new Set(["not-spam", "auth-failure"]);

/** That somebody is out of office comes as a bounce of this kind, too: the mail has arrived. */
function isReply({ bounceType, bounceSubType }: Bounce): boolean {
  return bounceType === "Transient" && bounceSubType === "General";
}

/**
 * Each mail has one recipient, whom we know better than the answer to it: an answer may name anybody, and comes from
 * whoever runs that mail server. Keys that nobody has, where there is not one address.
 */
async function destinationKeys(env: Env, { mail: { destination } }: MailNotification): Promise<AddressKeys> {
  const [only, ...others] = destination;
  const address = only === undefined || others.length > 0 ? undefined : mailAddress(only);
  return address === undefined ? { key: "", address: "", oldKey: "" } : addressKeys(env, address);
}

/** The other mail server's own words, where there are any; they outlive the subscription, which an address does not. */
function wordsOf({ bounceType, bouncedRecipients: [first] }: Bounce): string {
  return `The email bounced (${bounceType}). ${first?.diagnosticCode ?? first?.status ?? ""}`
    .trim()
    .slice(0, 1000)
    .replace(/[^\s<>()[\]:;,"']+@[^\s<>()[\]:;,"']+/g, "…");
}

/** A day later they would be refused for their age. */
export async function forgetNotifications(db: WriteDb, now: number): Promise<void> {
  const since = new Date(now - DAY_MS).toISOString();
  await db.delete(bounceNotifications).where(lt(bounceNotifications.receivedAt, since));
}
