import { formatTime } from "./time-format.ts";

/** In UTC as served; the page's script puts it into the reader's zone. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(at, "UTC")}</time>;
}
