import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languageCodes } from "../../../web/status/texts/languages.ts";
import { textsOf } from "../../../web/status/texts/texts.ts";
import { answer, type Daymark, startDaymark } from "../../support/daymark.ts";
import { makeComponent } from "../../support/factories.ts";
import { parseHTML } from "../../support/html.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const rename = (serviceName: string) =>
  answer(daymark.administrator.settings.$patch({ json: { serviceName } }));

async function readPicture(path: string) {
  const response = await daymark.fetch(path);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  const image = sharp(Buffer.from(await response.arrayBuffer()));
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  return data;
}

/** Counts pixels of dark ink, which only letters have, in lines of the picture. */
function inkIn(data: Buffer, from: number, to: number): number {
  let count = 0;
  for (let pixel = from * 1200; pixel < to * 1200; pixel += 1) if ((data[pixel * 3] ?? 255) < 60) count += 1;
  return count;
}
const inName = (data: Buffer) => inkIn(data, 30, 240);
const inWords = (data: Buffer) => inkIn(data, 240, 630);

test("the main page's picture has the service's name, the state's color and its words", async () => {
  await rename("Acme");
  await makeComponent(daymark, { status: "Major Outage" });
  const page = parseHTML(await (await daymark.fetch("/?lang=de")).text());
  const address = page.querySelector('meta[property="og:image"]')?.getAttribute("content") ?? "";
  const { pathname, search } = new URL(address);
  expect(pathname + search).toBe("/share/red/page-major-outage.png?lang=de");
  const german = await readPicture(pathname + search);
  expect([...german.subarray(0, 3)]).toEqual([0xe0, 0x34, 0x3c]);
  expect(inName(german)).toBeGreaterThan(500);
  const english = await readPicture(pathname);
  expect(inName(english)).toBe(inName(german));
  expect(inWords(english)).not.toBe(inWords(german));
});

test("every word of every language can be drawn", async () => {
  await rename("");
  for (const language of languageCodes) {
    const { banner, states } = textsOf(language);
    const pages = Object.keys(banner).map((key) => `page-${key}`);
    const slugs = [...pages, ...Object.keys(states)].map((key) => key.toLowerCase().replaceAll(" ", "-"));
    for (const slug of slugs) {
      const path = `/share/green/${slug}.png?lang=${language}`;
      expect([path, inWords(await readPicture(path)) > 500]).toEqual([path, true]);
    }
  }
});

test("a long name is cut, and one with characters that have no image is left out", async () => {
  const inkOf = async (name: string) => {
    await rename(name);
    return inName(await readPicture("/share/green/page-operational.png"));
  };
  const [short, long, longer] = [
    await inkOf("Mill"),
    await inkOf("M".repeat(40)),
    await inkOf("M".repeat(60)),
  ];
  expect(short).toBeGreaterThan(500);
  expect(long).toBeGreaterThan(5 * short);
  expect(longer).toBe(long);
  expect(await inkOf("Éclair Ωμέγα Привет")).toBeGreaterThan(short);
  expect(await inkOf("天气")).toBe(0);
});

test("an unknown color, state or file is not found", async () => {
  for (const path of [
    ...["/share/pink/operational.png", "/share/red/nothing.png", "/share/red/operational.svg"],
    ...["/share/constructor/operational.png", "/share/red/.png"],
  ])
    expect([path, (await daymark.fetch(path)).status]).toEqual([path, 404]);
});
