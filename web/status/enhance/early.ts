import { localise } from "./local-times.ts";

// Stands in the document's head: what the parser adds is in the reader's time zone before it is ever painted.
const adding = new MutationObserver(() => localise(document));
adding.observe(document, { childList: true, subtree: true });
document.addEventListener("DOMContentLoaded", () => adding.disconnect());
