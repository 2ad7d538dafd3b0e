import type { Context } from "hono";
import type { Db } from "../db.ts";
import type { AppEnv } from "../env.ts";
import { readSettings, type StoredSettings } from "../settings/store.ts";
import { tokensOf } from "../subscribers/tokens.ts";
import { pace } from "./pace.ts";
import { senderOf, serviceOf } from "./service.ts";
import { MailError, sendMail, sendRate } from "./ses.ts";
import {
  type Done,
  isAnythingDue,
  type Letter,
  type Outcome,
  pauseMail,
  putBack,
  record,
  recordAndRead,
  takeDue,
  tidyUp,
  withdrawAll,
} from "./store.ts";
import { type Addressed, composer } from "./templates/compose.ts";

/** A message of the queue `mail`: whether anything is due, it does not say itself. */
export interface MailMessage {
  /** Runs in a row that the service has failed. */
  failures: number;
}

/** An invocation has 50 calls to elsewhere and 50 to D1, where it has the fewest. */
const MAILS_A_RUN = 20;
/** A run takes no further one up after so long, well before somebody else may take what it has taken. */
const LONGEST_RUN = 60_000;
/** How many go out at the same moment: connections that an invocation may have at once. */
const MOST_AT_ONCE = 6;
/** What one after the other can be counted on, a second. */
const ONE_AFTER_THE_OTHER = 10;
/** After a failure: soon, somewhat later, then with the minute. */
const PAUSES = [5, 20];
/** Less than the minute, so that its run finds the pause over. */
const UNTIL_THE_MINUTE = 30;
const LONGEST_BACKOFF = 15 * 60_000;
const SWITCHED_OFF = "E-mail notifications were switched off.";

/** After a write: what it has queued goes out now, or with the minute where the queue does not answer. */
export function deliverSoon({ env, executionCtx }: Pick<Context<AppEnv>, "env" | "executionCtx">): void {
  executionCtx.waitUntil(wake(env).catch(() => undefined));
}

async function wake(env: Env): Promise<void> {
  await env.MAIL.send({ failures: 0 } satisfies MailMessage, { contentType: "json" });
}

/** The minute's look at the outbox, which finds what a crash has left. */
export async function sweepMail(env: Env, db: Db): Promise<void> {
  await tidyUp(db);
  if (await isAnythingDue(db)) await wake(env);
}

/**
 * Sends what is due, as much as one invocation can, and has the next one go on. What became of each mail is recorded
 * before the next is sent, so that a crash repeats none but those in flight.
 */
export async function deliverMail(env: Env, db: Db, { failures }: MailMessage): Promise<void> {
  const settings = await readSettings(db);
  if (!settings.emailEnabled) return withdrawAll(db, SWITCHED_OFF);
  const taken = await takeDue(db, MAILS_A_RUN);
  if (taken.length === 0) return;
  const rate = await sendRate(env, settings.sourceRegion);
  const failed = await deliverAll(env, db, { settings, rate, taken });
  if (!failed) {
    if (await isAnythingDue(db)) await wake(env);
    return;
  }
  const delaySeconds = PAUSES[failures];
  // Until then no other message tries: each minute and each post sends one. A bit less, since clocks differ.
  await insist(() => pauseMail(db, 1000 * (delaySeconds ?? UNTIL_THE_MINUTE) - 500));
  if (delaySeconds === undefined) return;
  await env.MAIL.send({ failures: failures + 1 }, { contentType: "json", delaySeconds });
}

interface Run {
  settings: StoredSettings;
  rate: number;
  /** Deliveries; what stays in it has not been tried. */
  taken: number[];
}

/** @returns whether the service failed, which ends the run */
async function deliverAll(env: Env, db: Db, { settings, rate, taken }: Run): Promise<boolean> {
  const started = Date.now();
  const sender = senderOf(settings);
  const compose = composer(serviceOf(env, settings), settings.sourceRegion);
  const turn = pace(rate);
  let failed = false;

  async function inTurn(): Promise<void> {
    let done: Done | undefined;
    try {
      while (!failed && Date.now() - started < LONGEST_RUN) {
        const deliveryID = taken.shift();
        if (deliveryID === undefined) break;
        const letter = await insist(() => recordAndRead(db, done, deliveryID)).catch((error: unknown) => {
          failed = true; // for the others, which record what they have sent and go no further
          taken.push(deliveryID);
          throw error;
        });
        await turn();
        const outcome = await tryOne(letter);
        done = { deliveryID, outcome };
        if (outcome.state === undefined) failed = true;
      }
    } finally {
      // Also where the next could not be read: what has been sent must not be sent again.
      const last = done;
      if (last) await insist(() => record(db, last));
    }
  }

  async function tryOne(letter: Letter | undefined): Promise<Outcome> {
    const why = withdrawn(letter);
    if (why !== undefined) return { state: "withdrawn", error: why };
    const addressed = letter as Addressed; // what is not withdrawn has somebody to go to
    const attempts = addressed.attempts + 1;
    // Outside of `try`: without SECRET_KEY the run ends, and no mail counts as failed.
    const tokens = await tokensOf(env, addressed.subscriber);
    try {
      return { state: "sent", error: "", serviceID: await sendMail(env, sender, compose(addressed, tokens)) };
    } catch (error) {
      const { message } = error as Error; // nothing else is thrown here
      const words = withoutAddress(message, addressed.subscriber.emailAddress, sender.address);
      if (error instanceof MailError && (!error.refused || error.senderRefused)) {
        return { attempts, error: words, nextAt: afterBackoff(attempts) };
      }
      // One that can not even be made is no reason for the others to wait.
      return { state: "failed", attempts, error: words };
    }
  }

  const atOnce = Math.min(MOST_AT_ONCE, Math.ceil(rate / ONE_AFTER_THE_OTHER));
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, inTurn));
  ended.push(...(await Promise.allSettled([insist(() => putBack(db, taken))])));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return failed;
}

/** Why it is not to be sent any more. */
function withdrawn(letter: Letter | undefined): string | undefined {
  const { kind, subscriber, noticeIsThere, mailIsOn } = letter ?? {};
  if (!mailIsOn) return SWITCHED_OFF;
  if (!subscriber) return "The subscription was deleted.";
  if (subscriber.state === "ended") return "The subscription has ended.";
  if (kind === "confirmation") return undefined;
  if (subscriber.state !== "confirmed") return "The subscription is not confirmed.";
  return noticeIsThere ? undefined : `The ${kind} was deleted.`;
}

/** What is recorded outlives the subscription: an address does not. */
function withoutAddress(words: string, address: string, sender: string): string {
  if (address === "" || address.toLowerCase() === sender.toLowerCase()) return words;
  const literally = address.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return words.replace(new RegExp(literally, "gi"), () => "…");
}

/** A write that what has been sent depends on, which may be made twice: D1 may fail for a moment. */
async function insist<T>(write: () => Promise<T>): Promise<T> {
  for (const pause of [100, 400, 1500]) {
    try {
      return await write();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return write();
}

/** 10 s after the first try, then twice as long each time. */
function afterBackoff(attempts: number): string {
  const wait = Math.min(10_000 * 2 ** (attempts - 1), LONGEST_BACKOFF);
  return new Date(Date.now() + wait).toISOString();
}
