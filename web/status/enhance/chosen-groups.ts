const KEY = "groups";

/** Opens and closes the groups that the visitor opened or closed on an earlier visit. */
export function restoreChosenGroups(): void {
  for (const choice of readChoices()) {
    const details = document.getElementById(choice.slice(1))?.querySelector("details");
    if (details) details.open = choice.startsWith("+");
  }
  saveChoices();
}

addEventListener("click", ({ target }) => {
  const summary = target instanceof Element && target.closest(".group summary");
  if (summary) setTimeout(saveChoices); // the click toggles the group after its listeners
});

/**
 * Stores only what differs from the page as it is served, so that a group that was closed during an outage opens at the next
 * one. There are at most 100 groups.
 */
function saveChoices(): void {
  const choices = [...document.querySelectorAll(".group")].flatMap((group) => {
    const isOpen = group.querySelector("details")?.open;
    const isServedOpen = !group.querySelector("summary .status.green");
    return isOpen === isServedOpen ? [] : [`${isOpen ? "+" : "-"}${group.id}`];
  });
  try {
    if (choices.length > 0) localStorage.setItem(KEY, choices.join(" "));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice is for this visit.
  }
}

function readChoices(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(" ") ?? [];
  } catch {
    return [];
  }
}
