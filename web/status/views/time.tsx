import { formatShort, formatTime } from "./time-format.ts";

/** In UTC as served; the page's script puts it into the reader's zone. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(at, "UTC")}</time>;
}

/** `Nov 21, 22:00 - Nov 22, 02:00 (UTC)`, put into the reader's zone as well. */
export function TimeRange({ from, to }: { from: string; to: string }) {
  return (
    <>
      <time dateTime={from} data-short="">
        {formatShort(from, "UTC")}
      </time>{" "}
      -{" "}
      <time dateTime={to} data-short="">
        {formatShort(to, "UTC")}
      </time>{" "}
      (<span data-zone-of={from}>UTC</span>)
    </>
  );
}
