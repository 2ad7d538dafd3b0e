import { readSettings, type StoredSettings } from "../../settings/store.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { retry } from "../../storage/retry.ts";
import { chatChannel } from "../chat/registry.ts";
import { newMailProvider } from "../mail/providers.ts";
import { rateLimiter } from "../mail/rate-limiter.ts";
import { deliverySender, hasServiceFailed, MAIL_OFF_ERROR } from "../mail/send-delivery.ts";
import { claim, MAIL_LEASE_MS, MAX_MAIL_RUN_MS } from "../outbox/claim.ts";
import { queueChanges, readLastDue, skipChanges } from "../outbox/component-changes.ts";
import type { Lane } from "../outbox/domain.ts";
import { isAnyDue, type OutboxMessage, pauseLanes, wakeLane, wakeNextRun } from "../outbox/lanes.ts";
import { withdrawAll } from "../outbox/queue.ts";
import { sendConfirmations } from "./confirmations.ts";
import { TIMEOUT_MS } from "./post.ts";
import { sendClaimed } from "./send-claimed.ts";
import { CHANNELS_OFF_ERROR, endpointSender } from "./send-to-endpoint.ts";

/** The free plan has 50 D1 statements: three for each mail, four if it is refused, and nine for the run. */
const MAX_MAILS_PER_RUN = 12;
const MAX_SENDERS = 6;
const MAILS_PER_SECOND_AND_SENDER = 10;
/** After later failures, the next minute's cron starts a run. */
const RETRY_DELAYS_SECONDS = [5, 20];
const LAST_PAUSE_SECONDS = 30;

/**
 * An invocation on the free plan has 50 D1 statements: 8 for the run, 14 for the message that its webhooks send, and 4 for each delivery,
 * or 8 if its subscription ends.
 */
const MAX_ENDPOINTS_PER_RUN = 3;
const MAX_POSTS_PER_RUN = 4;
/** A lease is as long as one delivery may take. What a crashed run claimed is due again afterwards. */
const ENDPOINT_LEASE_MS = TIMEOUT_MS + 5 * SECOND_MS;

/** Sends some of what is due in a lane, and wakes the next run. A queue's message only says that something may be due. */
export async function deliver(
  env: Env,
  db: WriteDb,
  lane: Exclude<Lane, "CONFIRMATIONS">,
  message: OutboxMessage,
): Promise<void> {
  if (lane === "MAIL") await deliverMail(env, db, message);
  else await deliverToEndpoints(env, db, lane);
}

/** Sends notices, or confirmations if no notice is due. Runs don't overlap, so that together they keep to the account's rate. */
async function deliverMail(env: Env, db: WriteDb, { failures }: OutboxMessage): Promise<void> {
  const settings = await readSettings(db);
  if (!settings.emailEnabled) return withdrawAll(db, ["MAIL", "CONFIRMATIONS"], MAIL_OFF_ERROR);
  const claimed = await claim(db, "MAIL", { limit: MAX_MAILS_PER_RUN, leaseMs: MAIL_LEASE_MS });
  if (claimed.hasSkipped) return wakeLane(env, "MAIL");
  const {
    mustPause,
    nextRunInSeconds,
    retryAfterMs = 0,
  } = claimed.deliveryIDs.length > 0
    ? await sendNotices(env, db, settings, claimed)
    : await sendConfirmations(env, db, settings);
  if (!mustPause) {
    if (nextRunInSeconds !== undefined) await wakeLane(env, "MAIL", { delaySeconds: nextRunInSeconds });
    return;
  }
  const retrySeconds = RETRY_DELAYS_SECONDS[failures];
  const delaySeconds = Math.max(retrySeconds ?? LAST_PAUSE_SECONDS, Math.ceil(retryAfterMs / SECOND_MS));
  // Other messages must not retry earlier. Clocks differ, so the pause ends a bit before the next message arrives.
  const pauseMs = SECOND_MS * delaySeconds - 500;
  await retry(() => pauseLanes(db, ["MAIL", "CONFIRMATIONS"], pauseMs));
  if (retrySeconds === undefined) return;
  await wakeLane(env, "MAIL", { delaySeconds, failures: failures + 1 });
}

async function sendNotices(
  env: Env,
  db: WriteDb,
  settings: StoredSettings,
  claimed: Awaited<ReturnType<typeof claim>>,
) {
  const provider = newMailProvider(env, settings);
  const rate = await provider.sendRate();
  const waitForTurn = rateLimiter(rate);
  const mustPause = await sendClaimed(db, claimed, {
    send: deliverySender(env, settings, provider),
    waitForTurn,
    hasServiceFailed,
    maxMs: MAX_MAIL_RUN_MS,
    senderCount: Math.min(MAX_SENDERS, Math.ceil(rate / MAILS_PER_SECOND_AND_SENDER)),
  }).finally(() => provider.close?.());
  if (mustPause) return { mustPause, retryAfterMs: provider.retryAfterMs?.() };
  const isNoticeDue = await isAnyDue(db, "MAIL");
  // The next run doesn't know when this one sent its last mail. Confirmations have a schedule of their own.
  if (isNoticeDue) await waitForTurn();
  const isDue = isNoticeDue || (await isAnyDue(db, "CONFIRMATIONS"));
  return { mustPause, nextRunInSeconds: isDue ? 0 : undefined };
}

/** Sends what is due to a few endpoints, each in the order of creation. Runs can overlap. */
async function deliverToEndpoints(
  env: Env,
  db: WriteDb,
  lane: Exclude<Lane, "MAIL" | "CONFIRMATIONS">,
): Promise<void> {
  const settings = await readSettings(db);
  if (lane !== "TEAM" && !settings.endpointsEnabled)
    return withdrawAll(db, [lane], CHANNELS_OFF_ERROR, [skipChanges(db, lane)]);
  const lastDue = await readLastDue(db, lane);
  if (lastDue !== undefined) {
    await queueChanges(db, lane, lastDue);
    return wakeLane(env, lane);
  }
  const claimed = await claim(db, lane, { limit: MAX_ENDPOINTS_PER_RUN, leaseMs: ENDPOINT_LEASE_MS });
  if (claimed.deliveryIDs.length === 0) return wakeNextRun(env, db, lane);
  // The next run need not wait for slow receivers of this one.
  if (await isAnyDue(db, lane)) await wakeLane(env, lane);
  try {
    await sendClaimed(db, claimed, {
      send: endpointSender(env, db, settings),
      senderCount: claimed.deliveryIDs.length,
      // The last post may take its whole time and must end within the lease.
      maxMs: ENDPOINT_LEASE_MS - TIMEOUT_MS,
      maxSends: MAX_POSTS_PER_RUN,
      gapMs: ({ channel }) => chatChannel(channel)?.minGapMs ?? 0,
    });
  } finally {
    await wakeNextRun(env, db, lane);
  }
}
