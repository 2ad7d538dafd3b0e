import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { chunkOf, dataURL, onePixelJPEG, onePixelPNG, pngSize } from "../../support/factories/images.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const addresses = ["/favicon.ico", "/apple-touch-icon.png"] as const;

async function readIcon(path: (typeof addresses)[number], headers = {}) {
  const response = await daymark.fetch(path, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The image in an ICO file begins after a header and one entry. */
const imageIn = (ico: Buffer) => ico.subarray(22);

function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    onePixelPNG.subarray(0, 8),
    ...[chunkOf("IHDR", header), chunkOf("IDAT", rows), chunkOf("IEND", Buffer.alloc(0))],
  ]);
}

const upload = (data: Uint8Array, data1x: Uint8Array, kind?: "favicon") =>
  answer(
    daymark.administrator.settings.logos.$post({
      json: { data: dataURL(data), data1x: dataURL(data1x), ...(kind && { kind }) },
    }),
  );

const sizeOf = (image: Buffer) => pngSize(new Uint8Array(image).buffer);

test("without a logo, the icons have the product's shape, and each page names the one for home screens", async () => {
  const [favicon, touchIcon] = [await readIcon("/favicon.ico"), await readIcon("/apple-touch-icon.png")];
  expect(favicon.response.headers.get("Content-Type")).toBe("image/x-icon");
  expect([...favicon.bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
  expect(favicon.bytes.readUInt32LE(14)).toBe(imageIn(favicon.bytes).length);
  expect(sizeOf(imageIn(favicon.bytes))).toEqual({ width: 48, height: 48 });
  expect(touchIcon.response.headers.get("Content-Type")).toBe("image/png");
  expect(sizeOf(touchIcon.bytes)).toEqual({ width: 180, height: 180 });
});

test("a square PNG logo becomes both icons as soon as it is uploaded, until it is deleted", async () => {
  const [large, small] = [png(280, 280), png(140, 140)];
  const before = await readIcon("/favicon.ico");
  const { id } = await upload(large, small);
  const [favicon, touchIcon] = [await readIcon("/favicon.ico"), await readIcon("/apple-touch-icon.png")];
  expect(imageIn(favicon.bytes).equals(small)).toBe(true);
  expect([...favicon.bytes.subarray(6, 8)]).toEqual([140, 140]);
  expect(touchIcon.bytes.equals(large)).toBe(true);
  const headers = { "If-None-Match": favicon.response.headers.get("ETag") ?? "" };
  expect((await readIcon("/favicon.ico", headers)).response.status).toBe(304);
  await daymark.administrator.settings.logos[":logoID"].$delete({ param: { logoID: id } });
  expect((await readIcon("/favicon.ico")).bytes.equals(before.bytes)).toBe(true);
});

test("an uploaded icon comes before the logo, unless it doesn't fit", async () => {
  const [large, small] = [png(180, 180), png(64, 64)];
  await upload(png(280, 280), png(140, 140));
  const { id } = await upload(large, small, "favicon");
  expect(imageIn((await readIcon("/favicon.ico")).bytes).equals(small)).toBe(true);
  expect((await readIcon("/apple-touch-icon.png")).bytes.equals(large)).toBe(true);
  await upload(png(400, 140), png(200, 70), "favicon");
  expect(sizeOf(imageIn((await readIcon("/favicon.ico")).bytes))).toEqual({ width: 140, height: 140 });
  expect((await daymark.fetch(`/logos/${id}`)).status).toBe(404);
});

test.for([
  ["wide", png(400, 140), png(200, 70)],
  ["tiny", png(16, 16), png(8, 8)],
  ["of too many pixels", png(1100, 1100), png(300, 300)],
  ["a JPEG", onePixelJPEG, onePixelJPEG],
] as const)("a logo that is %s is no icon", async ([, large, small]) => {
  await upload(large, small);
  const [favicon, touchIcon] = [await readIcon("/favicon.ico"), await readIcon("/apple-touch-icon.png")];
  expect(sizeOf(imageIn(favicon.bytes))).toEqual({ width: 48, height: 48 });
  expect(sizeOf(touchIcon.bytes)).toEqual({ width: 180, height: 180 });
});

async function readManifestIcons() {
  const { icons } = (await (await daymark.fetch("/manifest.webmanifest")).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  return icons;
}

test("the manifest says the size of each icon, with those that phones need for their home screens", async () => {
  const icons = await readManifestIcons();
  for (const { src, sizes } of icons) {
    const image = src.startsWith("/static/")
      ? readFileSync(join(root, "web/status/public", src))
      : (await readIcon("/apple-touch-icon.png")).bytes;
    const { width, height } = sizeOf(image);
    expect([src, sizes]).toEqual([src, `${width}x${height}`]);
  }
  expect(icons.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`)).toEqual([
    "180x180 any",
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  const { id } = await upload(png(280, 270), png(140, 135));
  expect(await readManifestIcons()).toEqual([
    { src: "/apple-touch-icon.png", sizes: "280x270", type: "image/png" },
  ]);
  await daymark.administrator.settings.logos[":logoID"].$delete({ param: { logoID: id } });
  expect(await readManifestIcons()).toEqual(icons);
});

test("while R2 can't be reached, an icon is an error that nothing stores", async () => {
  await upload(png(280, 280), png(140, 140));
  const broken = await readIcon("/favicon.ico", { "x-test-break-r2": "all" });
  expect([broken.response.status, broken.response.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
  expect((await readIcon("/favicon.ico")).response.status).toBe(200);
});
