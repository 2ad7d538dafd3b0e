/** Lets so many pass a second, evenly; whoever asks waits for their turn. */
export function pace(perSecond: number): () => Promise<void> {
  const gap = 1000 / perSecond;
  let next = 0;
  return async () => {
    const now = Date.now();
    const turn = Math.max(now, next);
    next = turn + gap;
    if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now));
  };
}
