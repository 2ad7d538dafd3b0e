import { accentOnBackground, accentOnTheme } from "./accent.ts";
import { hasBackground, pageColors } from "./background.ts";
import { readableOn } from "./contrast.ts";
import type { Theme } from "./theme-rules.ts";
import { type Mode, themes } from "./themes.ts";

/** The colors that `themeRules` gives a page in one mode, for a preview of it. */
export function themeColors({ backgroundColor, accentColor }: Omit<Theme, "pageWidth" | "font">, mode: Mode) {
  const theme = themes[mode];
  const card = { ...theme, link: accentColor === "" ? theme.link : accentOnTheme(accentColor, mode) };
  if (!hasBackground(backgroundColor))
    return { card, page: card, band: { background: theme.card, text: theme.text } };
  const page = pageColors(backgroundColor, mode);
  const link = accentColor === "" ? page.text : accentOnBackground(accentColor, backgroundColor, mode);
  return {
    card,
    page: { ...page, link },
    band: { background: backgroundColor, text: readableOn(backgroundColor) },
  };
}
