import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// A month of the history can be read at a glance.

const MONTH = "2026-03";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const { componentID } = await answer(api.components.$post({ json: { name: "API" } }));
  for (let day = 1; day <= 25; day++)
    await answer(
      api.incidents.$post({
        json: {
          name: `Elevated error rates for the public API in some regions, number ${day}`,
          status: "Resolved",
          message: "All is well again.",
          createdAt: `${MONTH}-${`${day}`.padStart(2, "0")}T10:00:00.000Z`,
          components: [{ componentID, status: "Operational" }],
        },
      }),
    );
});
afterEach(() => product.closePages());

test("a month with 25 incidents is 900 pixels high at most, and each opens in place", async () => {
  const page = await product.visit(`/history?month=${MONTH}`, { viewport: { width: 1440, height: 900 } });
  const list = page.locator(".lines");
  expect(await list.locator(".past").count()).toBe(25);
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(900);
  const first = list.locator(".past").first();
  await first.getByRole("heading").click();
  await first.getByText("All is well again.").waitFor();
  await first.getByRole("link", { name: "Go to the incident and its updates" }).waitFor();
});

test.for([320, 390])(
  "on a phone of %d pixels, each incident takes two lines, and no date is cut off",
  async (width) => {
    const page = await product.visit(`/history?month=${MONTH}`, { viewport: { width, height: 800 } });
    const lines = await page.locator(".lines summary").evaluateAll((all) =>
      all.map((line) => {
        const time = line.querySelector("time");
        return {
          height: line.getBoundingClientRect().height,
          isCut: !time || time.scrollWidth > time.clientWidth,
        };
      }),
    );
    expect(lines).toHaveLength(25);
    expect(lines.filter(({ height, isCut }) => isCut || height > 56)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  },
);
