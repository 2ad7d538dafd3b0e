import { type Language, localeOf } from "../../../../web/status/texts/languages.ts";
import { HOUR_MS, MINUTE_MS } from "../../../shared/time/domain.ts";

const formats: Partial<Record<Language, Intl.RelativeTimeFormat>> = {};

/** `in 24 hours`, `in 1 hour`, `in 40 minutes`: rounded, and at least a minute. */
export function formatTimeLeft(ms: number, language: Language): string {
  formats[language] ??= new Intl.RelativeTimeFormat(localeOf(language));
  const format = formats[language];
  const hours = Math.round(ms / HOUR_MS);
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return ms < HOUR_MS - MINUTE_MS ? format.format(minutes, "minute") : format.format(hours, "hour");
}
