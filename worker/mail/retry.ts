/** A write that what has been sent depends on, which may be made twice: D1 may fail for a moment. */
export async function retry<T>(write: () => Promise<T>): Promise<T> {
  for (const pause of [100, 400, 1500]) {
    try {
      return await write();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return write();
}
