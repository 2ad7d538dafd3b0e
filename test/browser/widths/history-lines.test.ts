import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// A month of the history can be read at a glance.

const MONTH = "2026-03";
/** The arrow of a select, and some pixels around it. */
const ARROW_PX = 18;

let product: Product;
let componentPath = "";
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const { componentID } = await answer(api.components.$post({ json: { name: "API" } }));
  componentPath = `/components/${componentID}`;
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
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
  },
);

test.for([390, 768])("at %d pixels, no letter of a choice in the form is cut off", async (width) => {
  const page = await product.visit("/history?month=2026-09", { viewport: { width, height: 800 } });
  const spare = await page.locator(".finder select").evaluateAll((selects) =>
    selects.flatMap((select) => {
      const context = document.createElement("canvas").getContext("2d");
      if (!context || !(select instanceof HTMLSelectElement)) return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      context.font = font;
      const text = context.measureText(select.selectedOptions[0]?.text ?? "").width;
      const left = select.clientWidth - Number.parseFloat(paddingLeft) - text;
      return { left, padding: Number.parseFloat(paddingRight) };
    }),
  );
  expect(spare).toHaveLength(2);
  // The arrow is in the padding.
  for (const { left, padding } of spare) {
    expect(padding).toBeGreaterThanOrEqual(ARROW_PX);
    expect(left).toBeGreaterThanOrEqual(padding);
  }
});

test("the bars of a month's healthy days are in the middle of its line", async () => {
  const page = await product.visit(componentPath, { viewport: { width: 1440, height: 900 } });
  const offsets = await page.locator(".year > li").evaluateAll((months) =>
    months.map((month) => {
      const middle = (selector: string) => {
        const { top = 0, bottom = 0 } = month.querySelector(selector)?.getBoundingClientRect() ?? {};
        return (top + bottom) / 2;
      };
      return middle("path.green") - middle("h3");
    }),
  );
  expect(offsets.length).toBeGreaterThan(0);
  expect(Math.max(...offsets.map(Math.abs))).toBeLessThanOrEqual(1);
});

test("the history shows a choice of the form at once, but arrow keys move on until the button is pressed", async () => {
  const page = await product.visit(`/history?month=${MONTH}`);
  await waitForScript(page);
  const component = page.getByLabel("Component");
  await component.selectOption("API");
  await page.waitForURL(/componentID=\w/);
  await waitForScript(page);
  await page.evaluate(() =>
    addEventListener("submit", (event) => {
      event.preventDefault();
      document.body.append("Submitted");
    }),
  );
  const month = page.getByLabel("Month");
  await month.focus();
  await page.keyboard.press("ArrowUp");
  expect(await month.inputValue()).not.toBe(MONTH);
  expect(await page.getByText("Submitted").count()).toBe(0);
  await page.getByRole("button", { name: "Search" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Submitted").waitFor();
});

test.for([320, 390, 600, 768, 1024, 1440])(
  "with %d pixels, the title of a line stays in place when it is opened",
  async (width) => {
    const page = await product.visit(`/history?month=${MONTH}`, { viewport: { width, height: 800 } });
    const line = page.locator(".lines .past").nth(1);
    const title = line.getByRole("heading");
    const closed = await title.boundingBox();
    await title.click();
    await line.getByText("All is well again.").waitFor();
    const opened = await title.boundingBox();
    expect([opened?.x, opened?.y]).toEqual([closed?.x, closed?.y]);
  },
);
