/** Rejects with an Error that says `message` after so many milliseconds. The work goes on; its result is ignored. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
