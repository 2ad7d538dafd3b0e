import { formatAge, formatSpan } from "../../../shared/format-age.ts";

/** Adds how long ago a notice's newest update was, in front of its time, and how long an open incident has been going on. */
export function addAges(page: Document): void {
  const [minutes = "", hours = "", days = "", ago = "", ongoing = ""] =
    page.querySelector("main")?.dataset.ages?.split("|") ?? [];
  const units = { minutes, hours, days };
  const ageText = (text: string, at = "", format = formatAge) => {
    const ageMs = Date.now() - Date.parse(at);
    return ageMs >= 0 ? text.replace("{age}", format(ageMs, units)) : "";
  };
  for (const time of page.querySelectorAll<HTMLTimeElement>(".notice > .updates > :first-child time")) {
    // The script in the head has localized it.
    time.dataset.time ??= time.textContent;
    const age = ageText(ago, time.dateTime);
    if (age) time.textContent = `${age} · ${time.dataset.time}`;
    // The script that localizes times would rewrite another text.
    time.dataset.local = time.textContent;
  }
  // The style sheet shows it, because live updates announce each change of a status's text.
  for (const { dataset } of page.querySelectorAll<HTMLElement>("[data-began]"))
    dataset.age = ageText(ongoing, dataset.began, formatSpan);
}
