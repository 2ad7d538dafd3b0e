/** Black or white, whichever reads better on the colour: at least 4.5 to 1 on any. `#RRGGBB` in and out. */
export function readableOn(colour: string): "#000000" | "#FFFFFF" {
  const luminance = relativeLuminance(colour);
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? "#FFFFFF" : "#000000";
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function relativeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
