import { lt, sql } from "drizzle-orm";
import type { Db } from "../db.ts";
import { addressKey, mailAddress } from "../subscribers/address.ts";
import type { EndedReason } from "../subscribers/statuses.ts";
import { endSubscriptions } from "../subscribers/store.ts";
import type { MailNotification } from "./schema.ts";
import { bounceNotifications } from "./table.ts";

const DAY = 86_400_000;

/**
 * Ends what can not be delivered, for good, and what somebody calls spam. A notification that was here before
 * changes nothing: who subscribed again meanwhile stays.
 */
export async function heed(db: Db, messageID: string, notification: MailNotification): Promise<void> {
  const ends = endsOf(notification);
  if (!ends) return;
  const { destination, timestamp: sentAt } = notification.mail;
  // A mail server may name the address that it passed the mail on to; there is one recipient a mail.
  const named = [...ends.recipients, ...(destination.length === 1 ? destination : [])];
  const addresses = named.map(mailAddress).filter((address) => address !== undefined);
  const keys = await Promise.all(addresses.map(addressKey));
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${bounceNotifications} WHERE message_id = ${messageID})`;
  const receivedAt = new Date().toISOString();
  await db.batch([
    ...endSubscriptions(db, { keys, reason: ends.reason, sentAt, onlyIf: isNew }),
    db.insert(bounceNotifications).values({ messageID, receivedAt }).onConflictDoNothing(),
  ]);
}

function endsOf(notification: MailNotification): { reason: EndedReason; recipients: string[] } | undefined {
  if (notification.notificationType === "Bounce") {
    const { bounceType, bouncedRecipients } = notification.bounce;
    return bounceType === "Permanent" ? { reason: "bounce", recipients: bouncedRecipients } : undefined;
  }
  const { complaintFeedbackType, complainedRecipients } = notification.complaint;
  if (complaintFeedbackType === "not-spam") return undefined;
  return { reason: "complaint", recipients: complainedRecipients };
}

/** A day later they would be refused for their age. */
export async function forgetNotifications(db: Db, now: number): Promise<void> {
  const since = new Date(now - DAY).toISOString();
  await db.delete(bounceNotifications).where(lt(bounceNotifications.receivedAt, since));
}
