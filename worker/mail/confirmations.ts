import type { StoredSettings } from "../settings/store.ts";
import type { WriteDb } from "../storage/db.ts";
import { readConfirmationState, reserve, scheduleNext } from "./confirmation-store.ts";
import { rateLimiter } from "./rate-limiter.ts";
import { retry } from "./retry.ts";
import { letterSender } from "./send-letter.ts";
import { sendRate } from "./ses.ts";
import { putBack, record, selectLetter, selectNoticeDue, takeDue } from "./store.ts";

/** Anybody can ask for a confirmation, so most of the account's rate stays free for notices. */
const SHARE_OF_RATE = 1 / 5;
/** As long as many bounce and few were sent. */
const SLOWED_PER_SECOND = 1 / 60;
/** Each takes two round trips to D1, of which an invocation has 50. */
const MAX_PER_RUN = 10;
/** A run that has to wait for so long ends instead: as long as it waits, no notice is sent. */
const MAX_WAIT_MS = 1000;

interface Ended {
  /** Whether the service failed. */
  failed: boolean;
  /** When the next run is to start, in seconds from now, where one is needed. */
  nextRunIn?: number | undefined;
}

/** Sends the confirmations that are due, at a fifth of the account's rate over all runs, until a notice is due. */
export async function sendConfirmations(env: Env, db: WriteDb, settings: StoredSettings): Promise<Ended> {
  const { due, isSlowed, nextAt } = await readConfirmationState(db, MAX_PER_RUN);
  if (due === 0) return { failed: false };
  const usualRate = (await sendRate(env, settings.sourceRegion)) * SHARE_OF_RATE;
  const perSecond = isSlowed ? Math.min(usualRate, SLOWED_PER_SECOND) : usualRate;
  const now = Date.now();
  const startsAt = Math.max(now, Date.parse(nextAt) || 0);
  if (startsAt - now >= MAX_WAIT_MS) return { failed: false, nextRunIn: await scheduleNext(db) };
  const count = Math.min(Math.max(1, Math.floor(perSecond)), due);
  if (!(await reserve(db, nextAt, startsAt + (count * 1000) / perSecond))) return { failed: false };

  const taken = await takeDue(db, "confirmations", count);
  const turn = rateLimiter(perSecond, startsAt);
  const send = letterSender(env, settings);
  let failed = false;
  let noticeIsDue = false;
  try {
    while (!failed && taken[0] !== undefined) {
      await turn();
      const deliveryID = taken[0];
      const [[letter], notices] = await retry(() =>
        db.batch([selectLetter(db, deliveryID), selectNoticeDue(db)]),
      );
      noticeIsDue = notices.length > 0;
      if (noticeIsDue) break;
      const outcome = await send(letter);
      taken.shift();
      await retry(() => record(db, { letter, outcome }));
      failed = outcome.state === undefined;
    }
  } finally {
    await retry(() => putBack(db, taken));
  }
  return { failed, nextRunIn: noticeIsDue ? 0 : await scheduleNext(db) };
}
