/**
 * Lets so many pass a second, evenly; whoever asks waits for their turn.
 * @param startsAt the time of the first turn, in milliseconds
 */
export function rateLimiter(perSecond: number, startsAt = 0): () => Promise<void> {
  const gap = 1000 / perSecond;
  let next = startsAt;
  return async () => {
    const now = Date.now();
    const turn = Math.max(now, next);
    next = turn + gap;
    if (turn > now) await scheduler.wait(turn - now);
  };
}
