import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { type Product, startProduct } from "../support/product.ts";

// The strip of days below each component: what a day was like, for pointer, finger and keys.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const { componentID } = await answer(product.api.components.$post({ json: { name: "API" } }));
  await answer(product.api.components.$post({ json: { name: "Website" } }));
  const param = { componentID };
  await answer(product.api.components[":componentID"].$patch({ param, json: { status: "Major Outage" } }));
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

const stripOf = (page: Page, component: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: component }) })
    .locator(".strip");

const drawingOf = (page: Page, component: string) => stripOf(page, component).locator("svg");

/** Moves the pointer to a day, counted from the first, or a finger if told. */
async function pointAt(page: Page, component: string, day: number, touch = false): Promise<void> {
  const drawing = drawingOf(page, component);
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  if (!box) throw new Error("There is no strip to point at.");
  const fromStart = ((day + 0.4) / 90) * box.width;
  const isRightToLeft = await page.evaluate(() => document.dir === "rtl");
  const x = isRightToLeft ? box.x + box.width - fromStart : box.x + fromStart;
  const y = box.y + box.height / 2;
  await (touch ? page.touchscreen.tap(x, y) : page.mouse.move(x, y));
}

const linkTo = (page: Page, component: string) =>
  page.getByRole("heading", { name: component }).getByRole("link");

async function enhanced(options = {}, path = "/"): Promise<Page> {
  const page = await product.visit(path, options);
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  return page;
}

/** Returns the texts of days that can be seen. */
async function visibleDayTexts(page: Page): Promise<string[]> {
  return page
    .locator(".strip :is(li, b)")
    .evaluateAll((days) =>
      days.filter((day) => getComputedStyle(day).clipPath === "none").map((day) => `${day.textContent}`),
    );
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const troubleToday = expect.stringMatching(/^\w{3} \d\d, \d{4}: Major Outage/);
const notCounted = expect.stringMatching(/^Not counted before/);

test("a strip is one stop of the Tab key, and the arrow keys go from day to day", async () => {
  const page = await enhanced();
  const api = drawingOf(page, "API");
  await linkTo(page, "API").focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => visibleDayTexts(page)).toEqual([troubleToday]);
  expect(await isFocused(api)).toBe(true);
  const today = await visibleDayTexts(page);
  expect(await api.getAttribute("aria-valuetext")).toBe(today[0]);

  await page.keyboard.press("ArrowLeft");
  expect(await visibleDayTexts(page)).toEqual([notCounted]);
  expect(await api.getAttribute("aria-valuetext")).toEqual(notCounted);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await visibleDayTexts(page)).toEqual(today);
  await page.keyboard.press("Home");
  expect(await api.getAttribute("aria-valuenow")).toBe("0");
  await page.keyboard.press("End");
  expect(await visibleDayTexts(page)).toEqual(today);

  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  expect(await isFocused(linkTo(page, "Website"))).toBe(true);
  await expect.poll(() => visibleDayTexts(page)).toEqual([]);
  await page.keyboard.press("Shift+Tab");
  expect(await isFocused(api)).toBe(true);
  expect(await api.getAttribute("aria-valuenow")).toBe("88");
});

test("a screen reader hears a strip as one name with its value, and a list of the days with trouble", async () => {
  const page = await enhanced();
  const name = "API, Last 90 days: not fully operational on 1 day";
  expect(await page.getByRole("slider", { name }).count()).toBe(1);
  expect(await stripOf(page, "API").getByRole("listitem").allTextContents()).toEqual([troubleToday]);
  expect(await stripOf(page, "Website").getByRole("list").count()).toBe(0);
});

test("from right to left the arrow keys go the way they point, and days are where they are drawn", async () => {
  const page = await enhanced({}, "/?lang=ar");
  const api = drawingOf(page, "API");
  await api.focus();
  await page.keyboard.press("ArrowRight");
  expect(await api.getAttribute("aria-valuenow")).toBe("88");
  const today = await stripOf(page, "API").getByRole("listitem").textContent();
  await pointAt(page, "API", 89);
  expect(await visibleDayTexts(page)).toEqual([today]);
});

test("every day can be read by pointer, and no day stays shown when the pointer has gone", async () => {
  const page = await enhanced();
  await pointAt(page, "API", 10);
  expect(await visibleDayTexts(page)).toEqual([notCounted]);
  await pointAt(page, "Website", 89);
  expect(await visibleDayTexts(page)).toEqual([expect.stringMatching(/^\w{3} \d\d, \d{4}: Operational$/)]);
  await page.mouse.move(0, 0);
  expect(await visibleDayTexts(page)).toEqual([]);
});

test.for([true, false])(
  "what a day says stays under the pointer, and goes with Escape where there is a script: %s",
  async (javaScriptEnabled) => {
    const page = javaScriptEnabled ? await enhanced() : await product.visit("/", { javaScriptEnabled });
    await pointAt(page, "API", 89);
    expect(await visibleDayTexts(page)).toEqual([troubleToday]);
    const text = await visibleDayTexts(page);
    // Slowly up into what it says.
    const box = await drawingOf(page, "API").boundingBox();
    const tip = await stripOf(page, "API").getByRole("listitem").boundingBox();
    if (!box || !tip) throw new Error("There is nothing to point at.");
    const x = box.x + (89.4 / 90) * box.width;
    for (let y = box.y + box.height / 2; y > tip.y + tip.height / 2; y--) {
      await page.mouse.move(x, y);
      expect(await visibleDayTexts(page)).toEqual(text);
    }
    if (!javaScriptEnabled) return;
    await page.keyboard.press("Escape");
    expect(await visibleDayTexts(page)).toEqual([]);
    await page.mouse.move(0, 0);
    await pointAt(page, "API", 89);
    expect(await visibleDayTexts(page)).toEqual(text);

    await page.mouse.move(0, 0);
    await drawingOf(page, "API").focus();
    await expect.poll(() => visibleDayTexts(page)).toEqual(text);
    await page.keyboard.press("Escape");
    expect(await visibleDayTexts(page)).toEqual([]);
  },
);

test("a finger reads days, and lets go of them elsewhere", async () => {
  const page = await enhanced({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await pointAt(page, "API", 89, true);
  await expect.poll(() => visibleDayTexts(page)).toEqual([troubleToday]);
  await pointAt(page, "API", 3, true);
  await expect.poll(() => visibleDayTexts(page)).toEqual([notCounted]);
  await page.getByRole("heading", { level: 1 }).tap();
  await expect.poll(() => visibleDayTexts(page)).toEqual([]);
});

test("without script, days with trouble are stops, and say what they were", async () => {
  const page = await product.visit("/", { javaScriptEnabled: false });
  await linkTo(page, "API").focus();
  await page.keyboard.press("Tab");
  expect(await visibleDayTexts(page)).toEqual([troubleToday]);
  await page.keyboard.press("Tab");
  expect(await isFocused(linkTo(page, "Website"))).toBe(true);
  expect(await visibleDayTexts(page)).toEqual([]);
  await pointAt(page, "Website", 89);
  expect(await visibleDayTexts(page)).toEqual([]);
});
