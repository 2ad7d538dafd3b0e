import type { ChannelService } from "../channels/channel.ts";
import type { ChannelName } from "../channels/domain.ts";
import { chatChannel } from "../channels/registry.ts";
import { isAnyDue, wakeDueLanes, wakeLane } from "../endpoints/lanes.ts";
import { retryDelay } from "../endpoints/retries.ts";
import { claimDueEndpoints, type Lease, releaseEndpoint } from "../endpoints/store.ts";
import type { Lane } from "../endpoints/table.ts";
import { log } from "../http/log.ts";
import type { ComponentStatusChange } from "../mail/table.ts";
import { withdrawalReason } from "../mail/withdrawal.ts";
import type { WriteDb } from "../storage/db.ts";
import { retry } from "../storage/retry.ts";
import { isoTime, MINUTE_MS, SECOND_MS } from "../time/domain.ts";
import { TIMEOUT_MS } from "./post.ts";
import { type Message, readService, send } from "./send.ts";
import { type EndpointDelivery, type Outcome, recordAndReadNext, selectFirstWaiting } from "./store.ts";
import {
  type ComponentContents,
  challengeOf,
  componentContent,
  isAnswer,
  loadComponentContents,
  loadWebhookContent,
  type WebhookContent,
} from "./webhook.ts";

/**
 * An invocation on the free plan has 50 D1 statements: 4 for the run, 14 for each message that a webhook sends, 1 for each
 * endpoint and 1 more if it has more waiting or 5 more if its subscription ends, and 3 for each delivery.
 */
const MAX_ENDPOINTS_PER_RUN = 3;
const MAX_DELIVERIES_PER_RUN = 4;
const MAX_MESSAGES_PER_RUN = 1;
/** Receivers that have taken longer come after all others of their lane that are due, and get less time. */
const SLOW_MS = 2 * SECOND_MS;
const SLOW_TIMEOUT_MS = 3 * SECOND_MS;
/** A lease is as long as one delivery may take, and each renews it. What a crashed run claimed is due again afterwards. */
const LEASE_MS = TIMEOUT_MS + 5 * SECOND_MS;
/** A run starts no delivery after this time. */
const MAX_RUN_MS = MINUTE_MS;
const CHANNELS_OFF_ERROR = "Webhooks, chat and push were turned off.";
/** Of channels without a file of their own. A push service answers 404 for subscriptions that expired (RFC 8030, 7.3). */
const goneStatuses: Partial<Record<ChannelName, number[]>> = { webhook: [410], push: [404, 410] };
const INTERNAL_ERROR = "Daymark could not prepare the message.";

/** Starts runs if something is due that no message of a queue has started. */
export async function sweepEndpoints(env: Env, db: WriteDb): Promise<void> {
  await wakeDueLanes(env, db);
}

/**
 * Sends what is due to a few endpoints, each in the order of creation. Each outcome is recorded before the next delivery to
 * the same endpoint, so a crash repeats only what is in flight. Runs can overlap.
 */
export async function deliverToEndpoints(env: Env, db: WriteDb, lane: Lane): Promise<void> {
  const leaseEnd = newLeaseEnd();
  const claimed = await claimDueEndpoints(db, { lane, limit: MAX_ENDPOINTS_PER_RUN, leaseEnd });
  if (claimed.length === 0) return;
  // The next run need not wait for slow receivers of this one.
  if (await isAnyDue(db, lane)) await wakeLane(env, lane);
  const run = await startRun(env, db);
  const results = await Promise.allSettled(
    claimed.map((subscriberID) => deliverInOrder(run, subscriberID, leaseEnd)),
  );
  if (await isAnyDue(db, lane)) await wakeLane(env, lane);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

function newLeaseEnd(): string {
  return isoTime(Date.now() + LEASE_MS);
}

interface Run {
  env: Env;
  db: WriteDb;
  service: ChannelService;
  startedAt: number;
  remaining: number;
  /** The messages that this run sends to webhooks. */
  messageIDs: Set<string>;
  /** Keyed by message ID. */
  webhookContents: Map<string, Promise<WebhookContent>>;
  componentContents: Promise<ComponentContents> | undefined;
}

async function startRun(env: Env, db: WriteDb): Promise<Run> {
  return {
    ...{ env, db, service: await readService(env, db), startedAt: Date.now() },
    remaining: MAX_DELIVERIES_PER_RUN,
    messageIDs: new Set(),
    webhookContents: new Map(),
    componentContents: undefined,
  };
}

/** After an error, the endpoint stays claimed until its lease ends. If it were due at once, runs would repeat without a pause. */
async function deliverInOrder(run: Run, subscriberID: string, firstLeaseEnd: string): Promise<void> {
  const { db } = run;
  let leaseEnd = firstLeaseEnd;
  let [delivery] = await selectFirstWaiting(db, subscriberID, leaseEnd);
  while (delivery && mayStart(run, delivery)) {
    const current: EndpointDelivery = delivery;
    const outcome = await outcomeOf(run, current).catch((error: unknown) => internalFailure(current, error));
    const lease: Lease = { end: leaseEnd, newEnd: newLeaseEnd() };
    delivery = await retry(() => recordAndReadNext(db, { delivery: current, outcome, lease }));
    if (!delivery) return;
    leaseEnd = lease.newEnd;
    const gapMs = chatChannel(current.subscriber.channel)?.minGapMs ?? 0;
    if (gapMs > 0) await scheduler.wait(gapMs);
  }
  await retry(() => releaseEndpoint(db, subscriberID, leaseEnd));
}

function mayStart(run: Run, { nextAt, messageID, kind, subscriber }: EndpointDelivery): boolean {
  if (nextAt > isoTime(Date.now()) || Date.now() - run.startedAt > MAX_RUN_MS) return false;
  if (run.remaining === 0) return false;
  if (subscriber.channel === "webhook" && kind !== "confirmation" && kind !== "failure") {
    const { messageIDs } = run;
    if (!messageIDs.has(messageID) && messageIDs.size === MAX_MESSAGES_PER_RUN) return false;
    // It is counted before its content is loaded, because endpoints are served at the same time.
    messageIDs.add(messageID);
  }
  run.remaining -= 1;
  return true;
}

async function outcomeOf(run: Run, delivery: EndpointDelivery): Promise<Outcome> {
  const withdrawal = withdrawalReason(delivery, CHANNELS_OFF_ERROR);
  if (withdrawal !== undefined) return { state: "withdrawn", error: withdrawal };
  const { env, service } = run;
  const { messageID, kind, subscriber, change, place } = delivery;
  const id = change ? `${messageID}-${place}` : messageID;
  const challenge = await challengeOf(env, messageID);
  const message = change ? await componentMessage(run, id, change) : messageOf(run, delivery, challenge);
  if (!message) return advance(delivery, { state: "withdrawn", error: "The component was deleted." });
  const answer = await send(env, service, { target: delivery, id, message, timeoutMs: timeoutOf(delivery) });
  const { durationMs } = answer;
  const speed = durationMs === undefined ? {} : { isSlow: durationMs > SLOW_MS };
  if (answer.status === null)
    return failure(delivery, { error: answer.reason, responseStatus: null, ...speed });
  const { status, text } = answer;
  const outcome = { error: "", responseStatus: status, ...speed };
  const channel = chatChannel(subscriber.channel);
  if (status >= 200 && status < 300) {
    if (kind !== "confirmation" || channel) return advance(delivery, { ...outcome, state: "sent" });
    if (subscriber.channel === "push") return { ...outcome, state: "sent", effect: "confirm" };
    if (isAnswer(text, challenge)) return { ...outcome, state: "sent", effect: "confirm" };
    return { ...outcome, state: "failed", error: "The answer was not the challenge." };
  }
  const error = `The answer had the status ${status}.`;
  const isGone = channel ? channel.isGone(status, text) : goneStatuses[subscriber.channel]?.includes(status);
  if (!isOnlyTry(delivery) && isGone) return { ...outcome, state: "failed", error, effect: "end" };
  return failure(delivery, { ...outcome, error }, answer.retryAfter);
}

/** A retry has all the time again, so that a receiver that is always slow gets its messages, too. The team chooses its own receivers. */
function timeoutOf({ kind, attempts, subscriber, endpoint }: EndpointDelivery): number {
  const isShort = endpoint.isSlow && attempts === 0 && !subscriber.isTeam && kind !== "confirmation";
  return isShort ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
}

async function componentMessage(
  run: Run,
  id: string,
  change: ComponentStatusChange,
): Promise<Message | undefined> {
  run.componentContents ??= loadComponentContents(run.env, run.db);
  const webhook = componentContent(await run.componentContents, id, change);
  return webhook && { type: "component", webhook };
}

/** A delivery that has more changes of components to tell goes on with the next one. */
function advance({ position, changeCount }: EndpointDelivery, last: Outcome): Outcome {
  if (position + 1 >= changeCount) return last;
  const { state: _, ...outcome } = last;
  return { ...outcome, error: "", attempts: 0, position: position + 1 };
}

function messageOf(
  { env, db, webhookContents }: Run,
  { messageID, content, failure: about }: EndpointDelivery,
  challenge: string,
): Message {
  if (about) return { type: "failure", failure: about };
  if (!content) return { type: "confirmation", challenge };
  const loadWebhook = () => {
    const loaded = webhookContents.get(messageID) ?? loadWebhookContent(env, db, content);
    webhookContents.set(messageID, loaded);
    return loaded;
  };
  return { type: "notice", content, loadWebhook };
}

/** Counts as a try, so that a message that can't be made doesn't hold up later ones forever. */
function internalFailure(delivery: EndpointDelivery, error: unknown): Outcome {
  log("error", { deliveryID: delivery.deliveryID, error: String(error) });
  return failure(delivery, { error: INTERNAL_ERROR });
}

/** Who has not confirmed gets a single message. A browser has given permission, and its push service may be down. */
function isOnlyTry({ kind, subscriber }: EndpointDelivery): boolean {
  return kind === "confirmation" && subscriber.channel !== "push";
}

function failure(
  delivery: EndpointDelivery,
  outcome: Pick<Outcome, "error" | "responseStatus" | "isSlow">,
  retryAfter: string | null = null,
): Outcome {
  const attempts = delivery.attempts + 1;
  if (isOnlyTry(delivery)) return { ...outcome, attempts, state: "failed" };
  const now = Date.now();
  const delayMs = retryDelay(attempts, retryAfter, now);
  if (delayMs === undefined) return { ...outcome, attempts, state: "failed", effect: "rest" };
  return { ...outcome, attempts, nextAt: isoTime(now + delayMs) };
}
