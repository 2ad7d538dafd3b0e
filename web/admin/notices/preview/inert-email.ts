export interface InertEmail {
  /** Each inline style is in `data-style`. */
  html: string;
  css: string;
}

const POLICY = "default-src 'none'";

/**
 * Takes out of an email what runs, loads or leads elsewhere, and its styles, which the console's Content-Security-Policy
 * refuses in HTML.
 */
export function inertEmail(email: string): InertEmail {
  const sheets: string[] = [];
  const unstyled = email
    .replaceAll(/<style>(.*?)<\/style>/gs, (_, sheet: string) => {
      sheets.push(sheet);
      return "";
    })
    // Quotation marks in its text are escaped, so this is always an attribute.
    .replaceAll(' style="', ' data-style="');
  const document = new DOMParser().parseFromString(unstyled, "text/html");
  for (const element of document.querySelectorAll("script, style, link, meta, base")) element.remove();
  for (const image of document.querySelectorAll("img")) image.replaceWith(image.alt);
  for (const link of document.querySelectorAll("[href]")) link.removeAttribute("href");
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  document.head.insertAdjacentHTML("afterbegin", policy);
  return { html: `<!doctype html>${document.documentElement.outerHTML}`, css: sheets.join("\n") };
}
