import { contrastRatio, MIN_CONTRAST, mix, readableOn } from "./contrast.ts";
import { type Mode, themes } from "./themes.ts";

const DARK_MODE_SHARE = 0.16;

/** Cards, the banner and the header have colors of their own. */
interface PageColors {
  page: string;
  text: string;
  soft: string;
  line: string;
}

/** A light color would dazzle in dark mode, so it only tints the page. */
export function pageColors(backgroundColor: string, mode: Mode): PageColors {
  const dazzles = mode === "dark" && readableOn(backgroundColor) === "#000000";
  const page = dazzles ? mix(backgroundColor, DARK_MODE_SHARE, themes.dark.page) : backgroundColor;
  const text = readableOn(page);
  return { page, text, soft: softOn(page, text), line: mix(text, 0.2, page) };
}

/** The lightest mix, from 75% of the text's color up, that still has enough contrast. */
function softOn(page: string, text: string): string {
  const shares = [0.75, 0.8, 0.85, 0.9, 0.95];
  return (
    shares.map((share) => mix(text, share, page)).find((soft) => contrastRatio(soft, page) >= MIN_CONTRAST) ??
    text
  );
}

/** White is the default: it adds no rules, and the theme decides. */
export function hasBackground(backgroundColor: string): boolean {
  return backgroundColor.toUpperCase() !== "#FFFFFF";
}

export function backgroundRules(backgroundColor: string): string {
  if (!hasBackground(backgroundColor)) return "";
  const rules = (mode: Mode) => {
    const { page, text, soft, line } = pageColors(backgroundColor, mode);
    return `body{--page:${page};--card:${page};--text:${text};--soft:${soft};--link:${text};--ring:${text};--line:${line}}`;
  };
  const band = `.masthead{--band:${backgroundColor};--on-band:${readableOn(backgroundColor)}}`;
  // The legend shows the colors of the bars, so it needs the background of the cards.
  const legend =
    ".uptime-legend{background:var(--card);border:1px solid var(--line);border-radius:var(--radius);padding:.75rem 1.25rem}";
  const states = ".heading>.status,.alone>.icon{--state:currentColor}";
  return `${rules("light")}@media (prefers-color-scheme:dark){${rules("dark")}}${band}${legend}${states}`;
}
