import type { Language } from "../texts/languages.ts";
import { formatShort, formatTime, zoneName } from "../views/time-format.ts";

/**
 * What a page says in UTC, said in the reader's own time zone: by the elements' attributes alone, since of their text
 * the parser may have seen half. What it still adds to a text of ours makes that another one, which is written again.
 */
export function localise(page: Document): void {
  const language = page.documentElement.lang as Language; // the Worker writes no other
  for (const part of page.querySelectorAll<HTMLElement>(
    "time[datetime*=T],[data-zone-of],[data-zone-note]",
  )) {
    if (part.textContent === part.dataset.local) continue;
    const text = local(part, language);
    if (text === undefined) continue;
    part.textContent = text;
    part.dataset.local = text;
  }
}

function local(part: HTMLElement, language: Language): string | undefined {
  const { zoneNote, zoneOf, short } = part.dataset;
  if (zoneNote !== undefined) return noteOf(zoneNote);
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
