import { log } from "../../http/log.ts";
import type { StoredSettings } from "../../settings/store.ts";
import { isoTime, SECOND_MS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import type { ChannelName } from "../chat/domain.ts";
import { chatChannel } from "../chat/registry.ts";
import { retryDelay } from "../endpoints/retries.ts";
import type { ComponentStatusChange } from "../outbox/table.ts";
import { withdrawalReason } from "../outbox/withdrawal.ts";
import { TIMEOUT_MS } from "./post.ts";
import { type Message, send, toChannelService } from "./send.ts";
import type { Delivery, Outcome } from "./store.ts";
import {
  type ComponentContents,
  componentContent,
  computeChallenge,
  isAnswer,
  loadComponentContents,
  loadWebhookContent,
  type WebhookContent,
} from "./webhook.ts";

/** Receivers that have taken longer come after all others of their lane that are due, and get less time. */
const SLOW_MS = 2 * SECOND_MS;
const SLOW_TIMEOUT_MS = 3 * SECOND_MS;
export const CHANNELS_OFF_ERROR = "Webhooks, chat and push were turned off.";
/** Of channels without a file of their own. A push service answers 404 for subscriptions that expired (RFC 8030, 7.3). */
const goneStatuses: Partial<Record<ChannelName, number[]>> = { webhook: [410], push: [404, 410] };
const INTERNAL_ERROR = "Daymark could not prepare the message.";

interface Run {
  env: Env;
  db: WriteDb;
  service: ReturnType<typeof toChannelService>;
  /** The message that this run sends to webhooks. Loading its content takes 14 D1 statements. */
  webhookMessageID: string | undefined;
  webhookContent: Promise<WebhookContent> | undefined;
  componentContents: Promise<ComponentContents> | undefined;
}

type EndpointDelivery = Delivery & {
  subscriber: NonNullable<Delivery["subscriber"]>;
  endpoint: NonNullable<Delivery["endpoint"]>;
};

export function endpointSender(
  env: Env,
  db: WriteDb,
  settings: StoredSettings,
): (delivery: Delivery) => Promise<Outcome> {
  const run: Run = {
    env,
    db,
    service: toChannelService(env, settings),
    webhookMessageID: undefined,
    webhookContent: undefined,
    componentContents: undefined,
  };
  return async (delivery) => {
    const withdrawal = withdrawalReason(delivery, CHANNELS_OFF_ERROR);
    const { subscriber, endpoint } = delivery;
    if (withdrawal !== undefined || !subscriber || !endpoint)
      return { state: "withdrawn", error: withdrawal ?? "The subscription has ended." };
    const { channel, kind, messageID } = delivery;
    if (channel === "webhook" && kind !== "confirmation" && kind !== "failure") {
      run.webhookMessageID ??= messageID;
      // Another run sends it, because this one has no statements left.
      if (messageID !== run.webhookMessageID) return { error: delivery.error, nextAt: isoTime(Date.now()) };
    }
    const addressed = { ...delivery, subscriber, endpoint };
    return sendDelivery(run, addressed).catch((error: unknown) => internalFailure(addressed, error));
  };
}

async function sendDelivery(run: Run, delivery: EndpointDelivery): Promise<Outcome> {
  const { env, service } = run;
  const { messageID, kind, subscriber, change, changeIndex } = delivery;
  const id = change ? `${messageID}-${changeIndex}` : messageID;
  const challenge = await computeChallenge(env, messageID);
  const message = change ? await componentMessage(run, id, change) : toMessage(run, delivery, challenge);
  if (!message) return advance(delivery, { state: "withdrawn", error: "The component was deleted." });
  const answer = await send(env, service, {
    target: delivery,
    id,
    message,
    timeoutMs: deliveryTimeoutMs(delivery),
  });
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
function deliveryTimeoutMs({ kind, attempts, subscriber, endpoint }: EndpointDelivery): number {
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

/** A delivery that has more changes of components to announce stays claimed for the next one. */
function advance({ position, changeCount }: EndpointDelivery, last: Outcome): Outcome {
  if (position + 1 >= changeCount) return last;
  const { state: _, ...outcome } = last;
  return { ...outcome, error: "", attempts: 0, position: position + 1 };
}

function toMessage(run: Run, { content, failure: about }: EndpointDelivery, challenge: string): Message {
  if (about?.type === "incident_proposed") return { type: "proposal", proposal: about };
  if (about) return { type: "failure", failure: about };
  if (!content) return { type: "confirmation", challenge };
  const loadWebhook = () => {
    run.webhookContent ??= loadWebhookContent(run.env, run.db, content);
    return run.webhookContent;
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
  if (delayMs === undefined) return { ...outcome, attempts, state: "failed", effect: "pause" };
  return { ...outcome, attempts, nextAt: isoTime(now + delayMs) };
}
