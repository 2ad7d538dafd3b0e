import { accentOnBackground, accentOnTheme } from "./accent.ts";
import { hasBackground, pageColors } from "./background.ts";
import { headerColors, tintColor, tintedPage } from "./header.ts";
import type { Theme } from "./theme-rules.ts";
import { type Mode, themes } from "./themes.ts";

/** The colors that `themeRules` gives a page in one mode, for a preview of it. */
export function themeColors(look: Omit<Theme, "pageWidth" | "font">, mode: Mode) {
  const { backgroundColor, accentColor, headerColor } = look;
  const theme = themes[mode];
  const tint = tintColor(look);
  const card = { ...theme, link: accentColor === "" ? theme.link : accentOnTheme(accentColor, mode, tint) };
  const band = headerColor && headerColors(headerColor);
  if (!hasBackground(backgroundColor))
    return {
      card,
      page: { ...card, page: tintedPage(tint, mode) },
      band: band || { background: theme.card, text: theme.text },
    };
  const page = pageColors(backgroundColor, mode);
  const link = accentColor === "" ? page.text : accentOnBackground(accentColor, backgroundColor, mode);
  return { card, page: { ...page, link }, band: band || headerColors(backgroundColor) };
}
