import { type Language, perLocale } from "../texts/languages.ts";

const percents = perLocale((locale) => new Intl.NumberFormat(locale, { style: "percent" }));
const exactPercents = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 2 }),
);
const days = units("day");
const hours = units("hour");
const minutes = units("minute");
const durations = perLocale((locale) => new Intl.ListFormat(locale, { type: "unit" }));
const lists = perLocale((locale) => new Intl.ListFormat(locale, { style: "narrow" }));

/** `99.98%`; never rounded up, so that 100% is all of the time. */
export function formatUptime(uptime: number, language: Language): string {
  if (uptime === 1) return formatPercent(1, language);
  // Through a decimal text, since 0.9999 * 10,000 is a little less than 9,999.
  return exactPercents(language).format(Math.floor(Number((uptime * 10_000).toPrecision(12))) / 10_000);
}

export function formatPercent(share: number, language: Language): string {
  return percents(language).format(share);
}

const DAY_MINUTES = 1440;

/** `2 hours, 5 minutes`; less than a minute is told as 0 minutes. */
export function formatDuration(time: number, language: Language): string {
  const texts: string[] = [];
  if (time >= DAY_MINUTES) texts.push(days(language)(Math.floor(time / DAY_MINUTES)));
  if (time % DAY_MINUTES >= 60) texts.push(hours(language)(Math.floor(time / 60) % 24));
  if (time % 60 > 0 || time === 0) texts.push(minutes(language)(time % 60));
  const told = joined(texts, durations(language));
  // Its spaces are no ends of words: a line would begin with the last unit alone.
  return language === "ja" ? told.replaceAll(" ", "\u00a0") : told;
}

/** `A, B, C`, with the commas and the "and" that the language puts there. */
export function formatList(items: string[], language: Language): string {
  return joined(items, lists(language));
}

/** A list of one is that one: pages have hundreds of them, and a formatter of lists is slow. */
function joined(items: string[], format: Intl.ListFormat): string {
  return items.length === 1 ? items.join("") : format.format(items);
}

/** Pages show hundreds of durations, and the formatter is slow: the counts of an hour or a day are formatted once. */
function units(unit: "day" | "hour" | "minute") {
  return perLocale((locale) => {
    const { format } = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
    const formatted = Array.from({ length: 60 }, (): string | undefined => undefined);
    return (count: number): string => {
      if (count >= formatted.length) return format(count);
      formatted[count] ??= format(count);
      return formatted[count];
    };
  });
}
