import { tones } from "../../../web/status/views/state-tones.ts";
import type { StatusColor } from "../../components/domain.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "../domain.ts";
import type { Glyph, Lettering } from "./lettering.ts";
import { encodePNG, type RGB } from "./png.ts";
import { FONT_PX, LINE_PX, MARGIN_PX, MAX_LINE_PX, SHADES, SHAPE_PX, WORDS_X_PX } from "./sizes.ts";

interface ShareContent {
  /** It is left out if a character has no image, for example a Chinese one. */
  serviceName: string;
  words: string;
  color: StatusColor;
  isRightToLeft: boolean;
}

const PAPER: RGB = [0xf5, 0xf7, 0xfa];
const INK: RGB = [0x1b, 0x25, 0x33];
/** The palette has all shades in ink first, then in the state's tone. */
const FULL_INK = SHADES - 1;
const FULL_TONE = 2 * SHADES - 1;

const BAND_PX = 24;
const NAME_BASELINE_PX = 218;
const SHAPE_TOP_PX = 290;
const SHAPE_TOP_WITHOUT_NAME_PX = 247;
const MAX_LINES = 2;

/** Draws the picture that messengers show for a link: the service's name, the state as a shape and in words. */
export function drawSharePicture(
  { glyphs, pixels: shades }: Lettering,
  { serviceName, words, color, isRightToLeft }: ShareContent,
) {
  const pixels = new Uint8Array(SHARE_WIDTH * SHARE_HEIGHT);

  /** @param x where the image's left edge is, also from right to left */
  function drawGlyph({ width, height, offset }: Glyph, x: number, y: number, full: number): void {
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const place = row * width + column;
        const byte = shades[offset + (place >> 1)] ?? 0;
        const shade = place & 1 ? byte & 15 : byte >> 4;
        // Neighbors overlap where one reaches into the other.
        if (shade > 0) pixels[(y + row) * SHARE_WIDTH + x + column] = full - FULL_INK + shade;
      }
    }
  }

  function drawLine(line: Glyph[], x: number, baseline: number, full: number): void {
    let penX = isRightToLeft ? SHARE_WIDTH - x - lengthOf(line) : x;
    for (const glyph of line) {
      drawGlyph(glyph, Math.round(penX) + glyph.left, baseline - glyph.top, full);
      penX += glyph.advance;
    }
  }

  pixels.fill(FULL_TONE, 0, SHARE_WIDTH * BAND_PX);
  const name = lineOf(glyphs, serviceName);
  if (name)
    drawLine(shorten(glyphs, name, SHARE_WIDTH - 2 * MARGIN_PX), MARGIN_PX, NAME_BASELINE_PX, FULL_INK);
  const shapeTop = name ? SHAPE_TOP_PX : SHAPE_TOP_WITHOUT_NAME_PX;
  const shape = glyphs.get(`shape ${color}`);
  if (shape)
    drawGlyph(shape, isRightToLeft ? SHARE_WIDTH - MARGIN_PX - SHAPE_PX : MARGIN_PX, shapeTop, FULL_TONE);
  const lines = wrap(glyphs, words, MAX_LINE_PX).slice(0, MAX_LINES);
  const firstBaseline = shapeTop + SHAPE_PX / 2 + FONT_PX * 0.36 - ((lines.length - 1) * LINE_PX) / 2;
  lines.forEach((line, index) => {
    drawLine(line, WORDS_X_PX, Math.round(firstBaseline + index * LINE_PX), FULL_INK);
  });
  const palette = [...shadesOf(INK), ...shadesOf(parseColor(tones[color]))];
  return encodePNG({ width: SHARE_WIDTH, height: SHARE_HEIGHT, palette, pixels });
}

/** @returns undefined if a character has no image */
function lineOf(glyphs: Map<string, Glyph>, text: string): Glyph[] | undefined {
  const whole = glyphs.get(text);
  if (whole) return [whole];
  const line = [...text.normalize("NFC")].map((character) => glyphs.get(character));
  return line.every((glyph) => glyph !== undefined) ? line : undefined;
}

function lengthOf(line: Glyph[]): number {
  return line.reduce((sum, { advance }) => sum + advance, 0);
}

function shorten(glyphs: Map<string, Glyph>, line: Glyph[], maxPx: number): Glyph[] {
  if (lengthOf(line) <= maxPx) return line;
  const ellipsis = lineOf(glyphs, "…") ?? [];
  let count = line.length;
  while (count > 0 && lengthOf([...line.slice(0, count), ...ellipsis]) > maxPx) count--;
  return [...line.slice(0, count), ...ellipsis];
}

/** Breaks a text at spaces, and one without spaces anywhere, as Japanese does. */
function wrap(glyphs: Map<string, Glyph>, text: string, maxPx: number): Glyph[][] {
  if (glyphs.has(text)) return [lineOf(glyphs, text) ?? []];
  const separator = text.includes(" ") ? " " : "";
  const parts = separator === "" ? [...text] : text.split(separator);
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : last + separator + part;
    if (last === undefined || lengthOf(lineOf(glyphs, longer) ?? []) > maxPx) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => lineOf(glyphs, line) ?? []);
}

function shadesOf(color: RGB): RGB[] {
  return Array.from({ length: SHADES }, (_, shade) => {
    const mix = (channel: 0 | 1 | 2) =>
      Math.round(PAPER[channel] + ((color[channel] - PAPER[channel]) * shade) / FULL_INK);
    return [mix(0), mix(1), mix(2)] as const;
  });
}

function parseColor(hex: string): RGB {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
