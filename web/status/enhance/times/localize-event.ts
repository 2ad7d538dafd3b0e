/** The bundle asks the script in the document's head to localize another document, so that the code is loaded once. */
export const LOCALIZE_EVENT = "localize";

export function requestLocalization(page: Document): void {
  document.dispatchEvent(new CustomEvent(LOCALIZE_EVENT, { detail: page }));
}
