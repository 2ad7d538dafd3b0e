import type { Page } from "playwright-core";
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

const days = (page: Page, component: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: component }) })
    .locator(".bars > li:not([aria-hidden])");

const linkTo = (page: Page, component: string) =>
  page.getByRole("heading", { name: component }).getByRole("link");

async function enhanced(options = {}): Promise<Page> {
  const page = await product.visit("/", options);
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  return page;
}

/** What is shown of days, as far as it can be seen. */
async function told(page: Page): Promise<string[]> {
  return page
    .locator(".bars b")
    .evaluateAll((texts) =>
      texts.filter((text) => getComputedStyle(text).clipPath === "none").map((text) => `${text.textContent}`),
    );
}

test("a strip is one stop of the Tab key, and the arrow keys go from day to day", async () => {
  const page = await enhanced();
  const api = days(page, "API");
  await linkTo(page, "API").focus();
  await page.keyboard.press("Tab");
  const today = await told(page);
  expect(today).toEqual([expect.stringMatching(/^\w{3} \d\d, \d{4}: Major Outage/)]);
  expect(await api.last().evaluate((day) => day === document.activeElement)).toBe(true);

  await page.keyboard.press("ArrowLeft");
  expect(await told(page)).toEqual([expect.stringMatching(/^Not counted|before/i)]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await told(page)).toEqual(today);
  await page.keyboard.press("Home");
  expect(await api.first().evaluate((day) => day === document.activeElement)).toBe(true);
  await page.keyboard.press("End");
  expect(await told(page)).toEqual(today);

  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  expect(await linkTo(page, "Website").evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press("Shift+Tab");
  expect(await api.nth(-2).evaluate((day) => day === document.activeElement)).toBe(true);
});

test("from right to left the arrow keys go the way they point", async () => {
  const page = await product.visit("/?lang=ar");
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  const api = days(page, "API");
  await api.last().focus();
  await page.keyboard.press("ArrowRight");
  expect(await api.nth(-2).evaluate((day) => day === document.activeElement)).toBe(true);
});

test("what a day says stays under the pointer, and goes with Escape", async () => {
  const page = await enhanced();
  const today = days(page, "API").last();
  await today.hover();
  const [text = ""] = await told(page);
  expect(text).toContain("Major Outage");
  // Slowly up into what it says.
  const bar = await today.boundingBox();
  const tip = await today.locator("b").boundingBox();
  if (!bar || !tip) throw new Error("There is nothing to point at.");
  const x = bar.x + bar.width / 2;
  for (let y = bar.y; y > tip.y + tip.height / 2; y--) {
    await page.mouse.move(x, y);
    expect(await told(page)).toEqual([text]);
  }
  await page.keyboard.press("Escape");
  expect(await told(page)).toEqual([]);
  await page.mouse.move(0, 0);
  await today.hover();
  expect(await told(page)).toEqual([text]);

  await page.mouse.move(0, 0);
  await today.focus();
  expect(await told(page)).toEqual([text]);
  await page.keyboard.press("Escape");
  expect(await told(page)).toEqual([]);
});

test("a finger reads days, and lets go of them elsewhere", async () => {
  const page = await enhanced({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await days(page, "API").last().tap();
  await expect.poll(() => told(page)).toEqual([expect.stringContaining("Major Outage")]);
  await page.getByRole("heading", { level: 1 }).tap();
  await expect.poll(() => told(page)).toEqual([]);
});

test("without script, days with trouble are stops, and say what they were", async () => {
  const page = await product.visit("/", { javaScriptEnabled: false });
  await linkTo(page, "API").focus();
  await page.keyboard.press("Tab");
  await page.getByRole("listitem").filter({ hasText: "Major Outage" }).locator(":focus b").waitFor();
});
