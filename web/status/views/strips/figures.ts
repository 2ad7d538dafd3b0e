import type { ComponentUptime } from "../../../../worker/components/schema.ts";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import type { Texts } from "../../texts/en.ts";
import { formats, type Separators } from "../../texts/formats.ts";
import type { Language } from "../../texts/languages.ts";
import { plural } from "../../texts/texts.ts";

/** `99.98%`. It is rounded down, so that 100% means without any outage. */
export function formatUptime(uptime: number, language: Language): string {
  if (uptime === 1) return formatPercent(1, language);
  const hundredths = Math.floor(multiply(uptime, 10_000));
  const { decimal, percent } = formats[language];
  return `${Math.floor(hundredths / 100)}${decimal}${`${hundredths % 100}`.padStart(2, "0")}${percent}`;
}

/** The uptime of less than a day means little, so it is left out. */
export function measuredUptime(
  { uptime, since }: Pick<ComponentUptime, "uptime" | "since">,
  now: string,
): number | null {
  return Date.parse(now) - Date.parse(since) < DAY_MS ? null : uptime;
}

export function formatPercent(share: number, language: Language): string {
  return `${Math.round(multiply(share, 100))}${formats[language].percent}`;
}

/** Decimal text removes the error of binary fractions: 0.9999 * 10,000 is slightly less than 9,999. */
function multiply(share: number, factor: number): number {
  return Number((share * factor).toPrecision(12));
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
  const { units, durations } = formats[language];
  const parts: string[] = [];
  if (time >= DAY_MINUTES) parts.push(plural(language, units.day, Math.floor(time / DAY_MINUTES)));
  if (time % DAY_MINUTES >= 60) parts.push(plural(language, units.hour, Math.floor(time / 60) % 24));
  if (time % 60 > 0) parts.push(plural(language, units.minute, time % 60));
  return joined(parts, durations);
}

export function formatList(items: string[], language: Language): string {
  return joined(items, formats[language].lists);
}

function joined(items: string[], { pair, middle, last }: Separators): string {
  const end = items.at(-1) ?? "";
  if (items.length < 2) return end;
  const separator = items.length === 2 ? pair : last;
  // In Spanish, `y` becomes `e` before the sound of an `i`.
  const spoken = separator === " y " && /^(?:i|hi(?![ae]))/i.test(end) ? " e " : separator;
  return items.slice(0, -1).join(middle) + spoken + end;
}
