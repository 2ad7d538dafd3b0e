import type { StoredSettings } from "../../settings/store.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { readConfirmationState, reserveUntil, scheduleNextRun } from "../mail/confirmation-store.ts";
import { newMailProvider } from "../mail/providers.ts";
import { rateLimiter } from "../mail/rate-limiter.ts";
import { deliverySender, hasServiceFailed } from "../mail/send-delivery.ts";
import { claim, MAIL_LEASE_MS, MAX_MAIL_RUN_MS } from "../outbox/claim.ts";
import { isAnyDue } from "../outbox/lanes.ts";
import { sendClaimed } from "./send-claimed.ts";

/** Anyone can request confirmations, so most of the account's rate stays free for notices. */
const MAX_SHARE_OF_RATE = 1 / 5;
/** Each takes four D1 statements in two batches, or up to six after a failure. An invocation on the free plan has 50. */
const MAX_PER_RUN = 10;
/** No notice is sent while a run waits, so a longer wait ends the run. */
const MAX_WAIT_MS = SECOND_MS;

interface RunResult {
  mustPause: boolean;
  nextRunInSeconds?: number | undefined;
  retryAfterMs?: number | undefined;
}

export async function sendConfirmations(env: Env, db: WriteDb, settings: StoredSettings): Promise<RunResult> {
  const { dueCount, nextAt } = await readConfirmationState(db, MAX_PER_RUN);
  if (dueCount === 0) return { mustPause: false };
  const provider = newMailProvider(env, settings);
  const perSecond = (await provider.sendRate()) * MAX_SHARE_OF_RATE;
  const now = Date.now();
  const startsAt = Math.max(now, Date.parse(nextAt) || 0);
  if (startsAt - now >= MAX_WAIT_MS) return { mustPause: false, nextRunInSeconds: await scheduleNextRun(db) };
  const count = Math.min(Math.max(1, Math.floor(perSecond)), dueCount);
  if (!(await reserveUntil(db, nextAt, startsAt + (count * SECOND_MS) / perSecond)))
    return { mustPause: false };

  const claimed = await claim(db, "CONFIRMATIONS", { limit: count, leaseMs: MAIL_LEASE_MS });
  let isNoticeDue = false;
  const mustPause = await sendClaimed(db, claimed, {
    send: deliverySender(env, settings, provider),
    waitForTurn: rateLimiter(perSecond, startsAt),
    hasServiceFailed,
    senderCount: 1,
    maxMs: MAX_MAIL_RUN_MS,
    mustStop: async () => {
      isNoticeDue = await isAnyDue(db, "MAIL");
      return isNoticeDue;
    },
  }).finally(() => provider.close?.());
  const nextRunInSeconds = isNoticeDue ? 0 : await scheduleNextRun(db);
  return { mustPause, nextRunInSeconds, retryAfterMs: provider.retryAfterMs?.() };
}
