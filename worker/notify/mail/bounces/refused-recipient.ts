import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { DAY_MS, isoTime } from "../../../shared/time/domain.ts";
import type { WriteDb } from "../../../storage/db.ts";
import { recordBounceFailure, recordStoppedChannel } from "../../failures/store.ts";
import { deliveries } from "../../outbox/table.ts";
import { endSubscriptions } from "../../subscribers/store.ts";
import { subscribers } from "../../subscribers/table.ts";

/**
 * Cloudflare suppresses an address for a day after a full mailbox, and for a week or longer after a permanent bounce. The end of a
 * day isn't known everywhere at once.
 * @see https://developers.cloudflare.com/email-service/concepts/suppressions/
 */
const MAX_SOFT_SUPPRESSION_MS = 2 * DAY_MS;

interface RefusedRecipient {
  deliveryID: number;
  subscriberID: string;
  /** The service's message, without the recipient's address. */
  error: string;
  refusedAs: "recipient" | "suppressed";
}

/**
 * For a service that reports a bounce when the next mail is sent. A suppressed reader stays subscribed until the bounce is certain
 * to be permanent. Must run before the outcome's statements.
 */
export function endRefusedRecipient(
  db: WriteDb,
  { deliveryID, subscriberID, error, refusedAs }: RefusedRecipient,
): BatchItem<"sqlite">[] {
  const isPermanent = refusedAs === "recipient" ? sql`true` : isSuppressedForLong(subscriberID, error);
  const isWaiting = sql`d.delivery_id = ${deliveryID} AND d.state = 'waiting'`;
  // Another run may have sent the email after the lease.
  const onlyIf = sql`${isPermanent} AND EXISTS (SELECT 1 FROM ${deliveries} AS d WHERE ${isWaiting})`;
  return [
    recordStoppedChannel(db, {
      condition: sql`s.is_team AND s.subscriber_id = ${subscriberID} AND ${onlyIf}`,
      visitorName: "",
      reason: "It was ended: its email bounced.",
    }),
    ...endSubscriptions(db, {
      condition: sql`subscriber_id = ${subscriberID}`,
      reason: "bounce",
      sentAt: isoTime(Date.now()),
      onlyIf,
    }),
    recordBounceFailure(db, {
      condition: isWaiting,
      reason: error,
    }),
  ];
}

/** An unconfirmed reader loses nothing and can subscribe again. `next_at` of a failed mail is at most a lease after it failed. */
function isSuppressedForLong(subscriberID: string, error: string): SQL {
  const before = isoTime(Date.now() - MAX_SOFT_SUPPRESSION_MS);
  const lastSentID = sql`coalesce((SELECT max(sent.delivery_id) FROM ${deliveries} AS sent
    WHERE sent.subscriber_id = ${subscriberID} AND sent.state = 'sent'), 0)`;
  return sql`(EXISTS (SELECT 1 FROM ${subscribers} AS reader WHERE reader.subscriber_id = ${subscriberID} AND reader.state = 'unconfirmed')
    OR EXISTS (SELECT 1 FROM ${deliveries} AS refused WHERE refused.subscriber_id = ${subscriberID}
      AND refused.state = 'failed' AND refused.service_id = '' AND refused.error = ${error}
      AND refused.next_at < ${before} AND refused.delivery_id > ${lastSentID}))`;
}
