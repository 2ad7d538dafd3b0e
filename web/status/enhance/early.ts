import { ARRANGE } from "./arrange.ts";
import { localise } from "./local-times.ts";
import { groupByOwnDays } from "./own-days.ts";

// Stands in the document's head: what the parser adds is in the reader's time zone before it is ever painted.
function arrange(page: Document): void {
  localise(page);
  groupByOwnDays(page);
}
const adding = new MutationObserver(() => arrange(document));
adding.observe(document, { childList: true, characterData: true, subtree: true });
document.addEventListener("DOMContentLoaded", () => {
  arrange(document);
  adding.disconnect();
});
document.addEventListener(ARRANGE, (event) => event instanceof CustomEvent && arrange(event.detail));
