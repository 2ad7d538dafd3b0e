/** More at once is not listened to. */
const MOST = 5;

/** What the page says of states: the banner, each incident and maintenance, each component. */
export function newsOf(page: Document): Set<string> {
  const news = new Set<string>();
  for (const banner of page.querySelectorAll(".banner h1")) news.add(textOf(banner));
  for (const told of page.querySelectorAll(".notice, .component")) {
    const [name, status] = [told.querySelector("h1, h2, h3, h4"), told.querySelector(".status")];
    news.add(`${textOf(name)}: ${textOf(status)}`);
  }
  return news;
}

function textOf(element: Element | null): string {
  return element?.textContent?.trim() ?? "";
}

/** Tells it to screen readers, when they have finished what they are saying. */
export function announce(news: string[]): void {
  if (news.length > 0) region.textContent = news.slice(0, MOST).join(". ");
}

/** There from the start: a region that comes together with its text is not read. */
export const region = document.createElement("p");
region.role = "status";
region.className = "unseen";
region.dataset.announced = "";
document.body.append(region);
