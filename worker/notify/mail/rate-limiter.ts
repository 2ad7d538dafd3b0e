import { SECOND_MS } from "../../shared/time/domain.ts";

/** Spaces calls evenly. @param startsAt in milliseconds since the epoch */
export function rateLimiter(perSecond: number, startsAt = 0): () => Promise<void> {
  const gapMs = SECOND_MS / perSecond;
  let next = startsAt;
  return async () => {
    const now = Date.now();
    const turn = Math.max(now, next);
    next = turn + gapMs;
    if (turn > now) await scheduler.wait(turn - now);
  };
}
