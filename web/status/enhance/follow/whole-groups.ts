/**
 * The components of a chosen group are ticked, and can't be chosen one by one. A group of which only some are chosen shows that
 * also while it is folded.
 */
export function tickWholeGroups(form: ParentNode): void {
  for (const group of form.querySelectorAll<HTMLInputElement>("[name=groups]")) tickComponents(group);
}

function tickComponents(group: HTMLInputElement): void {
  const components = [
    ...(group.closest("li")?.querySelectorAll<HTMLInputElement>("[name=components]") ?? []),
  ];
  for (const box of components) {
    if (box.disabled === group.checked) continue;
    // A group that is no longer chosen leaves what was chosen before it.
    if (group.checked) box.dataset.chosen = `${box.checked}`;
    box.checked = group.checked || box.dataset.chosen === "true";
    box.disabled = group.checked;
  }
  group.indeterminate = !group.checked && components.some(({ checked }) => checked);
}

addEventListener("change", ({ target }) => {
  if (!(target instanceof Element)) return;
  const group = target.closest("fieldset > ul > li")?.querySelector<HTMLInputElement>("[name=groups]");
  if (group) tickComponents(group);
});
tickWholeGroups(document);
