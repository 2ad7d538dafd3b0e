import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { postmortems } from "../../notices/postmortem/table.ts";
import { proposals } from "../../notices/proposals/table.ts";
import { notices, noticeUpdates } from "../../notices/table.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { raiseConsoleVersion } from "../../storage/content-version/store.ts";
import type { Db, WriteDb } from "../../storage/db.ts";
import { readableJSON } from "../../storage/stored-json.ts";
import { type ChannelName, channelTitles } from "../chat/domain.ts";
import { changeAt, pauseEndpoint, setSpeed, withoutChanges } from "../endpoints/store.ts";
import { endpoints } from "../endpoints/table.ts";
import { recordStoppedChannel } from "../failures/store.ts";
import { endRefusedRecipient } from "../mail/bounces/refused-recipient.ts";
import type { SentMail } from "../mail/send-delivery.ts";
import { activateNext } from "../outbox/claim.ts";
import { readableContent } from "../outbox/readable-content.ts";
import { isLaneOn } from "../outbox/recipients.ts";
import { deliveries, messages } from "../outbox/table.ts";
import { pushKeys } from "../push/table.ts";
import { hasUnconfirmedNotice } from "../subscribers/followed-notices.ts";
import { confirmStatements, endSubscriptions, forgetSubscriber } from "../subscribers/store.ts";
import { subscribers } from "../subscribers/table.ts";

const endpointColumns = {
  address: endpoints.address,
  secretVersion: endpoints.secretVersion,
  rotatedAt: endpoints.rotatedAt,
  earlierRotations: endpoints.earlierRotations,
  isSlow: endpoints.isSlow,
  fastInRow: endpoints.fastInRow,
};

const subscriberColumns = {
  subscriberID: subscribers.subscriberID,
  emailAddress: subscribers.emailAddress,
  tokenVersion: subscribers.tokenVersion,
  channel: subscribers.channel,
  state: subscribers.state,
  timeZone: subscribers.timeZone,
  language: subscribers.language,
  isTeam: subscribers.isTeam,
};

export function selectTarget(db: Db, subscriberID: string) {
  return db
    .select({ subscriber: subscriberColumns, endpoint: endpointColumns })
    .from(endpoints)
    .innerJoin(subscribers, eq(subscribers.subscriberID, endpoints.subscriberID))
    .where(eq(endpoints.subscriberID, subscriberID));
}

export type Delivery = Awaited<ReturnType<typeof selectDelivery>>[number];

/** Nothing if another run has claimed the delivery since. */
function selectDelivery(db: Db, deliveryID: number, leaseEnd: string) {
  const isEmail = sql`${deliveries.channel} = 'email'`;
  const firstServiceID = sql<string>`coalesce((SELECT before.service_id FROM ${deliveries} AS before
    WHERE ${isEmail} AND before.subscriber_id = ${subscribers.subscriberID} AND before.notice_id = ${messages.noticeID}
      AND before.notice_id IS NOT NULL AND before.service_id <> '' ORDER BY before.delivery_id LIMIT 1), '')`;
  return db
    .select({
      deliveryID: deliveries.deliveryID,
      messageID: deliveries.messageID,
      // A batch of D1 returns rows by the names of columns, and the subscriber has a channel, too.
      channel: sql<ChannelName>`${deliveries.channel}`.as("delivery_channel"),
      attempts: deliveries.attempts,
      error: deliveries.error,
      position: deliveries.position,
      noticeID: messages.noticeID,
      kind: messages.kind,
      content: withoutChanges,
      failure: messages.failure,
      ...changeAt(sql`position`),
      noticeExists: sql<number>`EXISTS (SELECT 1 FROM ${notices} AS n WHERE n.notice_id = ${messages.noticeID})`,
      updateExists: sql<number>`${messages.noticeUpdateID} IS NULL
        OR EXISTS (SELECT 1 FROM ${noticeUpdates} AS u WHERE u.notice_update_id = ${messages.noticeUpdateID})
        OR EXISTS (SELECT 1 FROM ${postmortems} AS p WHERE p.postmortem_id = ${messages.noticeUpdateID}
          AND p.published_at = ${readableContent} ->> 'postedAt')`,
      isStillAhead: sql<number>`${readableContent} ->> 'reminder' IS NULL
        OR EXISTS (SELECT 1 FROM ${notices} AS n WHERE n.notice_id = ${messages.noticeID} AND n.status = 'Scheduled'
          AND n.start_at = ${readableContent} ->> 'startAt' AND n.start_at > ${isoTime(Date.now())})`,
      proposalExists: sql<number>`EXISTS (SELECT 1 FROM ${proposals} AS p
        WHERE p.proposal_id = ${readableJSON(messages.failure, "object")} ->> '$.content.noticeID')`,
      isOn: sql<number>`coalesce(${isLaneOn(sql`${deliveries.lane}`)}, 0)`,
      firstServiceID,
      subscriber: subscriberColumns,
      hasUnconfirmedNotice: sql<number>`${messages.kind} = 'confirmation' AND ${hasUnconfirmedNotice(sql`${subscribers.subscriberID}`)}`,
      endpoint: endpointColumns,
      pushKeys: sql<
        string | null
      >`iif(${subscribers.channel} = 'push', (SELECT keys FROM ${pushKeys}), NULL)`,
    })
    .from(deliveries)
    .innerJoin(messages, eq(messages.messageID, deliveries.messageID))
    .leftJoin(subscribers, eq(subscribers.subscriberID, deliveries.subscriberID))
    .leftJoin(endpoints, eq(endpoints.subscriberID, deliveries.subscriberID))
    .where(
      sql`${deliveries.deliveryID} = ${deliveryID} AND ${deliveries.state} = 'waiting' AND ${deliveries.nextAt} = ${leaseEnd}`,
    );
}

export interface Outcome extends SentMail {
  /** The next change of a component that the delivery announces. */
  position?: number;
  /** Null if there was no response. Not set if nothing was posted. */
  responseStatus?: number | null;
  /** Whether the receiver took long. Not set if nothing was posted. */
  isSlow?: boolean;
  /** What follows for the subscription. */
  effect?: "confirm" | "pause" | "end";
}

export interface Attempt {
  delivery: Delivery;
  outcome: Outcome;
  leaseEnd: string;
  /** When the next message to the same endpoint is due. */
  nextDueAt: string;
}

export async function recordAndReadNext(
  db: WriteDb,
  attempt: Attempt | undefined,
  next: { deliveryID: number; leaseEnd: string },
): Promise<Delivery | undefined> {
  const select = selectDelivery(db, next.deliveryID, next.leaseEnd);
  const [first, ...others] = attempt ? outcomeStatements(db, attempt) : [];
  if (!first) return (await select)[0];
  const results = await db.batch([first, ...others, select]);
  const found = results[results.length - 1] as Delivery[]; // the type of a batch of variable length doesn't have it
  return found[0];
}

/** @param isErrorChanged whether the overview shows another error of emails */
export async function record(
  db: WriteDb,
  attempt: Attempt | undefined,
  isErrorChanged: boolean,
): Promise<void> {
  const raise = isErrorChanged ? [raiseConsoleVersion(db)] : [];
  const [first, ...others] = [...(attempt ? outcomeStatements(db, attempt) : []), ...raise];
  if (first) await db.batch([first, ...others]);
}

function outcomeStatements(
  db: WriteDb,
  { delivery, outcome, leaseEnd, nextDueAt }: Attempt,
): BatchItem<"sqlite">[] {
  const { deliveryID, channel, subscriber, kind } = delivery;
  const { effect, isSlow, refusedAs, serviceID, ...columns } = outcome;
  const triedAt = outcome.responseStatus === undefined ? {} : { triedAt: isoTime(Date.now()) };
  const noticeID = channel === "email" ? { noticeID: delivery.noticeID } : {};
  const { subscriberID = "" } = subscriber ?? {};
  // After the lease, another run may have claimed the delivery. Then only a final outcome counts, once for each change, and only
  // a success replaces that run's own.
  const isWaiting = sql`${deliveries.state} = 'waiting'`;
  const isCurrent = outcome.state
    ? sql`position = ${delivery.position} AND ${outcome.state === "sent" ? sql`true` : isWaiting}`
    : sql`${isWaiting} AND ${deliveries.nextAt} = ${leaseEnd}`;
  // Read after the outcome's statement.
  const isStored = sql`EXISTS (SELECT 1 FROM ${deliveries} AS own
    WHERE own.delivery_id = ${deliveryID} AND own.state = ${outcome.state ?? "waiting"} AND own.error = ${outcome.error})`;
  return [
    ...(refusedAs && subscriber
      ? endRefusedRecipient(db, { deliveryID, subscriberID, error: outcome.error, refusedAs })
      : []),
    db
      .update(deliveries)
      .set({
        ...columns,
        ...triedAt,
        ...noticeID,
        // With it, the email service could still tell whose an erased address was.
        ...(serviceID && { serviceID: sql`iif(subscriber_id IS NULL, '', ${serviceID})` }),
      })
      .where(sql`${eq(deliveries.deliveryID, deliveryID)} AND ${isCurrent}`),
    ...((effect === "pause" || effect === "end") && kind !== "confirmation"
      ? [recordStopped(db, delivery, { error: outcome.error, effect, onlyIf: isStored })]
      : []),
    ...(effect ? consequences(db, { subscriberID, channel }, { effect, onlyIf: isStored }) : []),
    ...(channel === "email" || effect === "end"
      ? []
      : [
          ...(delivery.endpoint ? setSpeed(db, subscriberID, delivery.endpoint, isSlow) : []),
          activateNext(db, sql`SELECT ${subscriberID}`, nextDueAt),
        ]),
  ];
}

function recordStopped(
  db: WriteDb,
  { channel, subscriber }: Delivery,
  { error, effect, onlyIf }: { error: string; effect: "pause" | "end"; onlyIf: SQL },
) {
  const what = effect === "end" ? "It was ended." : "It was paused after ten failed tries.";
  return recordStoppedChannel(db, {
    condition: sql`s.subscriber_id = ${subscriber?.subscriberID ?? ""} AND ${onlyIf}`,
    visitorName: `A ${channelTitles[channel].counted} of a subscriber`,
    reason: `${what} ${error}`.trim(),
  });
}

function consequences(
  db: WriteDb,
  { subscriberID, channel }: Pick<Delivery, "channel"> & { subscriberID: string },
  { effect, onlyIf }: { effect: NonNullable<Outcome["effect"]>; onlyIf: SQL },
): readonly BatchItem<"sqlite">[] {
  const condition = sql`subscriber_id = ${subscriberID}`;
  // Nobody could resume it. The browser can ask again.
  if (channel === "push" && effect !== "confirm")
    return forgetSubscriber(db, sql`${condition} AND ${onlyIf}`);
  switch (effect) {
    case "confirm":
      return confirmStatements(db, subscriberID);
    case "end":
      return endSubscriptions(db, { condition, reason: "bounce", sentAt: isoTime(Date.now()), onlyIf });
    case "pause":
      return pauseEndpoint(db, sql`${condition} AND ${onlyIf}`);
  }
}
