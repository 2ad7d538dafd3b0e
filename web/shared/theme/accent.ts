import { hasBackground, pageColors } from "./background.ts";
import { contrastRatio, MIN_CONTRAST, mix, readableOn } from "./contrast.ts";
import { tintedPage } from "./header.ts";
import { type Mode, themes } from "./themes.ts";

const SHARES = Array.from({ length: 21 }, (_, step) => 1 - step / 20);

/** The accent color, mixed with as little black or white as makes it legible on all of these colors. */
function accentOn(accentColor: string, surfaces: readonly string[], end: string): string {
  const mixes = SHARES.map((share) => mix(accentColor, share, end));
  return (
    mixes.find((each) => surfaces.every((surface) => contrastRatio(each, surface) >= MIN_CONTRAST)) ?? end
  );
}

/** For links on cards and on the theme's own background. */
export function accentOnTheme(accentColor: string, mode: Mode, tint = ""): string {
  return accentOn(
    accentColor,
    [tintedPage(tint, mode), themes[mode].card],
    mode === "light" ? "#000000" : "#FFFFFF",
  );
}

/** For links on a background color of the administrator. */
export function accentOnBackground(accentColor: string, backgroundColor: string, mode: Mode): string {
  const { page } = pageColors(backgroundColor, mode);
  return accentOn(accentColor, [page], readableOn(page));
}

/** Buttons have the color of links, with a text in the color of what they stand on. */
export function accentRules(accentColor: string, backgroundColor: string, tint: string): string {
  if (accentColor === "") return "";
  const rules = (mode: Mode) => {
    const onTheme = `:root,.card,.banner,.uptime-legend{--link:${accentOnTheme(accentColor, mode, tint)}}`;
    if (!hasBackground(backgroundColor)) return onTheme;
    return `${onTheme}body{--link:${accentOnBackground(accentColor, backgroundColor, mode)}}`;
  };
  return `${rules("light")}@media (prefers-color-scheme:dark){${rules("dark")}}`;
}
