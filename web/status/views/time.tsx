import { Interpolated, usePageContext, useTexts } from "./language.tsx";
import { formatInUTC, formatShortInUTC } from "./utc-format.ts";

/** Served in UTC; the page's script converts it to the reader's time zone. */
export function Time({ at }: { at: string }) {
  const { language } = usePageContext();
  return <time dateTime={truncateToMinute(at)}>{formatInUTC(at, language)}</time>;
}

export function TimeRange({ from, to }: { from: string; to: string }) {
  const zone = <span data-zone-of={truncateToMinute(from)}>UTC</span>;
  return (
    <Interpolated
      text={useTexts().timeRange}
      values={{ from: <ShortTime at={from} />, to: <ShortTime at={to} />, zone }}
    />
  );
}

export function ShortTime({ at }: { at: string }) {
  const { language } = usePageContext();
  return (
    <time dateTime={truncateToMinute(at)} data-short="">
      {formatShortInUTC(at, language)}
    </time>
  );
}

/** Times are shown to the minute; seconds would only make the page larger. */
export function truncateToMinute(iso: string): string {
  return `${iso.slice(0, 16)}Z`;
}
