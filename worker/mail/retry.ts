/** For idempotent writes that record what has been sent: D1 may fail for a moment. */
export async function retry<T>(write: () => Promise<T>): Promise<T> {
  for (const delayMs of [100, 400, 1500]) {
    try {
      return await write();
    } catch {
      await scheduler.wait(delayMs);
    }
  }
  return write();
}
