import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { Page } from "playwright-core";
import { statusShapes } from "../../web/shared/status-shapes.ts";
import { ar } from "../../web/status/texts/ar.ts";
import { ja } from "../../web/status/texts/ja.ts";
import { FONT_PX, LINE_PX, MAX_LINE_PX, SHADES, SHAPE_PX } from "../../worker/pages/share/sizes.ts";
import { root } from "../paths.ts";

const WEIGHT = 700;
const FONTS = ["noto-sans", "noto-sans-jp", "noto-sans-arabic"];
const files = [
  ...["latin", "latin-ext", "cyrillic", "greek"].map((subset) => ["noto-sans", subset] as const),
  ["noto-sans-jp", "japanese"] as const,
  ["noto-sans-arabic", "arabic"] as const,
];

/** Names are written with these Latin, Greek and Cyrillic letters, all of which Noto Sans has. */
const letters = [
  [0x20, 0x7e],
  [0xa1, 0x17f],
  [0x386, 0x3ce],
  [0x400, 0x45f],
].flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
);
const signs = [..."ȘșȚțẞҐґ‐‑–—‘’‚“”„…€™№\u00a0"];

type Drawn = [advance: number, left: number, top: number, width: number, height: number];

/** Draws what the Worker composes pictures of: see worker/pages/share/lettering.ts. @returns the file's text */
export async function drawLettering(page: Page): Promise<string> {
  const words = ({ banner, states }: typeof ja) => [...Object.values(banner), ...Object.values(states)];
  const japanese = words(ja).flatMap((text) => [...text]);
  const characters = [...new Set([...letters, ...signs, ...japanese])].filter((each) =>
    /\p{Assigned}/u.test(each),
  );
  await page.setContent(`<style>${await fontFaces()}</style>`);
  const { images, glyphs } = await page.evaluate(drawAll, {
    font: `${WEIGHT} ${FONT_PX}px ${files.map(([name, subset]) => `"${name}-${subset}"`).join(", ")}`,
    texts: [...characters, ...new Set(words(ar))],
    shapes: Object.entries(statusShapes),
    shapePx: SHAPE_PX,
    linePx: LINE_PX,
    maxLinePx: MAX_LINE_PX,
    maxShade: SHADES - 1,
  });
  const pixels = await promisify(deflate)(Uint8Array.from(images), { level: 9 });
  return `${JSON.stringify({ glyphs, pixels: pixels.toString("base64") })}\n`;
}

/** The fonts are not a dependency of the package, because everyone who works on Daymark would download them. */
async function fontFaces(): Promise<string> {
  const faces = files.map(async ([font, subset]) => {
    const file = join(
      root,
      `node_modules/@fontsource/${font}/files/${font}-${subset}-${WEIGHT}-normal.woff2`,
    );
    const bytes = await readFile(file).catch(() => {
      const packages = FONTS.map((name) => `@fontsource/${name}@5.3.0`).join(" ");
      throw new Error(`A font is missing. Run: npm install --no-save ${packages}`);
    });
    return `@font-face{font-family:"${font}-${subset}";src:url(data:font/woff2;base64,${bytes.toString("base64")})}`;
  });
  return (await Promise.all(faces)).join("");
}

interface Task {
  font: string;
  texts: string[];
  shapes: [name: string, path: string][];
  shapePx: number;
  linePx: number;
  maxLinePx: number;
  maxShade: number;
}

/** Runs in the browser, so it uses nothing from outside. */
async function drawAll({ font, texts, shapes, shapePx, linePx, maxLinePx, maxShade }: Task) {
  const [x, baseline] = [100, 250];
  const images: number[] = [];
  const glyphs: Record<string, Drawn> = {};
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 500 });
  const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  await Promise.all([...document.fonts].map((face) => face.load()));
  context.font = font;

  /** Stores what was painted in shades, with 4 bits for each pixel, and clears the canvas. */
  function keep(key: string, advance: number): void {
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const shadeAt = (column: number, row: number) =>
      Math.round(((data[(row * canvas.width + column) * 4 + 3] ?? 0) * maxShade) / 255);
    let [left, top, right, bottom] = [canvas.width, canvas.height, 0, 0];
    for (let row = 0; row < canvas.height; row++)
      for (let column = 0; column < canvas.width; column++)
        if (shadeAt(column, row) > 0) {
          [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
          [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
        }
    const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
    for (let place = 0; place < width * height; place += 2) {
      const shadeOf = (each: number) =>
        each < width * height ? shadeAt(left + (each % width), top + Math.floor(each / width)) : 0;
      images.push(shadeOf(place) * 16 + shadeOf(place + 1));
    }
    glyphs[key] = width === 0 ? [advance, 0, 0, 0, 0] : [advance, left - x, baseline - top, width, height];
    context.clearRect(0, 0, canvas.width, canvas.height);
  }

  for (const text of texts) {
    const lines: string[] = [];
    for (const word of text === " " ? [" "] : text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && context.measureText(longer).width <= maxLinePx)
        lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    const widths = lines.map((line) => context.measureText(line).width);
    const advance = Math.max(...widths);
    lines.forEach((line, index) => {
      const y = baseline + (index - (lines.length - 1) / 2) * linePx;
      // Only Arabic texts have several lines, which end at the same right edge.
      context.fillText(line, x + advance - (widths[index] ?? 0), y);
    });
    keep(text, Math.round(advance * 10) / 10);
  }
  for (const [name, path] of shapes) {
    context.save();
    context.translate(x, baseline - shapePx);
    context.scale(shapePx / 16, shapePx / 16);
    context.fill(new Path2D(path), "evenodd");
    context.restore();
    keep(`shape ${name}`, shapePx);
  }
  return { images, glyphs };
}
