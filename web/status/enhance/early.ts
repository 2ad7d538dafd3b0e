import { localise } from "./local-times.ts";

// Stands in the document's head: what the parser adds is in the reader's time zone before it is ever painted.
const adding = new MutationObserver(() => localise(document));
adding.observe(document, { childList: true, characterData: true, subtree: true });
document.addEventListener("DOMContentLoaded", () => {
  localise(document);
  adding.disconnect();
});
