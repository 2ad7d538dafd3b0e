import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { recordBounceFailure, recordStoppedChannel } from "../../failures/store.ts";
import type { WriteDb } from "../../storage/db.ts";
import { endSubscriptions } from "../../subscribers/store.ts";

interface RefusedRecipient {
  deliveryID: number;
  subscriberID: string;
  /** The service's message, without the recipient's address. */
  error: string;
}

/** What a permanent bounce does, for a service that reports one when the next mail is sent. Put it before the outcome's statements. */
export function endRefusedRecipient(
  db: WriteDb,
  { deliveryID, subscriberID, error }: RefusedRecipient,
): BatchItem<"sqlite">[] {
  return [
    recordStoppedChannel(db, {
      whose: sql`s.is_team AND s.subscriber_id = ${subscriberID}`,
      visitorName: "",
      reason: "It was ended: its email bounced.",
    }),
    ...endSubscriptions(db, {
      whose: sql`subscriber_id = ${subscriberID}`,
      reason: "bounce",
      sentAt: new Date().toISOString(),
      onlyIf: sql`true`,
    }),
    recordBounceFailure(db, {
      which: sql`d.delivery_id = ${deliveryID} AND d.state = 'waiting'`,
      reason: error,
    }),
  ];
}
