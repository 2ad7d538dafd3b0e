import { announce } from "./announce.ts";
import { addStyles } from "./page-styles.ts";

/** Screen readers would read a count after each letter. */
const TYPING_MS = 500;

/** Groups, and lists of what is operational in them, that were closed and have matches. */
const openedGroups = new Set<HTMLDetailsElement>();
let announceTimer: ReturnType<typeof setTimeout> | undefined;

addStyles(`:is(.rows, .others) > [hidden], .filtered-none ~ * { display: none !important }
.filtered-count { color: var(--soft); font-size: .875rem; margin-inline: -.75rem auto; white-space: nowrap }
.heading > input:has(+ .filtered-count) { flex-basis: 5rem; margin: 0 }
.filtered-none button { background: none; color: var(--link); margin-inline-start: .25rem; min-height: 1.5rem; padding: 0 .5rem }`);

/** Hides the components whose name, and whose group's name, don't contain what the visitor typed. */
export function filterComponents(field: HTMLInputElement): void {
  const query = fold(field.value);
  const matches = (row: Element) => fold(row.querySelector("h3, h4")?.textContent ?? "").includes(query);
  for (const row of componentRows()) row.hidden = !(matches(row) || matches(row.closest(".group") ?? row));
  for (const part of document.querySelectorAll<HTMLElement>(".group, .others"))
    part.hidden = !part.querySelector(".component:not([hidden])");
  // The first counts all that is operational, also what doesn't match. The link beside it would stand on a component's line.
  for (const part of document.querySelectorAll<HTMLElement>(".others > summary, .group .more"))
    part.hidden = query !== "";
  showCount(field);
  for (const details of document.querySelectorAll<HTMLDetailsElement>(".group:not([hidden]) details")) {
    if (details.open || details.hidden || !query) continue;
    details.open = true;
    openedGroups.add(details);
  }
  if (query) return;
  for (const details of openedGroups) details.open = false;
  openedGroups.clear();
}

const componentRows = () => [...document.querySelectorAll<HTMLElement>(".rows > .component")];

/** Returns a text for screen readers, and those beside the field, in place of the list, and on the button that clears it. */
function countTexts({ value, dataset }: HTMLInputElement) {
  const rows = componentRows();
  const count = rows.filter(({ hidden }) => !hidden).length;
  const texts = `${dataset.filter}`
    .split("|")
    .map((text) => text.replace("{count}", `${count}`).replace("{total}", `${rows.length}`));
  const [spoken = "", shown = "", none = "", clear = ""] = texts;
  return { count, spoken, shown, none: none.replace("{query}", () => value.trim()), clear };
}

function showCount(field: HTMLInputElement): void {
  for (const part of document.querySelectorAll(".filtered-count, .filtered-none")) part.remove();
  if (!fold(field.value)) return;
  const { count, shown, none, clear } = countTexts(field);
  const part = document.createElement(count > 0 ? "span" : "div");
  if (count > 0) {
    part.className = "filtered-count";
    part.textContent = shown;
    field.after(part);
    return;
  }
  part.className = "card empty filtered-none";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = clear;
  button.addEventListener("click", () => {
    clearFilter(field);
    field.focus();
  });
  part.append(none, " ", button);
  document.querySelector(".rows")?.before(part);
}

function clearFilter(field: HTMLInputElement): void {
  field.value = "";
  filterComponents(field);
}

export function announceCount(field: HTMLInputElement): void {
  clearTimeout(announceTimer);
  const { count, spoken, none } = countTexts(field);
  if (field.value) announceTimer = setTimeout(announce, TYPING_MS, [count > 0 ? spoken : none]);
}

addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && target instanceof HTMLInputElement && target.dataset.filter !== undefined)
    clearFilter(target);
});

/** Without case and accents. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
