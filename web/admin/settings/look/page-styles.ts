import type { Theme } from "../../../shared/theme/theme-rules.ts";
import { themeRules } from "../../../shared/theme/theme-rules.ts";
import type { Mode } from "../../../shared/theme/themes.ts";

/**
 * Makes the style of the status page one for a shadow root, whose elements `.html` and `.body` stand for those of the page. It
 * has the theme and the width of the preview, and not those of the console's window.
 * @param css ends with the rules of the saved look
 */
export function previewStyles(css: string, saved: Theme, drafted: Theme, mode: Mode): string {
  const rules = themeRules(saved);
  const ownCSS = css.endsWith(rules) ? css.slice(0, css.length - rules.length) : css;
  return (ownCSS + themeRules(drafted))
    .replace(/:root\b/g, ":host")
    .replace(/(^|[{}\s,>~+(])(html|body)(?=[\s{,.:#>[])/g, "$1.$2")
    .replace(/\(prefers-color-scheme:\s*dark\)/g, mode === "dark" ? "all" : "not all")
    .replace(/@media (?=\((?:min-|max-)?width[^{,]*\)\s*\{)/g, "@container ");
}
