let filter: typeof import("./component-filter.ts") | undefined;

const FIELD = "input[data-filter]";

/** What the field does is loaded when a visitor types into it, maybe before this script was there. */
export function applyFilter(): void {
  const field = document.querySelector<HTMLInputElement>(FIELD);
  if (!field?.value) return;
  if (filter) filter.filterComponents(field);
  else load(field);
}

addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches(FIELD)) load(target);
});

function load(target: HTMLInputElement): void {
  import("./component-filter.ts")
    .then((loaded) => {
      filter = loaded;
      loaded.filterComponents(target);
      loaded.announceCount(target);
    })
    .catch(console.error); // the next letter retries
}
