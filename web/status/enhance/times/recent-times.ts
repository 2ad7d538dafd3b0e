import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { ages } from "../../texts/ages.ts";
import type { Language } from "../../texts/languages.ts";

/** Adds how long ago a notice's newest update was, if that is less than 24 hours, in front of its time. */
export function addAges(page: Document): void {
  const { minutes, hours } = ages[page.documentElement.lang as Language]; // the Worker writes no other
  for (const time of page.querySelectorAll<HTMLElement>(".notice > .updates > :first-child time")) {
    // The script in the head has localized it.
    time.dataset.time ??= time.textContent;
    const text = time.dataset.time ?? "";
    const ageMs = Date.now() - Date.parse(time.getAttribute("datetime") ?? "");
    if (!(ageMs >= 0)) continue;
    const ago =
      ageMs < HOUR_MS
        ? minutes.replace("{count}", `${Math.max(1, Math.floor(ageMs / MINUTE_MS))}`)
        : hours.replace("{count}", `${Math.floor(ageMs / HOUR_MS)}`);
    time.textContent = ageMs < DAY_MS ? `${ago} · ${text}` : text;
    // The script that localizes times would rewrite another text.
    time.dataset.local = time.textContent;
  }
}
