/** Adds the styles of a part that is loaded later, so that no other screen waits for them. Call it once for each sheet. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
