import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// Affected components take little room, and say so once.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const { groupID } = await answer(api.groups.$post({ json: { name: "Payments" } }));
  const components = [];
  for (const name of ["payments-eu", "Card vault", "Payouts"]) {
    const json = { name, groupID };
    const { componentID } = await answer(api.components.$post({ json }));
    components.push({ componentID, status: "Degraded Performance" as const });
  }
  await answer(api.components.$post({ json: { name: "Refunds", groupID } }));
  const json = { name: "Card payments fail", status: "Investigating", components } as const;
  await answer(api.incidents.$post({ json }));
});
afterEach(() => product.closePages());

async function open(width: number): Promise<Page> {
  const page = await product.revisit("/", { viewport: { width, height: 844 } });
  await waitForScript(page);
  return page;
}

const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test("on a phone, the names of what an incident affects are one run, and their statuses are for screen readers", async () => {
  const page = await open(390);
  const affected = page.locator(".open-notice .affected");
  const names = affected.getByRole("link");
  const [first, second] = [await box(names.nth(0)), await box(names.nth(1))];
  expect(second.y).toBe(first.y);
  expect(second.x).toBeGreaterThan(first.x + first.width);
  const status = affected.getByText("Degraded Performance").first();
  expect((await box(status)).width).toBeLessThanOrEqual(1);
});

test("on a phone, an affected component is at most 76 pixels high, with its name and uptime on one line", async () => {
  const page = await open(390);
  for (const row of await page.locator(".component.troubled").all()) {
    expect((await box(row)).height).toBeLessThanOrEqual(76);
    const [name, uptime, status, icon] = await Promise.all(
      ["a", ".uptime", ".status", ".status .icon"].map((part) => box(row.locator(part))),
    );
    expect(Math.abs(middle(name) - middle(uptime))).toBeLessThanOrEqual(1);
    expect(Math.abs(middle(name) - middle(icon))).toBeLessThanOrEqual(1);
    expect(middle(status)).toBeGreaterThan(middle(name));
  }
});

function middle({ y, height } = { y: 0, height: 0 }): number {
  return y + height / 2;
}

test.for([390, 1440])(
  "with %d pixels, an open group does not repeat the status of its component",
  async (width) => {
    const page = await open(width);
    const summary = page.locator(".group > details > summary");
    const status = summary.locator(".status");
    expect(await status.textContent()).toBe("Degraded Performance");
    expect((await box(status)).width).toBeLessThan(20);
    await summary.click();
    expect((await box(status)).width).toBeGreaterThan(100);
    const edges = await page
      .locator(".rows .status .icon:visible")
      .evaluateAll((icons) => icons.map((icon) => Math.round(icon.getBoundingClientRect().right)));
    expect(new Set(edges).size).toBe(1);
  },
);
