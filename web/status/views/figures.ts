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

/** `2 hours, 5 minutes`; less than a minute is told as 0 minutes. */
export function formatDuration(time: number, language: Language): string {
  const parts = [
    { count: Math.floor(time / 1440), unit: days },
    { count: Math.floor(time / 60) % 24, unit: hours },
    { count: time % 60, unit: minutes },
  ].filter(({ count, unit }) => count > 0 || (unit === minutes && time === 0));
  const texts = parts.map(({ count, unit }) => unit(language).format(count));
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

function units(unit: "day" | "hour" | "minute") {
  return perLocale((locale) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }));
}
