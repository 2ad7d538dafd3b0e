import { contrastRatio, readableOn } from "../../../shared/theme/contrast.ts";

/** WCAG asks for 3 of graphics. Below this, a shape is hardly seen at all. */
const MIN_SEEN_CONTRAST = 1.7;
const MAX_UNSEEN_SHARE = 0.4;
const MIN_ALPHA = 128;

/**
 * @param pixels of the logo, four bytes each: red, green, blue and alpha
 * @param band the color behind it
 */
export function logoProblem(pixels: Uint8ClampedArray, band: string): string | undefined {
  let opaque = 0;
  let unseen = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < MIN_ALPHA) continue;
    opaque += 1;
    if (contrastRatio(toHex(red, green, blue), band) < MIN_SEEN_CONTRAST) unseen += 1;
  }
  if (opaque === 0 || unseen / opaque < MAX_UNSEEN_SHARE) return undefined;
  return readableOn(band) === "#FFFFFF" ? "Your logo is dark on dark" : "Your logo is light on light";
}

function toHex(...channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
