import { afterEach, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../../support/product.ts";

const MAX_HEIGHT_PX = 8000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

test("each page of the API's documentation is less than 8,000 px tall at a width of 1,280 px", async () => {
  const page = await product.revisit("/api/docs");
  await page.setViewportSize({ width: 1280, height: 800 });
  const addresses = await page
    .locator("nav.pages a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(addresses).toContain("/api/docs/send-metric-data");
  const heights: Record<string, number> = {};
  for (const address of addresses) {
    await page.goto(product.statusPage + address);
    heights[address] = await page.evaluate(() => document.documentElement.scrollHeight);
  }
  expect(Object.entries(heights).filter(([, height]) => height >= MAX_HEIGHT_PX)).toEqual([]);
});

test("a visitor searches the API's documentation, opens a call and follows a schema's name to its fields", async () => {
  const page = await product.revisit("/api/docs");
  await page.getByRole("searchbox", { name: "Search the calls" }).fill("create incident");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Create an incident" }).click();
  await page.waitForURL("**/api/docs/incidents#createIncident");
  const call = page.getByRole("article", { name: "Create an incident" });
  await call.getByRole("link", { name: "NewIncident" }).click();
  await page.waitForURL("**/api/docs/shapes#NewIncident");
  await expect.poll(() => page.locator("#NewIncident .fields").first().isVisible()).toBe(true);
});
