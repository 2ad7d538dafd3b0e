let filter: typeof import("./component-filter.ts") | undefined;

const FIELD = "input[data-filter]";

/** The field is of no use without a script, so it is served hidden. What it does is loaded when a visitor types into it. */
export function showFilterField(): void {
  const field = document.querySelector<HTMLInputElement>(FIELD);
  if (!field) return;
  field.hidden = false;
  if (field.value !== "") filter?.filterComponents(field);
}

addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.matches(FIELD))) return;
  import("./component-filter.ts")
    .then((loaded) => {
      filter = loaded;
      loaded.filterComponents(target);
      loaded.announceCount(target);
    })
    .catch(() => undefined); // the next letter retries
});
