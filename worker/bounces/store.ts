import { lt, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { recordBounce } from "../mail/store.ts";
import { addressKey, mailAddress } from "../subscribers/address.ts";
import type { EndedReason } from "../subscribers/statuses.ts";
import { endSubscriptions } from "../subscribers/store.ts";
import type { Bounce, MailNotification } from "./schema.ts";
import { bounceNotifications } from "./table.ts";

const DAY = 86_400_000;

/**
 * Ends the subscription of whoever can not be reached, for good, or calls it spam. A notification that was here before
 * changes nothing: who subscribed again meanwhile stays.
 */
export async function heed(db: Db, messageID: string, notification: MailNotification): Promise<void> {
  const { timestamp: sentAt, messageId: serviceID } = notification.mail;
  const ends = endsOf(notification);
  const keys = ends === undefined ? [] : await Promise.all(addressesOf(notification).map(addressKey));
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${bounceNotifications} WHERE message_id = ${messageID})`;
  const receivedAt = new Date().toISOString();
  await db.batch([
    ...endSubscriptions(db, { keys, reason: ends ?? "bounce", sentAt, onlyIf: isNew }),
    ...(notification.notificationType === "Bounce"
      ? [recordBounce(db, { serviceID, error: wordsOf(notification.bounce) })]
      : []),
    db.insert(bounceNotifications).values({ messageID, receivedAt }).onConflictDoNothing(),
  ]);
}

/** Undefined for a full mailbox, for example, or for somebody who says that it is no spam. */
function endsOf(notification: MailNotification): EndedReason | undefined {
  if (notification.notificationType === "Bounce")
    return notification.bounce.bounceType === "Permanent" ? "bounce" : undefined;
  return notification.complaint.complaintFeedbackType === "not-spam" ? undefined : "complaint";
}

/** A mail server may name the address that it passed the mail on to; each mail has one recipient. */
function addressesOf(notification: MailNotification): string[] {
  const { destination } = notification.mail;
  const recipients =
    notification.notificationType === "Bounce"
      ? notification.bounce.bouncedRecipients
      : notification.complaint.complainedRecipients;
  return [
    ...recipients.map(({ emailAddress }) => emailAddress),
    ...(destination.length === 1 ? destination : []),
  ]
    .map(mailAddress)
    .filter((address) => address !== undefined);
}

/** The other mail server's own words, where there are any. */
function wordsOf({ bounceType, bouncedRecipients: [first] }: Bounce): string {
  return `The mail bounced (${bounceType}). ${first?.diagnosticCode ?? first?.status ?? ""}`
    .trim()
    .slice(0, 1000);
}

/** A day later they would be refused for their age. */
export async function forgetNotifications(db: Db, now: number): Promise<void> {
  const since = new Date(now - DAY).toISOString();
  await db.delete(bounceNotifications).where(lt(bounceNotifications.receivedAt, since));
}
