/** The write must have the same result if it runs twice. */
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
