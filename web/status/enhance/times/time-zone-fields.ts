/** Fills in the browser's time zone in forms that subscribe, until the visitor chooses another. */
export function fillTimeZoneFields(page: Document): void {
  const fields = page.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-own-zone]");
  // Most pages have none, and the first use of `Intl` takes longer than the rest of the script.
  const timeZone = fields.length > 0 && Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!timeZone) return;
  for (const field of fields) {
    field.value = timeZone;
    // The server's list may name the same zone differently.
    if (field instanceof HTMLSelectElement && field.value === "")
      field.add(new Option(timeZone.replaceAll("_", " "), timeZone, true, true));
  }
}
