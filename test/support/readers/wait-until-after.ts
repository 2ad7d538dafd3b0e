import { expect } from "vitest";

/**
 * Waits for the next millisecond, because ETags and stored times can't tell apart changes of the same one.
 * @param time empty for settings that never changed
 */
export async function waitUntilAfter(time: string): Promise<void> {
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(time) || 0);
}
