import { formatShort, formatTime, zoneName } from "../views/time-format.ts";
import { enhanceGraph } from "./graphs.ts";

// The page is whole without this: it puts times into the reader's own zone, and lets graphs be read value by value.
for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime*=T]")) {
  time.textContent = (time.dataset.short === undefined ? formatTime : formatShort)(time.dateTime);
}
for (const zone of document.querySelectorAll<HTMLElement>("[data-zone-of]")) {
  zone.textContent = zoneName(zone.dataset.zoneOf ?? "");
}

const note = document.querySelector("[data-zone-note]");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (note && timeZone && timeZone !== "UTC") {
  note.textContent = `Times are in your time zone (${timeZone.replaceAll("_", " ")}), days in UTC.`;
}

for (const figure of document.querySelectorAll<HTMLElement>("[data-metric]")) enhanceGraph(figure);
