import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../../tools/demo/client.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { listen } from "../../../support/starters/listen.ts";
import { type Product, startProduct } from "../../../support/starters/product.ts";

// Responses that aren't pages have a sandbox CSP. They must still work when opened directly and when embedded.

let product: Product;
let site: Server;
let siteURL: string;
let paths: Record<"badge" | "graph" | "logo", string>;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  await answer(api.incidents.$post({ json: { name: "API is down", status: "Investigating" } }));
  const { metricID } = await answer(
    api.metrics.$post({ json: { type: "Self", title: "Response time", unit: "ms", status: "Visible" } }),
  );
  const { id } = await answer(api.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  paths = { badge: "/badge.svg", graph: `/metrics/${metricID}/week.svg`, logo: `/logos/${id}` };
  site = createServer((_, response) => {
    // This policy makes the browser block images without a Cross-Origin-Resource-Policy header.
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    const images = Object.values(paths).map((path) => `<img src="${product.statusPage}${path}" alt="">`);
    response.end(`<!doctype html><title>A shop</title>${images.join("")}`);
  });
  siteURL = await listen(site);
});
afterEach(() => product.closePages());
afterAll(async () => {
  site?.close();
});

test("other sites can embed badges, graphs and logos", async () => {
  const page = await product.revisit("/api/health");
  await page.goto(siteURL);
  const widths = await page
    .locator("img")
    .evaluateAll((images) =>
      images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    );
  expect(widths).toHaveLength(3);
  for (const width of widths) expect(width).toBeGreaterThan(0);
});

test("a graph that is opened directly has its colors and sizes", async () => {
  const page = await product.revisit(paths.graph);
  const { fill, display } = await page.evaluate(() => ({
    fill: getComputedStyle(document.querySelector("text") ?? document.documentElement).fill,
    display: getComputedStyle(document.querySelector("foreignObject > svg") ?? document.documentElement)
      .display,
  }));
  // `fill` comes from the style element, `display` from a style attribute.
  expect([fill, display]).toEqual(["rgb(84, 96, 115)", "block"]);
});

test("a badge and a logo show when they are opened directly", async () => {
  const badge = await product.revisit(paths.badge);
  expect((await badge.locator("text").last().boundingBox())?.width).toBeGreaterThan(20);
  const logo = await product.revisit(paths.logo);
  expect(await logo.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
});

test.for(["/history.rss", "/history.atom", "/history.json", "/index.md", "/api/incidents"])(
  "%s can be read in a browser",
  async (path) => {
    const page = await product.revisit(path);
    expect(await page.locator(":root").textContent()).toContain("API is down");
  },
);

test("the browser downloads the calendar instead of showing it", async () => {
  const page = await product.revisit("/");
  const download = page.waitForEvent("download");
  await page.evaluate(() => {
    location.href = "/maintenances.ics";
  });
  expect((await download).suggestedFilename()).toBe("maintenances.ics");
});

test("scripts don't run in a sandboxed file", async () => {
  const page = await product.revisit(paths.badge);
  const hasRun = await page.evaluate(() => {
    const script = document.createElementNS("http://www.w3.org/2000/svg", "script");
    script.textContent = "document.documentElement.setAttribute('data-ran', '')";
    document.documentElement.append(script);
    return document.documentElement.hasAttribute("data-ran");
  });
  expect(hasRun).toBe(false);
});
