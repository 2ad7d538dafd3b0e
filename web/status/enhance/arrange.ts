/** The event by which the page's script has the document's own one put another document into the reader's time zone. */
export const ARRANGE = "arrange";

export function arrange(page: Document): void {
  document.dispatchEvent(new CustomEvent(ARRANGE, { detail: page }));
}
