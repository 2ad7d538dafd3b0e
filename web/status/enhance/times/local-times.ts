import type { Language } from "../../texts/languages.ts";
import { formatShort, formatTime, zoneName } from "../../views/time-format.ts";

/**
 * Rewrites UTC times in the reader's time zone. The parser may have added only half of a text, so this reads attributes alone.
 * A text that it extends no longer matches and is rewritten again.
 */
export function localizeTimes(page: Document): void {
  const language = page.documentElement.lang as Language; // the Worker writes no other
  for (const part of page.querySelectorAll<HTMLElement>(
    "time[datetime*=T],[data-zone-of],[data-zone-note]",
  )) {
    if (part.textContent === part.dataset.local) continue;
    const text = localText(part, language);
    if (text === undefined) continue;
    part.textContent = text;
    part.dataset.local = text;
  }
}

function localText(part: HTMLElement, language: Language): string | undefined {
  const { zoneNote, zoneOf, short } = part.dataset;
  if (zoneNote !== undefined) return zoneNoteText(zoneNote);
  if (zoneOf !== undefined) return zoneName(zoneOf, language);
  const at = part.getAttribute("datetime") ?? "";
  return (short === undefined ? formatTime : formatShort)(at, language);
}

/** @returns undefined where the zone is UTC, or the browser does not reveal it */
function zoneNoteText(text: string): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone || timeZone === "UTC") return undefined;
  return text.replace("{zone}", timeZone.replaceAll("_", " "));
}
