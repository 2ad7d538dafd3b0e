import { afterAll, beforeAll, expect, test } from "vitest";
import { dataURL, onePixelJPEG, onePixelPNG, pngOfSize } from "../../../support/factories/images.ts";
import { sendHeadersOnly } from "../../../support/readers/headers-only-request.ts";
import { parseHTML } from "../../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

const MIB_BYTES = 1024 * 1024;
let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const upload = (json: { data: string; data1x?: string }) =>
  daymark.administrator.settings.logos.$post({ json });
const remove = (logoID: string) =>
  daymark.administrator.settings.logos[":logoID"].$delete({ param: { logoID } });
const readSettings = () => answer(daymark.administrator.settings.$get());
const listFiles = async () =>
  (await daymark.files.list({ prefix: "logos/" })).objects.map(({ key }) => key).sort();
const read = async (name: string) => {
  const response = await daymark.fetch(`/logos/${name}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("a logo is served in both sizes as immutable, and shown on the page", async () => {
  const { id } = await answer(
    upload({ data: dataURL(onePixelPNG), data1x: dataURL(onePixelJPEG, "image/jpeg") }),
  );
  expect(id).toMatch(/^[0-9A-Za-z]{12}$/);
  expect(await readSettings()).toMatchObject({ logoID: id, logos: [{ id }] });
  const [small, large] = [await read(id), await read(`${id}@2x`)];
  expect(small.bytes.equals(onePixelJPEG)).toBe(true);
  expect(large.bytes.equals(onePixelPNG)).toBe(true);
  expect([small, large].map(({ response }) => response.headers.get("Content-Type"))).toEqual([
    "image/jpeg",
    "image/png",
  ]);
  for (const { response } of [small, large]) {
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const policy = response.headers.get("Content-Security-Policy")?.split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "sandbox"]));
  }
  const image = parseHTML(await (await daymark.fetch("/")).text()).querySelector(".masthead img");
  expect(image?.getAttribute("src")).toBe(`/logos/${id}`);
  expect(image?.getAttribute("srcset")).toBe(`/logos/${id}@2x 2x`);
  expect(image?.getAttribute("alt")).toMatch(/Status$/);
});

test("a logo uploaded in one size is served in both", async () => {
  const { id } = await answer(upload({ data: dataURL(onePixelPNG) }));
  expect((await read(id)).bytes.equals((await read(`${id}@2x`)).bytes)).toBe(true);
});

test("a new logo replaces the previous one and deletes its files", async () => {
  const before = await answer(upload({ data: dataURL(onePixelPNG) }));
  const after = await answer(upload({ data: dataURL(onePixelPNG) }));
  expect(after.id).not.toBe(before.id);
  expect(await listFiles()).toEqual([`logos/${after.id}`, `logos/${after.id}@2x`]);
  expect((await read(before.id)).response.status).toBe(404);
});

test("deleting a logo can be repeated, and an unknown ID deletes nothing", async () => {
  const { id } = await answer(upload({ data: dataURL(onePixelPNG) }));
  expect((await remove("nobody")).status).toBe(204);
  expect(await readSettings()).toMatchObject({ logoID: id });
  expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 204]);
  expect(await readSettings()).toMatchObject({ logoID: "", logos: [] });
  expect(await listFiles()).toEqual([]);
});

const unsupported: Record<string, Uint8Array | string> = {
  "zero bytes": "",
  "an SVG": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  "a GIF": "GIF89a\u0001\u0000\u0001\u0000",
  "a PNG's header before a script": Buffer.concat([
    onePixelPNG.subarray(0, 8),
    Buffer.from("<script>alert(1)</script>"),
  ]),
  "a script behind a PNG": Buffer.concat([onePixelPNG, Buffer.from("<script>alert(1)</script>")]),
  "a truncated PNG": onePixelPNG.subarray(0, onePixelPNG.length - 4),
  "a PNG without its image": Buffer.concat([onePixelPNG.subarray(0, 33), onePixelPNG.subarray(-12)]),
  "a truncated JPEG": onePixelJPEG.subarray(0, onePixelJPEG.length - 2),
  "a JPEG without a frame": withoutFrame(onePixelJPEG),
  "a JPEG whose fill byte hides a segment": withFillByte(onePixelJPEG),
  "a JPEG's header before a script": Buffer.concat([
    onePixelJPEG.subarray(0, 4),
    Buffer.from("<script>"),
    Buffer.from([0xff, 0xd9]),
  ]),
};

test.for(Object.keys(unsupported))("%s gets 415, whatever media type it declares", async (name) => {
  const before = [await readSettings(), await listFiles()];
  const image = unsupported[name] ?? "";
  for (const json of [{ data: dataURL(image) }, { data: dataURL(onePixelPNG), data1x: dataURL(image) }]) {
    const response = await upload(json);
    expect([response.status, await response.json()]).toEqual([
      415,
      { errorMessage: "Unsupported image type" },
    ]);
  }
  expect([await readSettings(), await listFiles()]).toEqual(before);
});

/** A decoder skips the fill byte and reads the frame after it. A parser that takes it for a marker skips the frame. */
function withFillByte(jpeg: Uint8Array): Uint8Array {
  const frame = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xc2]));
  const end = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xc4]));
  const hidden = Buffer.concat([Buffer.from([0xff]), jpeg.subarray(frame, end)]);
  // Such a parser reads C2 00 as the length of a segment. After that many bytes the frame is repeated.
  return Buffer.concat([
    jpeg.subarray(0, frame),
    hidden,
    Buffer.alloc(2 + 0xc200 - hidden.length),
    jpeg.subarray(frame),
  ]);
}

/** Removes SOF2, the segment with the size of the image (ITU-T T.81). */
function withoutFrame(jpeg: Uint8Array): Uint8Array {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  return Buffer.concat([bytes.subarray(0, frame), bytes.subarray(frame + 2 + bytes.readUInt16BE(frame + 2))]);
}

/** Changes the size in the image's header. */
function withDeclaredSize(image: Uint8Array, [width, height]: [number, number]): Uint8Array {
  const bytes = Buffer.from(image);
  if (image === onePixelPNG) {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
  } else {
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  }
  return bytes;
}

test.for([
  [4096, 976, 201],
  [976, 4096, 201],
  [2000, 2000, 201],
  [4097, 1, 400],
  [1, 4097, 400],
  [2000, 2001, 400],
  [30_000, 30_000, 400],
  [0, 1, 415],
  [1, 0, 415],
] as const)("an image whose header says %i by %i pixels gets %i", async ([width, height, status]) => {
  for (const image of [onePixelPNG, onePixelJPEG]) {
    const before = [await readSettings(), await listFiles()];
    const response = await upload({ data: dataURL(withDeclaredSize(image, [width, height])) });
    expect(response.status).toBe(status);
    if (status === 201) continue;
    if (status === 400)
      expect(await response.json()).toMatchObject({
        errorMessage: "The logo is too large: the limit is 4,096 pixels per side and 4 megapixels.",
        errors: [{ path: "data" }],
      });
    expect([await readSettings(), await listFiles()]).toEqual(before);
  }
});

test("a JPEG with two different sizes gets 415", async () => {
  const bytes = Buffer.from(onePixelJPEG);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  const segment = bytes.subarray(frame, frame + 2 + bytes.readUInt16BE(frame + 2));
  const largeSegment = Buffer.from(segment);
  largeSegment.writeUInt16BE(60_000, 5);
  const jpeg = Buffer.concat([
    bytes.subarray(0, frame),
    segment,
    largeSegment,
    bytes.subarray(frame + segment.length),
  ]);
  expect((await upload({ data: dataURL(jpeg) })).status).toBe(415);
});

test("an image can have 2 MiB, and one byte more gets 413", async () => {
  expect((await upload({ data: dataURL(pngOfSize(2 * MIB_BYTES)) })).status).toBe(201);
  const response = await upload({ data: dataURL(pngOfSize(2 * MIB_BYTES + 1)) });
  expect([response.status, await response.json()]).toMatchObject([
    413,
    { errorMessage: "The logo is too large: the limit is 2 MiB." },
  ]);
});

test("a body can have two images of 2 MiB, and a declared length over 6 MiB gets 413 before the body is read", async () => {
  const image = dataURL(pngOfSize(2 * MIB_BYTES));
  expect((await upload({ data: image, data1x: image })).status).toBe(201);
  const headers = { Authorization: await daymark.token() };
  const request = { path: "/api/settings/logos", length: 6 * MIB_BYTES + 1, headers };
  expect(await sendHeadersOnly(daymark.url, request)).toBe(413);
});

test.for([
  "https://example.com/logo.png",
  "data:image/png,abc",
  "data:image/png;base64,a",
  "data:image/png;base64,====",
  "",
])("'%s' gets 400, because it isn't a data URL of an image", async (data) => {
  const response = await upload({ data });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ path: "data" }] });
});

test("an unknown logo gets 404, whatever its name", async () => {
  const oddNames = ["nobody", "..%2f..%2fsnapshots", "x@3x", "%F0%9F%92%A9", "%ff", "x".repeat(1500)];
  const almostLogoNames = ["", "@3x", "@2x@2x", "%00"].map((ending) => `abcdefghijkl${ending}`);
  for (const name of [...oddNames, ...almostLogoNames])
    expect([name, (await read(name)).response.status]).toEqual([name, 404]);
});

test.for([
  ["not a data URL", "nothing", 400],
  ["too large", dataURL(pngOfSize(2 * MIB_BYTES + 1)), 413],
] as const)("a logo whose small size is %s stores no file", async ([, data1x, status]) => {
  const before = [await readSettings(), await listFiles()];
  const response = await upload({ data: dataURL(onePixelPNG), data1x });
  expect([response.status, await response.json()]).toMatchObject([status, { errors: [{ path: "data1x" }] }]);
  expect([await readSettings(), await listFiles()]).toEqual(before);
});

test("uploading or deleting a logo changes the page at once", async () => {
  const logoSource = async () =>
    parseHTML(await (await daymark.fetch("/")).text())
      .querySelector(".masthead img")
      ?.getAttribute("src");
  await logoSource();
  const { id } = await answer(upload({ data: dataURL(onePixelPNG) }));
  expect(await logoSource()).toBe(`/logos/${id}`);
  await remove(id);
  expect(await logoSource()).toBeUndefined();
});

test("if D1 fails, the uploaded files are deleted", async () => {
  const faulty = await startDaymark();
  const response = await faulty.fetch("/api/settings/logos", {
    method: "POST",
    headers: { Authorization: await faulty.token(), "x-test-break-d1": "3" },
    body: JSON.stringify({ data: dataURL(onePixelPNG) }),
  });
  expect(response.status).toBe(503);
  expect((await faulty.files.list({ prefix: "logos/" })).objects).toEqual([]);
  await faulty.stop();
});
