// `npm run pictures` draws the pictures of links to the page (og:image), one for each status, and the icons of a page without a
// logo of its own.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { launchChromium } from "../../test/support/chromium.ts";
import { statusShapes } from "../../web/shared/status-shapes.ts";
import { tones } from "../../web/status/views/state-tones.ts";
import type { StatusColor } from "../../worker/components/domain.ts";
import { root } from "../paths.ts";

/** The recommended size of an og:image, in pixels. */
const size = { width: 1200, height: 630 };
const BAR_COUNT = 45;
const BAR_HEIGHT_PX = 50;
const BAR_DISTANCE_PX = 22;
/** The last bar is higher for a worse status, as on the page. */
const lastBarHeightsPx: Record<StatusColor, number> = {
  grey: BAR_HEIGHT_PX,
  green: BAR_HEIGHT_PX,
  blue: 57,
  yellow: 64,
  orange: 72,
  red: 80,
};

const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: size });
  const states = Object.keys(statusShapes) as StatusColor[]; // the object has exactly these keys
  for (const state of states) {
    await page.setContent(`<style>body{margin:0}</style>${picture(state)}`);
    await page.screenshot({ path: join(root, `web/status/public/static/state-${state}.png`) });
  }
} finally {
  await browser.close();
}

/** The Worker imports texts alone, so the images are in Base64. The home screen of a phone cuts the corners itself. */
const favicon = await readFile(join(root, "web/status/public/static/favicon.svg"), "utf8");
const icons = {
  favicon: { svg: favicon, side: 48 },
  "apple-touch-icon": { svg: favicon.replace('rx="8" ', ""), side: 180 },
};
for (const [name, { svg, side }] of Object.entries(icons)) {
  const image = sharp(Buffer.from(svg), { density: 600 }).resize(side);
  const png = await image.png({ palette: true, colors: 32, effort: 10 }).toBuffer();
  await writeFile(join(root, `worker/pages/icons/${name}.txt`), `${png.toString("base64")}\n`);
}

/** The picture has no text, so that it fits every language. */
function picture(state: StatusColor): string {
  const bars = Array.from({ length: BAR_COUNT }, (_, index) => {
    const isLast = index === BAR_COUNT - 1;
    const height = isLast ? lastBarHeightsPx[state] : BAR_HEIGHT_PX;
    const fill = isLast ? tones[state] : "#3c9b69";
    return `<rect x="${110 + index * BAR_DISTANCE_PX}" y="${530 - height}" width="14" height="${height}" rx="3" fill="${fill}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#f5f7fa"/>
    <rect width="100%" height="14" fill="${tones[state]}"/>
    <path transform="translate(480 110) scale(15)" fill="${tones[state]}" fill-rule="evenodd" d="${statusShapes[state]}"/>
    ${bars.join("")}
  </svg>`;
}
