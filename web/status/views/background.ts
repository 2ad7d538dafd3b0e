import { contrastOf, mix, readableOn } from "./contrast.ts";

/** WCAG AA, with room for rounding. */
const MIN_CONTRAST = 4.6;
/** As in style.css. */
const DARK_PAGE = "#0e131b";
/** How much of a light color is in the background of a page in dark mode. */
const SHARE_IN_THE_DARK = 0.16;

/** The colors of what stands on the page itself; cards, the banner and the header have their own. */
interface PageColors {
  page: string;
  text: string;
  /** Of what is less important. */
  soft: string;
  line: string;
}

/** In dark mode, a light color only tints the page: it would dazzle. */
function pageColors(backgroundColor: string, mode: "light" | "dark"): PageColors {
  const dazzles = mode === "dark" && readableOn(backgroundColor) === "#000000";
  const page = dazzles ? mix(backgroundColor, SHARE_IN_THE_DARK, DARK_PAGE) : backgroundColor;
  const text = readableOn(page);
  return { page, text, soft: softOn(page, text), line: mix(text, 0.2, page) };
}

/** As little contrast as is allowed, but not less than a quarter less than the text's. */
function softOn(page: string, text: string): string {
  const shares = [0.75, 0.8, 0.85, 0.9, 0.95];
  return (
    shares.map((share) => mix(text, share, page)).find((soft) => contrastOf(soft, page) >= MIN_CONTRAST) ??
    text
  );
}

/** The rules that color a page; none for white, which is the default and leaves all to the theme. */
export function backgroundRules(backgroundColor: string): string {
  if (backgroundColor.toUpperCase() === "#FFFFFF") return "";
  const rules = (mode: "light" | "dark") => {
    const { page, text, soft, line } = pageColors(backgroundColor, mode);
    return `body{--page:${page};--card:${page};--text:${text};--soft:${soft};--link:${text};--ring:${text};--line:${line}}`;
  };
  const band = `.top{--band:${backgroundColor};--on-band:${readableOn(backgroundColor)}}`;
  // The legend's colors are those of the bars, and keep the background of those.
  const legend =
    ".how{background:var(--card);border:1px solid var(--line);border-radius:var(--radius);padding:.75rem 1.25rem}";
  const states = ".heading>.status,.alone>.icon{--state:currentColor}";
  return `${rules("light")}@media (prefers-color-scheme:dark){${rules("dark")}}${band}${legend}${states}`;
}
