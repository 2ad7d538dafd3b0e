import type { ComponentUptime } from "../../../../worker/components/schema.ts";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import type { Texts } from "../../texts/en.ts";
import { type Language, memoizePerLocale } from "../../texts/languages.ts";

const percents = memoizePerLocale((locale) => new Intl.NumberFormat(locale, { style: "percent" }));
const exactPercents = memoizePerLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 2 }),
);
const days = units("day");
const hours = units("hour");
const minutes = units("minute");
const durations = memoizePerLocale((locale) => new Intl.ListFormat(locale, { type: "unit" }));
const lists = memoizePerLocale((locale) => new Intl.ListFormat(locale, { style: "narrow" }));

/** `99.98%`. It is rounded down, so that 100% means without any outage. */
export function formatUptime(uptime: number, language: Language): string {
  if (uptime === 1) return formatPercent(1, language);
  // Decimal text removes the error of binary fractions: 0.9999 * 10,000 is slightly less than 9,999.
  return exactPercents(language).format(Math.floor(Number((uptime * 10_000).toPrecision(12))) / 10_000);
}

/** The uptime of less than a day means little, so it is left out. */
export function measuredUptime(
  { uptime, since }: Pick<ComponentUptime, "uptime" | "since">,
  now: string,
): number | null {
  return Date.parse(now) - Date.parse(since) < DAY_MS ? null : uptime;
}

export function formatPercent(share: number, language: Language): string {
  return percents(language).format(share);
}

const DAY_MINUTES = 1440;

/**
 * `2 hours, 5 minutes`.
 * @param time whole minutes
 */
export function formatDuration(
  time: number,
  { texts, language }: { texts: Pick<Texts, "lessThanAMinute">; language: Language },
): string {
  if (time === 0) return texts.lessThanAMinute;
  const parts: string[] = [];
  if (time >= DAY_MINUTES) parts.push(days(language)(Math.floor(time / DAY_MINUTES)));
  if (time % DAY_MINUTES >= 60) parts.push(hours(language)(Math.floor(time / 60) % 24));
  if (time % 60 > 0) parts.push(minutes(language)(time % 60));
  const text = joined(parts, durations(language));
  // Without no-break spaces, a line could break within a Japanese duration.
  return language === "ja" ? text.replaceAll(" ", "\u00a0") : text;
}

export function formatList(items: string[], language: Language): string {
  return joined(items, lists(language));
}

/** Most lists on a page have one item, and Intl.ListFormat is slow. */
function joined(items: string[], format: Intl.ListFormat): string {
  return items.length === 1 ? items.join("") : format.format(items);
}

/** Small counts are memoized, because pages show hundreds of durations and the formatter is slow. */
function units(unit: "day" | "hour" | "minute") {
  return memoizePerLocale((locale) => {
    const { format } = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
    const formatted = Array.from({ length: 60 }, (): string | undefined => undefined);
    return (count: number): string => {
      if (count >= formatted.length) return format(count);
      formatted[count] ??= format(count);
      return formatted[count];
    };
  });
}
