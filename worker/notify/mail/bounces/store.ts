import { lt, type SQL, sql } from "drizzle-orm";
import { mailAddress } from "../../../../web/shared/mail-address.ts";
import { DAY_MS, isoTime } from "../../../shared/time/domain.ts";
import type { WriteDb } from "../../../storage/db.ts";
import { recordBounceFailure, recordStoppedChannel } from "../../failures/store.ts";
import { deliveries } from "../../outbox/table.ts";
import { type AddressKeys, addressKeys, rekeySubscriber } from "../../subscribers/address-key.ts";
import type { EndedReason } from "../../subscribers/domain.ts";
import { endSubscriptions } from "../../subscribers/store.ts";
import { subscribers } from "../../subscribers/table.ts";
import type { Bounce, MailNotification, TopicMessage } from "./schema.ts";
import { bounceNotifications } from "./table.ts";

/** A repeated notification doesn't end a subscription that was made since. */
export async function handleNotification(
  env: Env,
  db: WriteDb,
  topicMessage: Pick<TopicMessage, "MessageId" | "Timestamp">,
  notification: MailNotification,
): Promise<void> {
  const { MessageId: messageID, Timestamp: notifiedAt } = topicMessage;
  const { timestamp: sentAt = new Date(notifiedAt).toISOString(), messageId: serviceID } = notification.mail;
  const reason = toEndedReason(notification);
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${bounceNotifications} WHERE message_id = ${messageID})`;
  const receivedAt = isoTime(Date.now());
  const keys = await destinationKeys(env, notification);
  const condition = recipientCondition(serviceID, keys.key);
  await db.batch([
    rekeySubscriber(db, keys),
    ...(reason ? [recordEndedChannel(db, { condition, reason, sentAt, isNew })] : []),
    ...endSubscriptions(db, {
      condition,
      reason: reason ?? "bounce",
      sentAt,
      onlyIf: reason ? isNew : sql`false`,
    }),
    ...(notification.notificationType === "Bounce" && !isAutoReply(notification.bounce)
      ? [
          recordBounceFailure(db, {
            condition: sql`d.service_id = ${serviceID} AND d.service_id <> '' AND d.state = 'sent'`,
            reason: bounceMessage(notification.bounce),
          }),
          // A repeated notification is counted once.
          db
            .update(deliveries)
            .set({ state: "failed", error: bounceMessage(notification.bounce) })
            .where(sql`service_id = ${serviceID} AND service_id <> '' AND state = 'sent'`),
        ]
      : []),
    db.insert(bounceNotifications).values({ messageID, receivedAt }).onConflictDoNothing(),
  ]);
}

/**
 * A condition on the columns of `subscribers`.
 * @param addressKey identifies the recipient if the mail was not recorded yet or is older than 90 days
 */
function recipientCondition(serviceID: string, addressKey: string): SQL {
  const subscriberOfDelivery = sql`(SELECT d.subscriber_id FROM ${deliveries} AS d
    WHERE d.service_id = ${serviceID} AND d.service_id <> '' AND d.subscriber_id IS NOT NULL LIMIT 1)`;
  return sql`subscriber_id = coalesce(${subscriberOfDelivery}, (SELECT subscriber_id FROM ${subscribers} WHERE address_key = ${addressKey}))`;
}

/** Subscribers end for their own reasons, which only concern the team if the channel is its own. */
function recordEndedChannel(
  db: WriteDb,
  { condition, reason, sentAt, isNew }: { condition: SQL; reason: EndedReason; sentAt: string; isNew: SQL },
) {
  const isOld = reason === "complaint" ? sql`true` : sql`coalesce(s.confirmed_at, '') <= ${sentAt}`;
  return recordStoppedChannel(db, {
    condition: sql`s.is_team AND s.subscriber_id IN (SELECT subscriber_id FROM ${subscribers} WHERE ${condition})
      AND ${isOld} AND ${isNew}`,
    visitorName: "",
    reason:
      reason === "complaint"
        ? "It was ended: its email was reported as spam."
        : "It was ended: its email bounced.",
  });
}

function toEndedReason(notification: MailNotification): EndedReason | undefined {
  if (notification.notificationType === "Bounce")
    return notification.bounce.bounceType === "Permanent" ? "bounce" : undefined;
  const { complaintFeedbackType } = notification.complaint;
  return NON_COMPLAINTS.has(complaintFeedbackType ?? "") ? undefined : "complaint";
}

const NON_COMPLAINTS = new Set(["not-spam", "auth-failure"]);

/** Out-of-office replies are reported as bounces, although the mail arrived. */
function isAutoReply({ bounceType, bounceSubType }: Bounce): boolean {
  return bounceType === "Transient" && bounceSubType === "General";
}

/** The destination is what we sent. The bounce itself can name anyone. Without one valid address the keys match nobody. */
async function destinationKeys(env: Env, { mail: { destination } }: MailNotification): Promise<AddressKeys> {
  const [only, ...others] = destination;
  const address = only === undefined || others.length > 0 ? undefined : mailAddress(only);
  return address === undefined ? { key: "", address: "" } : addressKeys(env, address);
}

/** Addresses are removed, because the record outlives the subscription. */
function bounceMessage({ bounceType, bouncedRecipients: [first] }: Bounce): string {
  return `The email bounced (${bounceType}). ${first?.diagnosticCode ?? first?.status ?? ""}`
    .trim()
    .slice(0, 1000)
    .replace(/[^\s<>()[\]:;,"']+@[^\s<>()[\]:;,"']+/g, "…");
}

export async function deleteOldNotifications(db: WriteDb, now: number): Promise<void> {
  const since = new Date(now - DAY_MS).toISOString();
  await db.batch([db.delete(bounceNotifications).where(lt(bounceNotifications.receivedAt, since))]);
}
