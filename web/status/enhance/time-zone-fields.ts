/** Fills in the browser's time zone in forms that subscribe, until the visitor chooses another. */
export function fillTimeZoneFields(page: Document): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  for (const field of page.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-own-zone]")) {
    field.value = timeZone;
    // The server's list may name the same zone differently.
    if (field instanceof HTMLSelectElement && field.value === "")
      field.add(new Option(timeZone.replaceAll("_", " "), timeZone, true, true));
  }
}
