// `npm run pictures` draws the pictures of links (og:image), one per status, and the icons of a page without a logo of its own.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { root } from "../../tools/paths.ts";
import { statusShapes } from "../../web/shared/status-shapes.ts";
import { tones } from "../../web/status/views/notice/state-tones.ts";
import type { StatusColor } from "../../worker/components/domain.ts";

const colors = Object.keys(statusShapes) as StatusColor[]; // it has exactly these keys
for (const color of colors)
  await writeFile(
    join(root, `web/status/public/static/state-${color}.png`),
    await draw(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
        <rect width="1200" height="630" fill="#f5f7fa"/>
        <g fill="${tones[color]}">
          <rect width="1200" height="24"/>
          <path fill-rule="evenodd" transform="translate(440 167) scale(20)" d="${statusShapes[color]}"/>
        </g>
      </svg>`,
      1200,
    ),
  );

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
    join(root, `worker/public/pages/icons/${name}.txt`),
    `${(await draw(svg, side)).toString("base64")}\n`,
  );

const inManifest = {
  "icon-192": { svg: square, side: 192 },
  "icon-512": { svg: square, side: 512 },
  "icon-maskable-512": { svg: padded, side: 512 },
};
for (const [name, { svg, side }] of Object.entries(inManifest))
  await writeFile(join(root, `web/status/public/static/${name}.png`), await draw(svg, side));

/** A density that makes the image larger than wanted keeps edges smooth. */
function draw(svg: string, width: number): Promise<Buffer> {
  const image = sharp(Buffer.from(svg), { density: 1200 }).resize(width);
  return image.png({ palette: true, colors: 32, effort: 10 }).toBuffer();
}
