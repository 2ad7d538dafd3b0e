import { announce } from "./announce.ts";
import { addStyles } from "./page-styles.ts";

/** Screen readers would read a count after each letter. */
const TYPING_MS = 500;

/** Groups, and lists of what is operational in them, that were closed and have matches. */
const openedGroups = new Set<HTMLDetailsElement>();
let announceTimer: ReturnType<typeof setTimeout> | undefined;

addStyles(":is(.rows, .others) > [hidden] { display: none }");

/** Hides the components whose name, and whose group's name, don't contain what the visitor typed. */
export function filterComponents({ value }: HTMLInputElement): void {
  const query = fold(value);
  const matches = (row: Element) => fold(row.querySelector("h3, h4")?.textContent ?? "").includes(query);
  for (const row of document.querySelectorAll<HTMLElement>(".rows > .component"))
    row.hidden = !(matches(row) || matches(row.closest(".group") ?? row));
  for (const part of document.querySelectorAll<HTMLElement>(".group, .others"))
    part.hidden = !part.querySelector(".component:not([hidden])");
  // It counts all that is operational, also what doesn't match.
  for (const summary of document.querySelectorAll<HTMLElement>(".others > summary"))
    summary.hidden = query !== "";
  // The link to a group's page stands between its components, so it goes with them.
  for (const link of document.querySelectorAll<HTMLElement>(".group .more"))
    link.hidden = link.parentElement?.querySelector(".component[hidden]") !== null;
  for (const details of document.querySelectorAll<HTMLDetailsElement>(".group:not([hidden]) details")) {
    if (details.open || details.hidden || !query) continue;
    details.open = true;
    openedGroups.add(details);
  }
  if (query) return;
  for (const details of openedGroups) details.open = false;
  openedGroups.clear();
}

export function announceCount({ value, dataset }: HTMLInputElement): void {
  clearTimeout(announceTimer);
  const rows = [...document.querySelectorAll<HTMLElement>(".rows > .component")];
  const count = rows.filter(({ hidden }) => !hidden).length;
  const text = `${dataset.filter}`.replace("{count}", `${count}`).replace("{total}", `${rows.length}`);
  if (value) announceTimer = setTimeout(announce, TYPING_MS, [text]);
}

addEventListener("keydown", ({ key, target }) => {
  if (key !== "Escape" || !(target instanceof HTMLInputElement) || target.dataset.filter === undefined)
    return;
  target.value = "";
  filterComponents(target);
});

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
