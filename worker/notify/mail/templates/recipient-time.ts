import { interpolate } from "../../../../web/shared/interpolate.ts";
import { textsOf } from "../../../../web/status/texts/all-texts.ts";
import type { Language } from "../../../../web/status/texts/languages.ts";
import { formatShort, formatTime, zoneName } from "../../../../web/status/views/time-format.ts";
import { formatInUTC, formatShortInUTC } from "../../../../web/status/views/utc-format.ts";

interface Reader {
  language: Language;
  timeZone: string;
}

export function timeText(iso: string, { language, timeZone }: Reader): string {
  return timeZone === "UTC" ? formatInUTC(iso, language) : formatTime(iso, language, timeZone);
}

/** The window is that of a maintenance. */
export function windowText({ startAt, endAt }: { startAt: string; endAt: string }, reader: Reader): string {
  const { language, timeZone } = reader;
  const short = (iso: string) =>
    timeZone === "UTC" ? formatShortInUTC(iso, language) : formatShort(iso, language, timeZone);
  const zone = timeZone === "UTC" ? timeZone : zoneName(startAt, language, timeZone);
  return interpolate(textsOf(language).timeRange, { from: short(startAt), to: short(endAt), zone });
}
