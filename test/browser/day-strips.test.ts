import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { waitForScript } from "../support/wait-for-script.ts";

// The strip of days below each component can be read by mouse, touch and keyboard.

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

/** Moves the mouse to a day, or taps it with `touch`. Day 0 is the oldest. */
async function pointAt(
  page: Page,
  component: string,
  day: number,
  input: "mouse" | "touch" = "mouse",
): Promise<void> {
  const drawing = drawingOf(page, component);
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  if (!box) throw new Error("There is no strip to point at.");
  const fromStart = ((day + 0.4) / 90) * box.width;
  const isRightToLeft = await page.evaluate(() => document.dir === "rtl");
  const x = isRightToLeft ? box.x + box.width - fromStart : box.x + fromStart;
  const y = box.y + box.height / 2;
  await (input === "touch" ? page.touchscreen.tap(x, y) : page.mouse.move(x, y));
}

const linkTo = (page: Page, component: string) =>
  page.getByRole("heading", { name: component }).getByRole("link");

async function openWithScript(options = {}, path = "/"): Promise<Page> {
  const page = await product.visit(path, options);
  await waitForScript(page);
  return page;
}

/** Returns the day texts that are not clipped. */
async function visibleDayTexts(page: Page): Promise<string[]> {
  return page
    .locator(".strip :is(li, b)")
    .evaluateAll((days) =>
      days.filter((day) => getComputedStyle(day).clipPath === "none").map((day) => `${day.textContent}`),
    );
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const outageToday = expect.stringMatching(/^\w{3} \d\d, \d{4}: Major Outage/);
const notCounted = expect.stringMatching(/^Not counted before/);

test("a strip is one tab stop, and the arrow keys move from day to day", async () => {
  const page = await openWithScript();
  const api = drawingOf(page, "API");
  await linkTo(page, "API").focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => visibleDayTexts(page)).toEqual([outageToday]);
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

test("a screen reader gets a strip as one slider, and a list of the days with an outage", async () => {
  const page = await openWithScript();
  const name = "API, Last 90 days: not fully operational on 1 day";
  expect(await page.getByRole("slider", { name }).count()).toBe(1);
  expect(await stripOf(page, "API").getByRole("listitem").allTextContents()).toEqual([outageToday]);
  expect(await stripOf(page, "Website").getByRole("list").count()).toBe(0);
});

test("in a right-to-left language arrow keys and the mouse follow the mirrored order of days", async () => {
  const page = await openWithScript({}, "/?lang=ar");
  const api = drawingOf(page, "API");
  await api.focus();
  await page.keyboard.press("ArrowRight");
  expect(await api.getAttribute("aria-valuenow")).toBe("88");
  const today = await stripOf(page, "API").getByRole("listitem").textContent();
  await pointAt(page, "API", 89);
  expect(await visibleDayTexts(page)).toEqual([today]);
});

test("every day can be read by mouse, and its text hides when the pointer leaves", async () => {
  const page = await openWithScript();
  await pointAt(page, "API", 10);
  expect(await visibleDayTexts(page)).toEqual([notCounted]);
  await pointAt(page, "Website", 89);
  expect(await visibleDayTexts(page)).toEqual([expect.stringMatching(/^\w{3} \d\d, \d{4}: Operational$/)]);
  await page.mouse.move(0, 0);
  expect(await visibleDayTexts(page)).toEqual([]);
});

test.for([true, false])(
  "a day's tooltip stays while the pointer moves onto it; Escape hides it with JavaScript (%s)",
  async (javaScriptEnabled) => {
    const page = javaScriptEnabled ? await openWithScript() : await product.visit("/", { javaScriptEnabled });
    await pointAt(page, "API", 89);
    expect(await visibleDayTexts(page)).toEqual([outageToday]);
    const text = await visibleDayTexts(page);
    // The pointer moves up into the tooltip, pixel by pixel.
    const box = await drawingOf(page, "API").boundingBox();
    const tooltip = await stripOf(page, "API").getByRole("listitem").boundingBox();
    if (!box || !tooltip) throw new Error("There is nothing to point at.");
    const x = box.x + (89.4 / 90) * box.width;
    for (let y = box.y + box.height / 2; y > tooltip.y + tooltip.height / 2; y--) {
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

test("a tap shows a day's text; a tap elsewhere hides it", async () => {
  const page = await openWithScript({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await pointAt(page, "API", 89, "touch");
  await expect.poll(() => visibleDayTexts(page)).toEqual([outageToday]);
  await pointAt(page, "API", 3, "touch");
  await expect.poll(() => visibleDayTexts(page)).toEqual([notCounted]);
  await page.getByRole("heading", { level: 1 }).tap();
  await expect.poll(() => visibleDayTexts(page)).toEqual([]);
});

test("without JavaScript, days with an outage are tab stops and show their text", async () => {
  const page = await product.visit("/", { javaScriptEnabled: false });
  await linkTo(page, "API").focus();
  await page.keyboard.press("Tab");
  expect(await visibleDayTexts(page)).toEqual([outageToday]);
  await page.keyboard.press("Tab");
  expect(await isFocused(linkTo(page, "Website"))).toBe(true);
  expect(await visibleDayTexts(page)).toEqual([]);
  await pointAt(page, "Website", 89);
  expect(await visibleDayTexts(page)).toEqual([]);
});
