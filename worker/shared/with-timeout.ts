/** After a timeout the work continues, and its result is ignored. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> {
  const outcome = await resultWithin(timeoutMs, work);
  if (!outcome) throw new Error(message);
  return outcome.result;
}

/**
 * workerd ends a request without pending I/O as hung. The timer counts as I/O and bounds the wait.
 * @returns undefined after the timeout
 */
export async function resultWithin<T>(
  timeoutMs: number,
  work: Promise<T>,
): Promise<{ result: T } | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, timeoutMs);
  try {
    return await Promise.race([work.then((result) => ({ result })), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
