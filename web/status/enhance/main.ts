import { languageOf } from "../texts/languages.ts";
import { formatShort, formatTime, zoneName } from "../views/time-format.ts";
import { enhanceGraph } from "./graphs.ts";

const language = languageOf(document.documentElement.lang);

// The page is whole without this: it puts times into the reader's own zone, and lets graphs be read value by value.
for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime*=T]")) {
  time.textContent = (time.dataset.short === undefined ? formatTime : formatShort)(time.dateTime, language);
}
for (const zone of document.querySelectorAll<HTMLElement>("[data-zone-of]")) {
  zone.textContent = zoneName(zone.dataset.zoneOf ?? "", language);
}

const note = document.querySelector<HTMLElement>("[data-zone-note]");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (note && timeZone && timeZone !== "UTC") {
  note.textContent = note.dataset.zoneNote?.replace("{zone}", timeZone.replaceAll("_", " ")) ?? "";
}

for (const figure of document.querySelectorAll<HTMLElement>("[data-metric]")) enhanceGraph(figure);
