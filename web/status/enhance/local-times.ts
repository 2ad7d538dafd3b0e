import type { Language } from "../texts/languages.ts";
import { formatShort, formatTime, zoneName } from "../views/time-format.ts";

/** What a page says in UTC, said in the reader's own time zone; each part once. */
export function localise(page: Document): void {
  const language = page.documentElement.lang as Language; // the Worker writes no other
  for (const part of page.querySelectorAll<HTMLElement>(
    ":is(time[datetime*=T],[data-zone-of],[data-zone-note]):not([data-local])",
  )) {
    part.textContent = local(part, language);
    part.dataset.local = "";
  }
}

function local(part: HTMLElement, language: Language): string | null {
  const { zoneNote, zoneOf, short } = part.dataset;
  if (zoneNote !== undefined) return noteOf(zoneNote) ?? part.textContent;
  if (zoneOf !== undefined) return zoneName(zoneOf, language);
  const at = part.getAttribute("datetime") ?? "";
  return (short === undefined ? formatTime : formatShort)(at, language);
}

/** Nothing where the zone is UTC, or the browser does not tell it. */
function noteOf(text: string): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone || timeZone === "UTC") return undefined;
  return text.replace("{zone}", timeZone.replaceAll("_", " "));
}
