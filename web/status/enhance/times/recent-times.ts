import { formatAge } from "../../../shared/format-age.ts";

/** Adds how long ago a notice's newest update was, in front of its time, and how long an open incident has been going on. */
export function addAges(page: Document): void {
  const [minutes = "", hours = "", days = "", ago = "", ongoing = ""] =
    page.querySelector("main")?.dataset.ages?.split("|") ?? [];
  const ageText = (text: string, at: string | null = "") => {
    const ageMs = Date.now() - Date.parse(`${at}`);
    if (!(ageMs >= 0)) return "";
    return text.replace("{age}", formatAge(ageMs, { minutes, hours, days }));
  };
  for (const time of page.querySelectorAll<HTMLElement>(".notice > .updates > :first-child time")) {
    const at = time.getAttribute("datetime");
    // The line above says how long the incident has been going on, which is the age of its first update, too.
    if (time.closest(".notice")?.querySelector(`[data-began="${at}"]`)) continue;
    // The script in the head has localized it.
    time.dataset.time ??= time.textContent;
    const age = ageText(ago, at);
    if (age) time.textContent = `${age} · ${time.dataset.time}`;
    // The script that localizes times would rewrite another text.
    time.dataset.local = time.textContent;
  }
  // The style sheet shows it, because live updates announce each change of a status's text.
  for (const { dataset } of page.querySelectorAll<HTMLElement>("[data-began]"))
    dataset.age = ageText(ongoing, dataset.began);
}
