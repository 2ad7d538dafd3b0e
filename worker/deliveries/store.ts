import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { channelTitles } from "../channels/domain.ts";
import { changeAt, type Lease, renewOrRelease, restStatements, withoutChanges } from "../endpoints/store.ts";
import { endpointDeliveries, endpoints } from "../endpoints/table.ts";
import { recordStoppedChannel } from "../failures/store.ts";
import { isStillThere } from "../mail/store.ts";
import { mailMessages } from "../mail/table.ts";
import { pushKeys } from "../push/table.ts";
import { settings } from "../settings/table.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { confirmStatements, endSubscriptions, forgetSubscriber } from "../subscribers/store.ts";
import { subscribers } from "../subscribers/table.ts";
import { isoTime } from "../time/domain.ts";

const targetColumns = {
  subscriber: {
    subscriberID: subscribers.subscriberID,
    tokenVersion: subscribers.tokenVersion,
    channel: subscribers.channel,
    state: subscribers.state,
    timeZone: subscribers.timeZone,
    language: subscribers.language,
    isTeam: subscribers.isTeam,
  },
  endpoint: {
    address: endpoints.address,
    secretVersion: endpoints.secretVersion,
    rotatedAt: endpoints.rotatedAt,
    earlierRotations: endpoints.earlierRotations,
    isSlow: endpoints.isSlow,
    fastInRow: endpoints.fastInRow,
  },
};

export function selectTarget(db: Db, subscriberID: string) {
  return db
    .select(targetColumns)
    .from(endpoints)
    .innerJoin(subscribers, eq(subscribers.subscriberID, endpoints.subscriberID))
    .where(eq(endpoints.subscriberID, subscriberID));
}

export type EndpointDelivery = Awaited<ReturnType<typeof selectFirstWaiting>>[number];

/** The delivery whose turn it is, even if it is not due yet. None if the lease was lost to another run. */
export function selectFirstWaiting(db: Db, subscriberID: string, leaseEnd: string) {
  return db
    .select({
      deliveryID: endpointDeliveries.deliveryID,
      messageID: endpointDeliveries.messageID,
      attempts: endpointDeliveries.attempts,
      nextAt: endpointDeliveries.nextAt,
      noticeID: mailMessages.noticeID,
      kind: mailMessages.kind,
      content: withoutChanges,
      failure: mailMessages.failure,
      position: endpointDeliveries.position,
      ...changeAt(sql`position`),
      ...isStillThere(),
      // The setting is about visitors, not about channels of the team.
      isOn: sql<number>`(${subscribers.isTeam} OR EXISTS (SELECT 1 FROM ${settings} WHERE endpoints_enabled))`,
      ...targetColumns,
      pushKeys: sql<
        string | null
      >`iif(${subscribers.channel} = 'push', (SELECT keys FROM ${pushKeys}), NULL)`,
    })
    .from(endpointDeliveries)
    .innerJoin(mailMessages, eq(mailMessages.messageID, endpointDeliveries.messageID))
    .innerJoin(subscribers, eq(subscribers.subscriberID, endpointDeliveries.subscriberID))
    .innerJoin(endpoints, eq(endpoints.subscriberID, endpointDeliveries.subscriberID))
    .where(
      sql`${endpointDeliveries.subscriberID} = ${subscriberID} AND ${endpointDeliveries.state} = 'waiting'
        AND ${endpoints.nextAt} = ${leaseEnd}`,
    )
    .orderBy(endpointDeliveries.deliveryID)
    .limit(1);
}

export interface Outcome {
  /** The delivery is due again at `nextAt` if there is no state. */
  state?: "sent" | "failed" | "withdrawn";
  error: string;
  attempts?: number;
  nextAt?: string;
  /** The next change of a component that the delivery tells. */
  position?: number;
  /** Null if there was no response. Not set if nothing was sent. */
  responseStatus?: number | null;
  /** Whether the receiver took long. Not set if nothing was posted. */
  isSlow?: boolean;
  /** What follows for the subscription. */
  effect?: "confirm" | "rest" | "end";
}

interface Recorded {
  delivery: EndpointDelivery;
  outcome: Outcome;
  lease: Lease;
}

/** @returns the next delivery. If none is due, the endpoint is released. */
export async function recordAndReadNext(
  db: WriteDb,
  { delivery, outcome, lease }: Recorded,
): Promise<EndpointDelivery | undefined> {
  const { subscriberID, channel } = delivery.subscriber;
  const { effect, isSlow, ...columns } = outcome;
  const triedAt = outcome.responseStatus === undefined ? {} : { triedAt: isoTime(Date.now()) };
  const results = await db.batch([
    db
      .update(endpointDeliveries)
      .set({ ...columns, ...triedAt })
      .where(eq(endpointDeliveries.deliveryID, delivery.deliveryID)),
    ...((effect === "rest" || effect === "end") && delivery.kind !== "confirmation"
      ? [recordStopped(db, delivery, outcome, effect)]
      : []),
    ...(effect ? consequences(db, { subscriberID, channel }, effect) : []),
    ...(effect === "end"
      ? []
      : [renewOrRelease(db, { subscriberID, lease, before: delivery.endpoint, isSlow })]),
    selectFirstWaiting(db, subscriberID, lease.newEnd),
  ]);
  const next = results[results.length - 1] as EndpointDelivery[]; // the type of a batch of variable length doesn't have it
  return next[0];
}

function recordStopped(
  db: WriteDb,
  { subscriber: { subscriberID, channel } }: EndpointDelivery,
  { error }: Outcome,
  effect: "rest" | "end",
) {
  const what = effect === "end" ? "It was ended." : "It rests after ten failed tries.";
  return recordStoppedChannel(db, {
    whose: sql`s.subscriber_id = ${subscriberID}`,
    visitorName: `A ${channelTitles[channel].counted} of a subscriber`,
    reason: `${what} ${error}`.trim(),
  });
}

function consequences(
  db: WriteDb,
  { subscriberID, channel }: Pick<EndpointDelivery["subscriber"], "subscriberID" | "channel">,
  effect: NonNullable<Outcome["effect"]>,
): readonly BatchItem<"sqlite">[] {
  // Nobody could resume it. The browser can ask again.
  if (channel === "push" && effect !== "confirm")
    return forgetSubscriber(db, sql`subscriber_id = ${subscriberID}`);
  switch (effect) {
    case "confirm":
      return confirmStatements(db, subscriberID);
    case "end":
      return endSubscriptions(db, {
        whose: sql`subscriber_id = ${subscriberID}`,
        reason: "bounce",
        sentAt: isoTime(Date.now()),
        onlyIf: sql`true`,
      });
    case "rest":
      return restStatements(db, subscriberID);
  }
}
