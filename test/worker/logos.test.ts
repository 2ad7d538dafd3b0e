import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { declare } from "../support/declared-body.ts";
import { document } from "../support/html.ts";
import { dataURL, onePixelJPEG, onePixelPNG, pngOf } from "../support/images.ts";

const MiB = 1024 * 1024;
let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const send = (json: { data: string; data1x?: string }) =>
  daymark.administrator.settings.logos.$post({ json });
const remove = (logoID: string) =>
  daymark.administrator.settings.logos[":logoID"].$delete({ param: { logoID } });
const settings = () => answer(daymark.administrator.settings.$get());
const files = async () =>
  (await daymark.files.list({ prefix: "logos/" })).objects.map(({ key }) => key).sort();
const served = async (name: string) => {
  const response = await daymark.fetch(`/logos/${name}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("a logo is served at both its sizes, kept for good, and stands on the page", async () => {
  const { id } = await answer(
    send({ data: dataURL(onePixelPNG), data1x: dataURL(onePixelJPEG, "image/jpeg") }),
  );
  expect(id).toMatch(/^[0-9A-Za-z]{12}$/);
  expect(await settings()).toMatchObject({ logoID: id, logos: [{ id }] });
  const [once, twice] = [await served(id), await served(`${id}@2x`)];
  expect(once.bytes.equals(onePixelJPEG)).toBe(true);
  expect(twice.bytes.equals(onePixelPNG)).toBe(true);
  expect([once, twice].map(({ response }) => response.headers.get("Content-Type"))).toEqual([
    "image/jpeg",
    "image/png",
  ]);
  for (const { response } of [once, twice]) {
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const policy = response.headers.get("Content-Security-Policy")?.split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "sandbox"]));
  }
  const image = document(await (await daymark.fetch("/")).text()).querySelector(".top img");
  expect(image?.getAttribute("src")).toBe(`/logos/${id}`);
  expect(image?.getAttribute("srcset")).toBe(`/logos/${id}@2x 2x`);
  expect(image?.getAttribute("alt")).toMatch(/Status$/);
});

test("a logo that comes in one size is served in both", async () => {
  const { id } = await answer(send({ data: dataURL(onePixelPNG) }));
  expect((await served(id)).bytes.equals((await served(`${id}@2x`)).bytes)).toBe(true);
});

test("a new logo takes the place of the one before, whose files go", async () => {
  const before = await answer(send({ data: dataURL(onePixelPNG) }));
  const after = await answer(send({ data: dataURL(onePixelPNG) }));
  expect(after.id).not.toBe(before.id);
  expect(await files()).toEqual([`logos/${after.id}`, `logos/${after.id}@2x`]);
  expect((await served(before.id)).response.status).toBe(404);
});

test("a deleted logo is gone, deleting it again is as good, and an old id deletes nothing new", async () => {
  const { id } = await answer(send({ data: dataURL(onePixelPNG) }));
  expect((await remove("nobody")).status).toBe(204);
  expect(await settings()).toMatchObject({ logoID: id });
  expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 204]);
  expect(await settings()).toMatchObject({ logoID: "", logos: [] });
  expect(await files()).toEqual([]);
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

test.for(Object.keys(unsupported))(
  "%s is an unsupported image type, whatever it claims to be",
  async (name) => {
    const before = [await settings(), await files()];
    const image = unsupported[name] ?? "";
    for (const json of [{ data: dataURL(image) }, { data: dataURL(onePixelPNG), data1x: dataURL(image) }]) {
      const response = await send(json);
      expect([response.status, await response.json()]).toEqual([
        415,
        { errorMessage: "Unsupported image type" },
      ]);
    }
    expect([await settings(), await files()]).toEqual(before);
  },
);

/** A decoder skips the fill byte and reads the frame behind it; what takes it for a marker skips the frame. */
function withFillByte(jpeg: Uint8Array): Uint8Array {
  const frame = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xc2]));
  const end = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xc4]));
  const hidden = Buffer.concat([Buffer.from([0xff]), jpeg.subarray(frame, end)]);
  // As long as C2 00 says where it is read as a length: the frame stands behind it once more.
  return Buffer.concat([
    jpeg.subarray(0, frame),
    hidden,
    Buffer.alloc(2 + 0xc200 - hidden.length),
    jpeg.subarray(frame),
  ]);
}

/** SOF2, ITU-T T.81: the segment that says how large the image is. */
function withoutFrame(jpeg: Uint8Array): Uint8Array {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  return Buffer.concat([bytes.subarray(0, frame), bytes.subarray(frame + 2 + bytes.readUInt16BE(frame + 2))]);
}

/** The same image, but for the size that its header says it has. */
function ofSize(image: Uint8Array, [width, height]: [number, number]): Uint8Array {
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
] as const)("an image that says it is %i by %i pixels is a %i", async ([width, height, status]) => {
  for (const image of [onePixelPNG, onePixelJPEG]) {
    const before = [await settings(), await files()];
    const response = await send({ data: dataURL(ofSize(image, [width, height])) });
    expect(response.status).toBe(status);
    if (status === 201) continue;
    if (status === 400)
      expect(await response.json()).toMatchObject({
        errorMessage: "The logo is too large: the limit is 4,096 pixels per side and 4 megapixels.",
        errors: [{ path: "data" }],
      });
    expect([await settings(), await files()]).toEqual(before);
  }
});

test("a JPEG of two sizes is no image", async () => {
  const bytes = Buffer.from(onePixelJPEG);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  const segment = bytes.subarray(frame, frame + 2 + bytes.readUInt16BE(frame + 2));
  const large = Buffer.from(segment);
  large.writeUInt16BE(60_000, 5);
  const twice = Buffer.concat([
    bytes.subarray(0, frame),
    segment,
    large,
    bytes.subarray(frame + segment.length),
  ]);
  expect((await send({ data: dataURL(twice) })).status).toBe(415);
});

test("2 MiB are taken, a byte more is not", async () => {
  expect((await send({ data: dataURL(pngOf(2 * MiB)) })).status).toBe(201);
  const over = await send({ data: dataURL(pngOf(2 * MiB + 1)) });
  expect([over.status, await over.json()]).toMatchObject([
    413,
    { errorMessage: "The logo is too large: the limit is 2 MiB." },
  ]);
});

test("two images of 2 MiB are taken in one body, and a body over 6 MiB is not even read", async () => {
  const image = dataURL(pngOf(2 * MiB));
  expect((await send({ data: image, data1x: image })).status).toBe(201);
  const headers = { Authorization: await daymark.token() };
  const declared = { path: "/api/settings/logos", length: 6 * MiB + 1, headers };
  expect(await declare(daymark.url, declared)).toBe(413);
});

test.for([
  "https://example.com/logo.png",
  "data:image/png,abc",
  "data:image/png;base64,a",
  "data:image/png;base64,====",
  "",
])("'%s' is no image as a data URL", async (data) => {
  const response = await send({ data });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ path: "data" }] });
});

test("an address without a logo is a 404, whatever its name and its length", async () => {
  const odd = ["nobody", "..%2f..%2fsnapshots", "x@3x", "%F0%9F%92%A9", "%ff", "x".repeat(1500)];
  const nearly = ["", "@3x", "@2x@2x", "%00"].map((ending) => `abcdefghijkl${ending}`);
  for (const name of [...odd, ...nearly])
    expect([name, (await served(name)).response.status]).toEqual([name, 404]);
});

test.for([
  ["no data URL", "nothing", 400],
  ["too large", dataURL(pngOf(2 * MiB + 1)), 413],
] as const)("a logo whose smaller size is %s leaves no file behind", async ([, data1x, status]) => {
  const before = [await settings(), await files()];
  const response = await send({ data: dataURL(onePixelPNG), data1x });
  expect([response.status, await response.json()]).toMatchObject([status, { errors: [{ path: "data1x" }] }]);
  expect([await settings(), await files()]).toEqual(before);
});

test("a page that was rendered before a logo came or went is rendered anew at once", async () => {
  const shown = async () =>
    document(await (await daymark.fetch("/")).text())
      .querySelector(".top img")
      ?.getAttribute("src");
  await shown();
  const { id } = await answer(send({ data: dataURL(onePixelPNG) }));
  expect(await shown()).toBe(`/logos/${id}`);
  await remove(id);
  expect(await shown()).toBeUndefined();
});

test("without D1 no file of a refused logo stays behind", async () => {
  const faulty = await startDaymark({ build: "faulty-worker" });
  const response = await faulty.fetch("/api/settings/logos", {
    method: "POST",
    headers: { Authorization: await faulty.token(), "x-test-break-d1": "3" },
    body: JSON.stringify({ data: dataURL(onePixelPNG) }),
  });
  expect(response.status).toBe(503);
  expect((await faulty.files.list({ prefix: "logos/" })).objects).toEqual([]);
  await faulty.stop();
});
