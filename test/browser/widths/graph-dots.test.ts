import type { Locator } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// A metric's first value is a dot at the right edge of its graph.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const json = { type: "Self", title: "Latency", unit: "ms", status: "Visible" } as const;
  const { metricID } = await answer(api.metrics.$post({ json }));
  const { value: apiKey } = await answer(api.settings.apikeys.$post());
  const response = await fetch(`${product.statusPage}/api/v0/metrics/data`, {
    method: "POST",
    headers: { "x-api-key": apiKey },
    body: JSON.stringify({ [metricID]: [{ timestamp: Date.now(), value: 120 }] }),
  });
  expect(response.status).toBe(200);
});
afterEach(() => product.closePages());

test.for([390, 1440])("with %d pixels, the whole dot of a single value is visible", async (width) => {
  const page = await product.revisit("/", { viewport: { width, height: 900 }, deviceScaleFactor: 2 });
  await waitForScript(page);
  const metric = page.locator(".metric");
  await metric.scrollIntoViewIfNeeded();
  const image = metric.locator("summary img");
  await expect.poll(async () => (await dotSize(image)).height).toBeGreaterThanOrEqual(8);
  const [small, large] = [await dotSize(image), await openedDotSize(metric)];
  for (const dot of [small, large]) {
    expect(dot.height).toBeGreaterThanOrEqual(8);
    expect(Math.abs(dot.width - dot.height)).toBeLessThanOrEqual(1);
  }
});

test("without a script, the whole dot of a single value is visible in the image, too", async () => {
  const page = await product.visit("/", {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 2,
    javaScriptEnabled: false,
  });
  const metric = page.locator(".metric");
  await metric.getByRole("heading").click();
  const image = metric.locator("> img");
  await expect.poll(async () => (await dotSize(image)).height).toBeGreaterThanOrEqual(8);
  const { width, height } = await dotSize(image);
  expect(Math.abs(width - height)).toBeLessThanOrEqual(1);
});

test.for([390, 1440])(
  "with %d pixels, an open metric is as wide as the list and shows its name",
  async (width) => {
    const page = await product.revisit("/", { viewport: { width, height: 900 } });
    await waitForScript(page);
    const metric = page.locator(".metric");
    await metric.getByRole("heading").click();
    await metric.getByRole("slider").waitFor();
    const [list, opened, name] = await Promise.all(
      [page.locator(".metrics"), metric, metric.getByRole("heading")].map((part) => part.boundingBox()),
    );
    expect(opened?.width).toBeGreaterThanOrEqual((list?.width ?? 0) - 4);
    expect(name?.width).toBeGreaterThan(40);
  },
);

test("where lines begin at the right, the average of an open metric is below its latest value", async () => {
  const page = await product.revisit("/?lang=ar", { viewport: { width: 390, height: 900 } });
  await waitForScript(page);
  const metric = page.locator(".metric");
  await metric.getByRole("heading").click();
  await metric.getByRole("slider").waitFor();
  const latest = await metric.locator("summary img").boundingBox();
  const average = await metric.locator(".words").boundingBox();
  expect(average?.y).toBeGreaterThanOrEqual((latest?.y ?? 0) + (latest?.height ?? 0));
});

async function openedDotSize(metric: Locator) {
  await metric.getByRole("heading").click();
  await metric.getByRole("slider").waitFor();
  return dotSize(metric.locator("canvas"));
}

/** Returns the size in device pixels of what has the color of the line. */
async function dotSize(image: Locator) {
  const screenshot = await image.screenshot();
  return image.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
    const [columns, rows] = [new Set<number>(), new Set<number>()];
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, , blue = 0] = data.slice(at, at + 3);
      if (blue - red < 80) continue;
      columns.add((at / 4) % bitmap.width);
      rows.add(Math.floor(at / 4 / bitmap.width));
    }
    return { width: columns.size, height: rows.size };
  }, screenshot.toString("base64"));
}
