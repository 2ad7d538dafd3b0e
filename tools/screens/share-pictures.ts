// Draws what is shown where somebody shares the page's address, a picture for each state: `npm run pictures`.
import { join } from "node:path";
import { launchChromium } from "../../test/support/chromium.ts";
import { statusShapes } from "../../web/shared/status-shapes.ts";
import { tones } from "../../web/status/views/state-tones.ts";
import type { StatusColor } from "../../worker/components/domain.ts";
import { root } from "../paths.ts";

/** As og:image is to be. */
const size = { width: 1200, height: 630 };
const BARS = 45;
/** How high the last bar stands, the worse the higher: as on the page. */
const heights: Record<StatusColor, number> = {
  grey: 50,
  green: 50,
  blue: 57,
  yellow: 64,
  orange: 72,
  red: 80,
};

const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: size });
  const states = Object.keys(statusShapes) as StatusColor[]; // its own keys
  for (const state of states) {
    await page.setContent(`<style>body{margin:0}</style>${picture(state)}`);
    await page.screenshot({ path: join(root, `web/status/public/static/state-${state}.png`) });
  }
} finally {
  await browser.close();
}

/** Without words: it is the same in each language. */
function picture(state: StatusColor): string {
  const bars = Array.from({ length: BARS }, (_, at) => {
    const last = at === BARS - 1;
    const height = last ? heights[state] : 50;
    const fill = last ? tones[state] : "#3c9b69";
    return `<rect x="${110 + at * 22}" y="${530 - height}" width="14" height="${height}" rx="3" fill="${fill}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#f5f7fa"/>
    <rect width="100%" height="14" fill="${tones[state]}"/>
    <path transform="translate(480 110) scale(15)" fill="${tones[state]}" fill-rule="evenodd" d="${statusShapes[state]}"/>
    ${bars.join("")}
  </svg>`;
}
