import type { Context } from "hono";
import { readSettings, type StoredSettings } from "../settings/store.ts";
import type { WriteDb } from "../storage/db.ts";
import { MINUTE_MS } from "../time/domain.ts";
import { cleanUp } from "./cleanup.ts";
import { sendConfirmations } from "./confirmations.ts";
import { pauseMail } from "./pause.ts";
import { rateLimiter } from "./rate-limiter.ts";
import { retry } from "./retry.ts";
import { letterSender, SWITCHED_OFF } from "./send-letter.ts";
import { sendRate } from "./ses.ts";
import {
  type Done,
  isAnythingDue,
  putBack,
  record,
  recordAndRead,
  takeNotices,
  withdrawAll,
} from "./store.ts";

/** A message of the queue `mail`: whether anything is due, it does not say itself. */
export interface MailMessage {
  /** Runs in a row that the service has failed. */
  failures: number;
}

/** An invocation on the free plan has 50 statements in D1: three a mail, four for one that is refused, and seven for the run. */
const MAILS_A_RUN = 12;
/** A run takes no further one up after so long, well before somebody else may take what it has taken. */
const MAX_RUN_MS = MINUTE_MS;
/** How many go out at the same moment: connections that an invocation may have at once. */
const MOST_AT_ONCE = 6;
/** What one after the other can be counted on, a second. */
const ONE_AFTER_THE_OTHER = 10;
/** After a failure: soon, somewhat later, then with the minute. */
const PAUSES = [5, 20];
/** Less than the minute, so that its run finds the pause over. */
const UNTIL_THE_MINUTE = 30;

/** Follows each write that queues mail: it goes out now, or with the next minute if the queue doesn't answer. */
export function deliverSoon({
  env,
  executionCtx,
}: {
  env: Pick<Env, "MAIL">;
  executionCtx: Context["executionCtx"];
}): void {
  executionCtx.waitUntil(wake(env).catch(() => undefined));
}

async function wake(env: Pick<Env, "MAIL">, delaySeconds = 0): Promise<void> {
  await env.MAIL.send({ failures: 0 } satisfies MailMessage, { contentType: "json", delaySeconds });
}

/** The minute's look at the outbox, which finds what a crash has left. */
export async function sweepMail(env: Env, db: WriteDb): Promise<void> {
  await cleanUp(db);
  if (await isAnythingDue(db)) await wake(env);
}

/**
 * Sends what is due, as much as one invocation can, and has the next one go on: notices, and confirmations where none
 * is due. What became of each mail is recorded before the next is sent, so that a crash repeats none but those in flight.
 */
export async function deliverMail(env: Env, db: WriteDb, { failures }: MailMessage): Promise<void> {
  const settings = await readSettings(db);
  if (!settings.emailEnabled) return withdrawAll(db, SWITCHED_OFF);
  const taken = await takeNotices(db, MAILS_A_RUN);
  const { failed, nextRunIn } =
    taken.length > 0
      ? await sendNotices(env, db, { settings, taken })
      : await sendConfirmations(env, db, settings);
  if (!failed) {
    if (nextRunIn !== undefined) await wake(env, nextRunIn);
    return;
  }
  const delaySeconds = PAUSES[failures];
  // Until then no other message tries: each minute and each post sends one. A bit less, since clocks differ.
  await retry(() => pauseMail(db, 1000 * (delaySeconds ?? UNTIL_THE_MINUTE) - 500));
  if (delaySeconds === undefined) return;
  await env.MAIL.send({ failures: failures + 1 }, { contentType: "json", delaySeconds });
}

interface Run {
  settings: StoredSettings;
  /** Deliveries; what stays in it has not been tried. */
  taken: number[];
}

/** @returns what `sendConfirmations` does */
async function sendNotices(env: Env, db: WriteDb, { settings, taken }: Run) {
  const started = Date.now();
  const rate = await sendRate(env, settings.sourceRegion);
  const send = letterSender(env, settings);
  const turn = rateLimiter(rate);
  let failed = false;

  async function inTurn(): Promise<void> {
    let done: Done | undefined;
    try {
      while (!failed && Date.now() - started < MAX_RUN_MS) {
        const deliveryID = taken.shift();
        if (deliveryID === undefined) break;
        const letter = await retry(() => recordAndRead(db, done, deliveryID)).catch((error: unknown) => {
          failed = true; // for the others, which record what they have sent and go no further
          taken.push(deliveryID);
          throw error;
        });
        await turn();
        const outcome = await send(letter);
        done = { letter, outcome };
        if (outcome.state === undefined) failed = true;
      }
    } finally {
      // Also where the next could not be read: what has been sent must not be sent again.
      const last = done;
      if (last) await retry(() => record(db, last));
    }
  }

  const atOnce = Math.min(MOST_AT_ONCE, Math.ceil(rate / ONE_AFTER_THE_OTHER));
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, inTurn));
  ended.push(...(await Promise.allSettled([retry(() => putBack(db, taken))])));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return { failed, nextRunIn: !failed && (await isAnythingDue(db)) ? 0 : undefined };
}
