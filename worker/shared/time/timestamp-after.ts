import { isoTime } from "./domain.ts";

/**
 * Returns the current time, or one millisecond after `earlier` if this machine's clock is behind: a later version of an item
 * must have a later time.
 */
export function timestampAfter(...earlier: (string | null | undefined)[]): string {
  const times = earlier.flatMap((at) => (at ? [Date.parse(at) + 1] : []));
  return isoTime(Math.max(Date.now(), ...times));
}
