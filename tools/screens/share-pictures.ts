// `npm run pictures` draws what the Worker composes the pictures of links from (og:image), and the icons of a page without a
// logo of its own.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { launchChromium } from "../../test/support/chromium.ts";
import { root } from "../paths.ts";
import { drawLettering } from "./draw-lettering.ts";

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await writeFile(join(root, "worker/pages/share/lettering.txt"), await drawLettering(page));
} finally {
  await browser.close();
}

/** The home screen of a phone cuts the corners itself. */
const favicon = await readFile(join(root, "web/status/public/static/favicon.svg"), "utf8");
const square = favicon.replace('rx="8" ', "");
/** A launcher may cut a maskable icon to a circle of 80% of its side. */
const padded = square.replace(
  /(<rect [^>]*>)(.*)<\/svg>/s,
  '$1<g transform="translate(5 5) scale(.6875)">$2</g></svg>',
);

/** The Worker can import only text, so these are in Base64. */
const inWorker = { favicon: { svg: favicon, side: 48 }, "apple-touch-icon": { svg: square, side: 180 } };
for (const [name, { svg, side }] of Object.entries(inWorker))
  await writeFile(
    join(root, `worker/pages/icons/${name}.txt`),
    `${(await draw(svg, side)).toString("base64")}\n`,
  );

const inManifest = {
  "icon-192": { svg: square, side: 192 },
  "icon-512": { svg: square, side: 512 },
  "icon-maskable-512": { svg: padded, side: 512 },
};
for (const [name, { svg, side }] of Object.entries(inManifest))
  await writeFile(join(root, `web/status/public/static/${name}.png`), await draw(svg, side));

function draw(svg: string, side: number): Promise<Buffer> {
  const image = sharp(Buffer.from(svg), { density: 1200 }).resize(side);
  return image.png({ palette: true, colors: 32, effort: 10 }).toBuffer();
}
