/** WCAG AA asks for 4.5; the rest allows for rounding. */
export const MIN_CONTRAST = 4.6;

/** Black or white, whichever has more contrast with a `#RRGGBB` color; that is at least 4.5 to 1. */
export function readableOn(color: string): "#000000" | "#FFFFFF" {
  return contrastRatio(color, "#FFFFFF") > contrastRatio(color, "#000000") ? "#FFFFFF" : "#000000";
}

/** From 1 to 21, see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param share of `color` in the mix, from 0 to 1 */
export function mix(color: string, share: number, into: string): string {
  const channels = parseChannels(color).map((channel, index) => {
    const mixed = channel * share + (parseChannels(into)[index] ?? 0) * (1 - share);
    return Math.round(mixed).toString(16).padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

/** See https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseChannels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
