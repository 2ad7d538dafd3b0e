import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";

/**
 * Adds how long ago a notice's newest update was, in front of its time, and how long an open incident has been going on.
 * `Intl.RelativeTimeFormat` would block a phone for a tenth of a second when it is first used.
 */
export function addAges(page: Document): void {
  const [minutes = "", hours = "", days = "", ago = "", ongoing = ""] =
    page.querySelector("main")?.dataset.ages?.split("|") ?? [];
  const ageText = (text: string, at: string | null = "") => {
    const ageMs = Date.now() - Date.parse(`${at}`);
    if (!(ageMs >= 0)) return "";
    // Hours go on until there are several days, so that no language needs the singular of a day.
    const [unit, unitMs] =
      ageMs < HOUR_MS ? [minutes, MINUTE_MS] : ageMs < 2 * DAY_MS ? [hours, HOUR_MS] : [days, DAY_MS];
    return text.replace("{age}", `${Math.max(1, Math.floor(ageMs / unitMs))} ${unit}`);
  };
  for (const time of page.querySelectorAll<HTMLElement>(".notice > .updates > :first-child time")) {
    // The script in the head has localized it.
    time.dataset.time ??= time.textContent;
    const age = ageText(ago, time.getAttribute("datetime"));
    if (age) time.textContent = `${age} · ${time.dataset.time}`;
    // The script that localizes times would rewrite another text.
    time.dataset.local = time.textContent;
  }
  // The style sheet shows it, because live updates announce each change of a status's text.
  for (const { dataset } of page.querySelectorAll<HTMLElement>("[data-began]"))
    dataset.age = ageText(ongoing, dataset.began);
}
