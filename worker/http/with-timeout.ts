/** Fails when it takes longer than so many milliseconds; the work itself goes on, and nobody waits for it. */
export async function within<T>(time: number, work: Promise<T>, tooLong: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(tooLong)), time);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
