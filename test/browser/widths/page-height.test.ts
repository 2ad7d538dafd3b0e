import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { fillWithDemo } from "../../../tools/demo/demo.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// On a desktop, the demo's page shows within one window what is wrong and which components there are.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await fillWithDemo(product);
});
afterEach(() => product.closePages());

const size = { width: 1440, height: 900 };

async function resolveNewest(): Promise<void> {
  const [incident] = (await answer(product.api.incidents.$get({ query: {} }))).filter(
    ({ status }) => status !== "Resolved",
  );
  if (!incident) return;
  const { incidentID } = incident;
  const components = incident.components.map(({ componentID }) => ({
    componentID,
    status: "Operational" as const,
  }));
  await answer(
    product.api.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved", message: "All is well again.", components },
    }),
  );
}

async function visit(viewport = size): Promise<Page> {
  const page = await product.revisit("/", { viewport });
  await waitForScript(page);
  return page;
}

test("with one open incident and a maintenance, components begin within the first window", async () => {
  await resolveNewest();
  const page = await visit();
  expect(await page.locator("#active ~ div > .notice").count()).toBe(1);
  await page.getByRole("heading", { name: "Maintenance in progress" }).waitFor();
  const first = await page.locator(".component").first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(size.height);
});

test("a calm page is at most four windows high, and each component is one line", async () => {
  await resolveNewest();
  const page = await visit();
  expect(await page.locator("#active").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
    4 * size.height,
  );
  await page.locator(".group summary").click();
  await page.locator(".component").last().getByRole("heading").waitFor();
  const middles = await page.locator(".component").evaluateAll((rows) =>
    rows.map((row) => {
      const strip = row.querySelector(".strip")?.getBoundingClientRect() ?? new DOMRect();
      const name = row.querySelector("h3")?.getBoundingClientRect() ?? new DOMRect();
      const status = row.querySelector(".status")?.getBoundingClientRect() ?? new DOMRect();
      return name.right <= strip.left && strip.right <= status.left && row.clientHeight < 100;
    }),
  );
  expect(middles).toEqual(middles.map(() => true));
});

test.for([1440, 900])("with %d pixels, all icons of the components stand below each other", async (width) => {
  const page = await visit({ width, height: 900 });
  await page.locator(".group summary").click();
  await page.locator(".component").last().getByRole("heading").waitFor();
  const edges = await page
    .locator(".rows .status .icon:visible")
    .evaluateAll((icons) => icons.map((icon) => Math.round(icon.getBoundingClientRect().right)));
  expect(edges.length).toBeGreaterThan(5);
  expect(edges).toEqual(edges.map(() => edges[0]));
});
