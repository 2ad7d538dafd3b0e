/** Screen reader users stop listening to longer announcements. */
const MAX_ANNOUNCEMENTS = 5;

/** The status that the page states: the banner's, each incident's, each maintenance's and each component's. */
export function statusTexts(page: Document): Set<string> {
  const texts = new Set<string>();
  for (const banner of page.querySelectorAll(".banner h1")) texts.add(trimmedText(banner));
  for (const item of page.querySelectorAll(".notice, .component")) {
    const [name, status] = [item.querySelector("h1, h2, h3, h4"), item.querySelector(".status")];
    texts.add(`${trimmedText(name)}: ${trimmedText(status)}`);
  }
  return texts;
}

function trimmedText(element: Element | null): string {
  return element?.textContent?.trim() ?? "";
}

export function announce(texts: string[]): void {
  if (texts.length > 0) liveRegion.textContent = texts.slice(0, MAX_ANNOUNCEMENTS).join(". ");
}

/** Screen readers ignore a live region that is added together with its text, so this one exists from the start. */
export const liveRegion = document.createElement("p");
liveRegion.setAttribute("role", "status");
liveRegion.className = "unseen";
liveRegion.dataset.announced = "";
document.body.append(liveRegion);
