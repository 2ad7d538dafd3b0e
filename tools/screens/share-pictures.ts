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

/** The Worker can import only text, so the images are in Base64. The home screen of a phone cuts the corners itself. */
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
