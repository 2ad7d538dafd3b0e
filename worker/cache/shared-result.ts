/**
 * Calls within `freshMs` of the first share its result, whether it is good or bad. They also share it while it is being made.
 * @param takeoverMs how long to wait for another request's work before doing it again: that request may have been canceled
 * @returns calls `work` unless there is such a result for the same key
 */
export function sharedResult<T>(
  freshMs: number,
  takeoverMs = 1000,
): (key: number, work: () => Promise<T>) => Promise<T> {
  let last: { key: number; startedAt: number; result: Promise<T> } | undefined;
  return async (key, work) => {
    const now = Date.now();
    if (last?.key !== key || Math.abs(now - last.startedAt) >= freshMs) {
      last = { key, startedAt: now, result: work() };
      return last.result;
    }
    const timedOut = Promise.withResolvers<undefined>();
    const timer = setTimeout(timedOut.resolve, takeoverMs);
    try {
      const shared = await Promise.race([last.result.then((result) => ({ result })), timedOut.promise]);
      return shared ? shared.result : await work();
    } finally {
      clearTimeout(timer);
    }
  };
}
