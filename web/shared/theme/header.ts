import { hasBackground } from "./background.ts";
import { mix, readableOn } from "./contrast.ts";
import type { Theme } from "./theme-rules.ts";
import { type Mode, themes } from "./themes.ts";

/** So little that the theme's texts keep their contrast. */
const TINT_SHARES: Record<Mode, number> = { light: 0.05, dark: 0.08 };

/** The header stands out from the page in both themes, so it needs no line. */
export function headerRules(headerColor: string): string {
  const { text } = headerColors(headerColor);
  return `.masthead{--band:${headerColor};--on-band:${text};border-color:${headerColor}}`;
}

export function headerColors(headerColor: string): { background: string; text: string } {
  return { background: headerColor, text: readableOn(headerColor) };
}

type TintTheme = Pick<Theme, "backgroundColor" | "headerColor" | "accentColor" | "pageTint">;

/** The color that tints the page, or empty. A background color of the administrator is a stronger wish. */
export function tintColor({ backgroundColor, headerColor, accentColor, pageTint }: TintTheme): string {
  if (pageTint === "none" || hasBackground(backgroundColor)) return "";
  return headerColor || accentColor || themes.light.link;
}

export function tintedPage(tint: string, mode: Mode): string {
  return tint === "" ? themes[mode].page : mix(tint, TINT_SHARES[mode], themes[mode].page);
}

export function tintRules(theme: TintTheme): string {
  const tint = tintColor(theme);
  if (tint === "") return "";
  const rule = (mode: Mode) => `body{--page:${tintedPage(tint, mode)}}`;
  return `${rule("light")}@media (prefers-color-scheme:dark){${rule("dark")}}`;
}
