import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/time/domain.ts";
import { type Language, localeOf } from "../texts/languages.ts";
import { formatTime } from "../views/time-format.ts";

/** Adds how long ago a notice's newest update was, if that is less than 24 hours, in front of its time. */
export function tellAges(page: Document): void {
  const language = page.documentElement.lang as Language; // the Worker writes no other
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto", style: "short" });
  for (const time of page.querySelectorAll<HTMLElement>(".notice > .updates > :first-child time")) {
    const at = time.getAttribute("datetime") ?? "";
    const ageMs = Date.now() - Date.parse(at);
    if (!(ageMs >= 0)) continue;
    const ago =
      ageMs < HOUR_MS
        ? format.format(-Math.floor(ageMs / MINUTE_MS), "minute")
        : format.format(-Math.floor(ageMs / HOUR_MS), "hour");
    const text = formatTime(at, language);
    time.textContent = ageMs < DAY_MS ? `${ago} · ${text}` : text;
    // The script that localizes times would rewrite another text.
    time.dataset.local = time.textContent;
  }
}
