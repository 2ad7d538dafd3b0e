import { isoTime } from "../../shared/time/domain.ts";
import type { WriteDb } from "../../storage/db.ts";
import { retry } from "../../storage/retry.ts";
import { changesMailError } from "../mail/mail-error.ts";
import { type Claim, release } from "../outbox/claim.ts";
import { type Attempt, type Delivery, type Outcome, record, recordAndReadNext } from "./store.ts";

interface Sending {
  send: (delivery: Delivery) => Promise<Outcome>;
  senderCount: number;
  /** No other is sent after this many milliseconds. */
  maxMs: number;
  /** A delivery that announces several changes counts for each. */
  maxSends?: number;
  waitForTurn?: () => Promise<void>;
  /** Called before each. The rest is released if it says so. */
  mustStop?: () => Promise<boolean>;
  /** Of an outcome after which nothing else can be sent now. */
  hasServiceFailed?: (outcome: Outcome) => boolean;
  /** How long an endpoint waits for its next message. */
  gapMs?: (delivery: Delivery) => number;
}

/**
 * Sends what a run has claimed. Each outcome is recorded before the next is sent, so a crash repeats only what is in flight.
 * @returns whether the service failed
 */
export async function sendClaimed(
  db: WriteDb,
  claim: Claim,
  {
    send,
    senderCount,
    maxMs,
    maxSends = Number.POSITIVE_INFINITY,
    waitForTurn,
    mustStop,
    hasServiceFailed,
    gapMs = () => 0,
  }: Sending,
): Promise<boolean> {
  const startedAt = Date.now();
  const remaining = [...claim.deliveryIDs];
  let [isStopped, hasFailed] = [false, false];
  let sends = 0;

  async function sendOneByOne(): Promise<void> {
    let attempt: Attempt | undefined;
    let isErrorChanged = false;
    try {
      while (!isStopped && sends < maxSends && Date.now() - startedAt < maxMs) {
        const deliveryID = remaining.shift();
        if (deliveryID === undefined) break;
        sends += 1;
        const next = { deliveryID, leaseEnd: claim.leaseEnd };
        const delivery = await retry(() => recordAndReadNext(db, attempt, next)).catch((error: unknown) => {
          isStopped = true;
          remaining.push(deliveryID);
          throw error;
        });
        attempt = undefined;
        await waitForTurn?.();
        if (mustStop && (await retry(mustStop))) isStopped = true;
        if (isStopped) remaining.push(deliveryID);
        if (isStopped || !delivery) continue;
        const outcome = await send(delivery);
        const nextDueAt = isoTime(Date.now() + gapMs(delivery));
        attempt = { delivery, outcome, leaseEnd: claim.leaseEnd, nextDueAt };
        if (outcome.position !== undefined) remaining.push(deliveryID);
        isErrorChanged ||= changesMailError(attempt);
        if (hasServiceFailed?.(outcome)) isStopped = hasFailed = true;
      }
    } finally {
      const last = attempt;
      if (last || isErrorChanged) await retry(() => record(db, last, isErrorChanged));
    }
  }

  const results = await Promise.allSettled(Array.from({ length: senderCount }, sendOneByOne));
  results.push(
    ...(await Promise.allSettled([retry(() => release(db, { ...claim, deliveryIDs: remaining }))])),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return hasFailed;
}
