/** Forms that subscribe ask for a time zone: the browser's, until somebody chooses another. */
export function fillOwnZone(page: Document): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  for (const field of page.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-own-zone]")) {
    field.value = timeZone;
    // A list may have it under another name.
    if (field instanceof HTMLSelectElement && field.value === "")
      field.add(new Option(timeZone.replaceAll("_", " "), timeZone, true, true));
  }
}
