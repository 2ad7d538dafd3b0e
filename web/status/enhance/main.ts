import { formatTime } from "../views/time-format.ts";

// The page is whole without this: it only puts times into the reader's own zone.
for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime*=T]")) {
  time.textContent = formatTime(time.dateTime);
}

const note = document.querySelector("[data-zone-note]");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (note && timeZone && timeZone !== "UTC") {
  note.textContent = `Times are in your time zone (${timeZone.replaceAll("_", " ")}), days in UTC.`;
}
