/** The page's policy allows its own style sheet alone, but scripts may add rules to it. Safari can't construct others before 16.4. */
const sheet = document.querySelector("style")?.sheet;
let addedRules = 0;

export function addStyles(css: string): void {
  sheet?.insertRule(asOneRule(css), sheet.cssRules.length);
  addedRules += 1;
}

/** Replaces the rules that the page came with. */
export function replaceStyles(css: string): void {
  if (!sheet) return;
  while (sheet.cssRules.length > addedRules) sheet.deleteRule(0);
  sheet.insertRule(asOneRule(css));
}

const asOneRule = (css: string) => `@media all{${css}}`;
