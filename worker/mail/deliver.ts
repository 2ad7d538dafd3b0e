import { type LaneQueues, wakeDueLanes } from "../endpoints/lanes.ts";
import { readSettings, type StoredSettings } from "../settings/store.ts";
import type { Db, WriteDb } from "../storage/db.ts";
import { retry } from "../storage/retry.ts";
import { SECOND_MS } from "../time/domain.ts";
import { cleanUp } from "./cleanup.ts";
import { sendConfirmations } from "./confirmations.ts";
import { changesMailError } from "./mail-error.ts";
import { pauseMail } from "./pause.ts";
import { providerOf } from "./providers.ts";
import { rateLimiter } from "./rate-limiter.ts";
import { deliverySender, hasServiceFailed, MAIL_OFF_ERROR } from "./send-delivery.ts";
import {
  type Attempt,
  claimNoticeMail,
  MAX_RUN_MS,
  readNextKind,
  recordAndReadNext,
  recordOutcome,
  release,
  withdrawAll,
} from "./store.ts";

export interface MailMessage {
  failures: number;
}

/** The free plan has 50 D1 statements: three for each mail, four if it is refused, and seven for the run. */
const MAX_MAILS_PER_RUN = 12;
const MAX_SENDERS = 6;
const MAILS_PER_SECOND_AND_SENDER = 10;
/** After later failures, the next minute's cron starts a run. */
const RETRY_DELAYS_SECONDS = [5, 20];
const LAST_PAUSE_SECONDS = 30;

/** Wakes the runs of all channels. If the queue fails, the next minute's cron does. */
export function deliverSoon({
  env,
  executionCtx,
  db,
  delaySeconds = 0,
}: {
  env: Pick<Env, "MAIL"> & LaneQueues;
  executionCtx: Pick<ExecutionContext, "waitUntil">;
  db: Db;
  delaySeconds?: number | undefined;
}): void {
  // Waits for both, because a message whose request has ended is not sent.
  executionCtx.waitUntil(Promise.allSettled([wake(env, delaySeconds), wakeDueLanes(env, db, delaySeconds)]));
}

async function wake(env: Pick<Env, "MAIL">, delaySeconds = 0): Promise<void> {
  await env.MAIL.send({ failures: 0 } satisfies MailMessage, { contentType: "json", delaySeconds });
}

export async function sweepMail(env: Env, db: WriteDb): Promise<void> {
  await cleanUp(db);
  if ((await readNextKind(db)) !== undefined) await wake(env);
}

/**
 * Sends notices, or confirmations if no notice is due, and wakes the next run. Each outcome is recorded before the next
 * mail is sent, so a crash repeats only mails in flight.
 */
export async function deliverMail(env: Env, db: WriteDb, { failures }: MailMessage): Promise<void> {
  const settings = await readSettings(db);
  if (!settings.emailEnabled) return withdrawAll(db, MAIL_OFF_ERROR);
  const claimedAt = Date.now();
  const claimed = await claimNoticeMail(db, MAX_MAILS_PER_RUN);
  const { mustPause, nextRunInSeconds } =
    claimed.length > 0
      ? await sendNotices(env, db, { settings, claimed, claimedAt })
      : await sendConfirmations(env, db, settings);
  if (!mustPause) {
    if (nextRunInSeconds !== undefined) await wake(env, nextRunInSeconds);
    return;
  }
  const delaySeconds = RETRY_DELAYS_SECONDS[failures];
  // Other messages must not retry earlier. Clocks differ, so the pause ends a bit before the next message arrives.
  await retry(() => pauseMail(db, SECOND_MS * (delaySeconds ?? LAST_PAUSE_SECONDS) - 500));
  if (delaySeconds === undefined) return;
  await env.MAIL.send({ failures: failures + 1 }, { contentType: "json", delaySeconds });
}

interface Run {
  settings: StoredSettings;
  claimed: number[];
  claimedAt: number;
}

async function sendNotices(env: Env, db: WriteDb, { settings, claimed, claimedAt }: Run) {
  const provider = providerOf(env, settings);
  const rate = await provider.sendRate();
  const send = deliverySender(env, settings, provider);
  const waitForTurn = rateLimiter(rate);
  let isStopped = false;

  async function sendOneByOne(): Promise<void> {
    let attempt: Attempt | undefined;
    let isErrorChanged = false;
    try {
      while (!isStopped && Date.now() - claimedAt < MAX_RUN_MS) {
        const deliveryID = claimed.shift();
        if (deliveryID === undefined) break;
        const delivery = await retry(() => recordAndReadNext(db, attempt, deliveryID)).catch(
          (error: unknown) => {
            isStopped = true;
            claimed.push(deliveryID);
            throw error;
          },
        );
        await waitForTurn();
        const outcome = await send(delivery);
        attempt = { delivery, outcome };
        isErrorChanged ||= changesMailError(attempt);
        if (hasServiceFailed(outcome)) isStopped = true;
      }
    } finally {
      const last = attempt;
      if (last) await retry(() => recordOutcome(db, last, isErrorChanged));
    }
  }

  const senderCount = Math.min(MAX_SENDERS, Math.ceil(rate / MAILS_PER_SECOND_AND_SENDER));
  const results = await Promise.allSettled(Array.from({ length: senderCount }, sendOneByOne));
  results.push(...(await Promise.allSettled([retry(() => release(db, claimed))])));
  for (const result of results) if (result.status === "rejected") throw result.reason;
  const nextKind = isStopped ? undefined : await readNextKind(db);
  // The next run doesn't know when this one sent its last mail. Confirmations have a schedule of their own.
  if (nextKind === "notices") await waitForTurn();
  return { mustPause: isStopped, nextRunInSeconds: nextKind === undefined ? undefined : 0 };
}
