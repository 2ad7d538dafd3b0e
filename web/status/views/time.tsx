import { Interpolated, useTexts, useVisit } from "./language.tsx";
import { formatShort, formatTime } from "./time-format.ts";

/** In UTC as served; the page's script puts it into the reader's zone. */
export function Time({ at }: { at: string }) {
  const { language } = useVisit();
  return <time dateTime={minuteOf(at)}>{formatTime(at, language, "UTC")}</time>;
}

/** `Nov 21, 22:00 - Nov 22, 02:00 (UTC)`, put into the reader's zone as well. */
export function TimeRange({ from, to }: { from: string; to: string }) {
  const zone = <span data-zone-of={minuteOf(from)}>UTC</span>;
  return (
    <Interpolated
      text={useTexts().timeRange}
      values={{ from: <ShortTime at={from} />, to: <ShortTime at={to} />, zone }}
    />
  );
}

function ShortTime({ at }: { at: string }) {
  const { language } = useVisit();
  return (
    <time dateTime={minuteOf(at)} data-short="">
      {formatShort(at, language, "UTC")}
    </time>
  );
}

/** Times are shown to the minute, and seconds would make the page larger even when it is compressed. */
export function minuteOf(iso: string): string {
  return `${iso.slice(0, 16)}Z`;
}
