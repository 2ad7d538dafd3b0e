import type { StoredSettings } from "../settings/store.ts";
import type { WriteDb } from "../storage/db.ts";
import { retry } from "../storage/retry.ts";
import { SECOND_MS } from "../time/domain.ts";
import { readConfirmationState, reserveUntil, scheduleNextRun } from "./confirmation-store.ts";
import { providerOf } from "./providers.ts";
import { rateLimiter } from "./rate-limiter.ts";
import { deliverySender, hasServiceFailed } from "./send-delivery.ts";
import { claimDue, MAX_RUN_MS, recordOutcome, release, selectDelivery, selectDueNotice } from "./store.ts";

/** Anyone can request confirmations, so most of the account's rate stays free for notices. */
const MAX_SHARE_OF_RATE = 1 / 5;
const SLOW_RATE_PER_SECOND = 1 / 60;
/** Each takes four D1 statements in two batches, or up to six after a failure. An invocation on the free plan has 50. */
const MAX_PER_RUN = 10;
/** No notice is sent while a run waits, so a longer wait ends the run. */
const MAX_WAIT_MS = SECOND_MS;

interface RunResult {
  mustPause: boolean;
  nextRunInSeconds?: number | undefined;
}

export async function sendConfirmations(env: Env, db: WriteDb, settings: StoredSettings): Promise<RunResult> {
  const { dueCount, isSlowed, nextAt } = await readConfirmationState(db, MAX_PER_RUN);
  if (dueCount === 0) return { mustPause: false };
  const provider = providerOf(env, settings);
  const usualRate = (await provider.sendRate()) * MAX_SHARE_OF_RATE;
  const perSecond = isSlowed ? Math.min(usualRate, SLOW_RATE_PER_SECOND) : usualRate;
  const now = Date.now();
  const startsAt = Math.max(now, Date.parse(nextAt) || 0);
  if (startsAt - now >= MAX_WAIT_MS) return { mustPause: false, nextRunInSeconds: await scheduleNextRun(db) };
  const count = Math.min(Math.max(1, Math.floor(perSecond)), dueCount);
  if (!(await reserveUntil(db, nextAt, startsAt + (count * SECOND_MS) / perSecond)))
    return { mustPause: false };

  const claimedAt = Date.now();
  const deliveryIDs = await claimDue(db, "confirmations", count);
  const waitForTurn = rateLimiter(perSecond, startsAt);
  const send = deliverySender(env, settings, provider);
  let mustPause = false;
  let isNoticeDue = false;
  try {
    while (!mustPause && deliveryIDs[0] !== undefined && Date.now() - claimedAt < MAX_RUN_MS) {
      await waitForTurn();
      const deliveryID = deliveryIDs[0];
      const [[delivery], notices] = await retry(() =>
        db.batch([selectDelivery(db, deliveryID), selectDueNotice(db)]),
      );
      isNoticeDue = notices.length > 0;
      if (isNoticeDue) break;
      const outcome = await send(delivery);
      deliveryIDs.shift();
      await retry(() => recordOutcome(db, { delivery, outcome }));
      mustPause = hasServiceFailed(outcome);
    }
  } finally {
    await retry(() => release(db, deliveryIDs));
  }
  return { mustPause, nextRunInSeconds: isNoticeDue ? 0 : await scheduleNextRun(db) };
}
