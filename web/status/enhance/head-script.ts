import { groupByLocalDays } from "./times/local-days.ts";
import { localizeTimes } from "./times/local-times.ts";
import { LOCALIZE_EVENT } from "./times/localize-event.ts";

function localize(page: Document): void {
  localizeTimes(page);
  groupByLocalDays(page);
}
// An observer runs before the browser paints what the parser has added, so UTC times are never seen.
const parsing = new MutationObserver(() => localize(document));
parsing.observe(document, { childList: true, characterData: true, subtree: true });
document.addEventListener("DOMContentLoaded", () => {
  localize(document);
  parsing.disconnect();
});
document.addEventListener(LOCALIZE_EVENT, (event) => event instanceof CustomEvent && localize(event.detail));
