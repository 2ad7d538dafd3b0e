import { stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { tones } from "../../../web/status/views/notice/state-tones.ts";

test("every status has a picture for links, in its color and in the size that pages name", async () => {
  for (const [color, tone] of Object.entries(tones)) {
    const file = join(root, `web/status/public/static/state-${color}.png`);
    expect([color, (await stat(file)).size < 16 * 1024]).toEqual([color, true]);
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([color, info.width, info.height]).toEqual([color, 1200, 630]);
    expect([color, `#${data.subarray(0, 3).toString("hex")}`]).toEqual([color, tone]);
  }
});
