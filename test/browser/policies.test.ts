import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { type Product, startProduct } from "../support/product.ts";

// What is no page stands in a sandbox: it has to be of use nevertheless, by itself and on other sites.

let product: Product;
let site: Server;
let paths: Record<"badge" | "graph" | "logo", string>;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  for (let count = 0; count < 40; count++)
    await answer(api.components.$post({ json: { name: `Component ${count}` } }));
  await answer(api.incidents.$post({ json: { name: "API is down", status: "Investigating" } }));
  const { metricID } = await answer(
    api.metrics.$post({ json: { type: "Self", title: "Response time", unit: "ms", status: "Visible" } }),
  );
  const { id } = await answer(api.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  paths = { badge: "/badge.svg", graph: `/metrics/${metricID}/week.svg`, logo: `/logos/${id}` };
  site = createServer((_, response) => {
    // It lets nothing in that does not say of itself that other sites may have it.
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    const images = Object.values(paths).map((path) => `<img src="${product.statusPage}${path}" alt="">`);
    response.end(`<!doctype html><title>A shop</title>${images.join("")}`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
});
afterEach(() => product.closePages());
afterAll(async () => {
  site?.close();
  await product?.stop();
});

test("badges, graphs and logos are drawn on other sites", async () => {
  const page = await product.visit("/api/health");
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`); // TCP: never a string
  const widths = await page
    .locator("img")
    .evaluateAll((images) =>
      images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    );
  expect(widths).toHaveLength(3);
  for (const width of widths) expect(width).toBeGreaterThan(0);
});

test("a graph that is opened by itself has its colors and its sizes", async () => {
  const page = await product.visit(paths.graph);
  const { fill, display } = await page.evaluate(() => ({
    fill: getComputedStyle(document.querySelector("text") ?? document.documentElement).fill,
    display: getComputedStyle(document.querySelector("foreignObject > svg") ?? document.documentElement)
      .display,
  }));
  // Of the style element, and of a style attribute.
  expect([fill, display]).toEqual(["rgb(86, 96, 115)", "block"]);
});

test("a badge and a logo that are opened by themselves are drawn", async () => {
  const badge = await product.visit(paths.badge);
  expect((await badge.locator("text").last().boundingBox())?.width).toBeGreaterThan(20);
  const logo = await product.visit(paths.logo);
  expect(await logo.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
});

test.for(["/history.rss", "/history.atom", "/history.json", "/index.md", "/api/incidents"])(
  "%s can be read in a browser",
  async (path) => {
    const page = await product.visit(path);
    expect(await page.locator(":root").textContent()).toContain("API is down");
  },
);

test("the calendar is downloaded, not shown", async () => {
  const page = await product.visit("/");
  const downloaded = page.waitForEvent("download");
  await page.evaluate(() => {
    location.href = "/maintenances.ics";
  });
  expect((await downloaded).suggestedFilename()).toBe("maintenances.ics");
});

test("no script runs in what is no page", async () => {
  const page = await product.visit(paths.badge);
  const ran = await page.evaluate(() => {
    const script = document.createElementNS("http://www.w3.org/2000/svg", "script");
    script.textContent = "document.documentElement.setAttribute('data-ran', '')";
    document.documentElement.append(script);
    return document.documentElement.hasAttribute("data-ran");
  });
  expect(ran).toBe(false);
});

test("behind a dialog the console's page stays where it is, and scrolls again once that is closed", async () => {
  const page = await product.openConsole("/components");
  await page.getByText("Component 39").waitFor();
  const scrolled = async () => {
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, 300);
    // Two frames: what scrolls has done so by then.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return page.evaluate(() => scrollY);
  };
  const width = await page.evaluate(() => document.body.clientWidth);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("dialog", { name: "Add Component" }).waitFor();
  expect(await scrolled()).toBe(0);
  expect(await page.evaluate(() => document.body.clientWidth)).toBe(width);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(scrolled).toBeGreaterThan(0);
});
