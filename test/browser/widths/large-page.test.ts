import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// The page of a large service stays short: 58 components in 8 groups, 3 open incidents, one past incident a day, 12 metrics.

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const smallPhone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

const longName = "Northwind Cloud connections to Salesforce, which nobody can read on a phone in one line";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  await answer(api.settings.$patch({ json: { serviceName: "Northwind" } }));
  const ids: string[] = [];
  const add = async (name: string, groupID: string | null) => {
    const description =
      ids.length % 3 === 0 ? `What customers use as ${name}, in a sentence of some length` : "";
    const json = { name, groupID, description };
    ids.push((await answer(api.components.$post({ json }))).componentID);
  };
  await add("Marketing site", null);
  await add(longName, null);
  for (let n = 0; n < 8; n++) {
    const { groupID } = await answer(api.groups.$post({ json: { name: `Region ${n}` } }));
    for (let member = 0; member < 7; member++) await add(`Service ${member} (region-${n})`, groupID);
  }
  const report = (name: string, worst: ComponentStatus, ...components: number[]) =>
    answer(
      api.incidents.$post({
        json: {
          name,
          status: "Investigating",
          message: "About one in four requests fails. We are looking into it.",
          components: components.map((at) => ({ componentID: ids[at] ?? "", status: worst })),
        },
      }),
    );
  await report("Object storage is unavailable in us-east-1", "Major Outage", 2, 3);
  await report("Card payments fail", "Degraded Performance", 9, 10, 11);
  await report("Delayed exports", "Partial Outage", 23);
  for (let day = 1; day <= 13; day++)
    await answer(
      api.incidents.$post({
        json: {
          name: `Elevated error rates for the public API in some regions, number ${day}`,
          status: "Resolved",
          message: "All is well again.",
          createdAt: new Date(Date.now() - day * DAY_MS).toISOString(),
          components: [{ componentID: ids[day + 30] ?? "", status: "Operational" }],
        },
      }),
    );
  for (let n = 0; n < 12; n++)
    await answer(
      api.metrics.$post({
        json: { type: "Self", title: `Response time ${n}`, unit: "ms", status: "Visible" },
      }),
    );
});
afterEach(() => product.closePages());

async function visit(options: object, path = "/"): Promise<Page> {
  const page = await product.revisit(path, options);
  await waitForScript(page);
  return page;
}

const heightOf = (page: Page, heading: string) =>
  page
    .locator(`section[aria-labelledby=${heading}]`)
    .evaluate((section) => section.getBoundingClientRect().height);

test.for([
  ["a desktop", desktop, { components: 1400, past: 800, metrics: 450 }],
  // The facts stand below titles of two lines, too.
  ["a phone", phone, { components: 2750, past: 1000, metrics: 700 }],
] as const)("on %s, each section has at most its height", async ([, options, limits]) => {
  const page = await visit(options);
  expect(await page.locator(".past").count()).toBe(13);
  for (const [heading, limit] of Object.entries(limits))
    expect(await heightOf(page, heading), heading).toBeLessThanOrEqual(limit);
});

test("on a phone, 14 days with a title of one line a day are at most 800 px high", async () => {
  const page = await visit(phone);
  await page.locator(".past summary > :first-child").evaluateAll((titles) => {
    for (const title of titles) title.textContent = "Card payments fail in Europe";
  });
  expect(await page.locator(".past .facts").filter({ visible: true }).count()).toBe(13);
  expect(await heightOf(page, "past")).toBeLessThanOrEqual(800);
});

test("on a desktop, all rows are equally high, and number and status are on the line of the name", async () => {
  const page = await visit(desktop);
  for (const count of await page.locator(".others > summary").all()) await count.click();
  const rows = await page.locator(".component, .group > details > summary").evaluateAll((all) =>
    all
      .filter((row) => row.checkVisibility())
      .map((row) => {
        const middle = (selector: string) => {
          const { top, bottom } = row.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
          return (top + bottom) / 2;
        };
        return {
          height: Math.round(row.getBoundingClientRect().height),
          distance: Math.abs(middle(".uptime") - middle(".status")),
          numberEnd: row.querySelector(".uptime")?.getBoundingClientRect().right,
          statusStart: row.querySelector(".status .icon")?.getBoundingClientRect().left,
        };
      }),
  );
  expect(rows.length).toBeGreaterThan(25);
  // Rows after the first have a line above them.
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(49);
  expect(Math.min(...rows.map(({ height }) => height))).toBeGreaterThanOrEqual(48);
  expect(Math.max(...rows.map(({ distance }) => distance))).toBeLessThan(2);
  expect(new Set(rows.map(({ numberEnd }) => Math.round(numberEnd ?? 0))).size).toBe(1);
  expect(new Set(rows.map(({ statusStart }) => Math.round(statusStart ?? 0))).size).toBe(1);
});

test.for([
  ["a desktop", desktop],
  ["a phone", phone],
  ["a small phone", smallPhone],
] as const)("on %s, the filter of components stands right after their title", async ([, options]) => {
  const page = await visit(options);
  const title = await page.locator("#components").boundingBox();
  const filter = await page.getByRole("searchbox").boundingBox();
  if (!title || !filter) throw new Error("Both must be visible.");
  expect(filter.x - (title.x + title.width)).toBeGreaterThanOrEqual(0);
  expect(filter.x - (title.x + title.width)).toBeLessThanOrEqual(24);
  expect(Math.abs(filter.y + filter.height / 2 - (title.y + title.height / 2))).toBeLessThan(4);
});

test.for([
  ["a phone", phone],
  ["a small phone", smallPhone],
] as const)(
  "on %s, rows are evenly high, names take two lines at most, and no number is cut off",
  async ([, options]) => {
    const page = await visit(options);
    const rows = await page.locator(".component:visible, .group > details > summary").evaluateAll((all) =>
      all.map((row) => {
        const [name, strip, uptime] = ["h3, h4", ".strip", ".uptime"].map((part) => row.querySelector(part));
        const heightOf = (part: Element | null | undefined) => part?.getBoundingClientRect().height ?? 0;
        return {
          // An open group leaves its status to the components below it.
          isAffected: row.matches(".troubled:not([open] > *)"),
          rest: Math.round(heightOf(row) - heightOf(name)),
          nameLines: Math.round(heightOf(name) / 22.4),
          strip: heightOf(strip),
          isCut:
            !uptime ||
            uptime.scrollWidth > uptime.clientWidth ||
            uptime.getBoundingClientRect().right > innerWidth,
        };
      }),
    );
    expect(rows.length).toBeGreaterThan(12);
    expect(rows.filter(({ isCut }) => isCut)).toEqual([]);
    expect(Math.max(...rows.map(({ nameLines }) => nameLines))).toBeLessThanOrEqual(2);
    expect(new Set(rows.map(({ strip }) => strip))).toEqual(new Set([18]));
    for (const isAffected of [true, false]) {
      const rests = rows.filter((row) => row.isAffected === isAffected).map(({ rest }) => rest);
      // Rows after the first have a line above them.
      expect(Math.max(...rests) - Math.min(...rests)).toBeLessThanOrEqual(1);
    }
  },
);

test("three metrics are beside one another, 88 pixels high at most, and one opens to its graph in place", async () => {
  const page = await visit(desktop);
  const boxes = await page.locator(".metric").evaluateAll((all) =>
    all.map((metric) => {
      const { top, height } = metric.getBoundingClientRect();
      return { top: Math.round(top), height };
    }),
  );
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(4);
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(88);
  const metric = page.locator(".metric").nth(4);
  await metric.getByRole("heading").click();
  await metric.getByRole("slider").waitFor();
  expect(await metric.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(120);
});

test.for([
  ["a phone", phone],
  ["a small phone", smallPhone],
] as const)("on %s, the header is one row, and nothing scrolls sideways", async ([, options]) => {
  // The zone with the longest name.
  const page = await visit({ ...options, timezoneId: "Asia/Kathmandu" });
  const tops = await page
    .locator(".masthead .name, .masthead nav a:visible")
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
    );
  expect(tops).toHaveLength(2);
  expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(2);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  await page.locator(".metric canvas").nth(11).waitFor();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
  await page.locator("footer").getByRole("link", { name: "History" }).waitFor();
});

test.for([1024, 1440])(
  "with %d pixels, a long status takes one line and ends beside its icon",
  async (width) => {
    const page = await visit({ viewport: { width, height: 900 } }, "/?lang=de");
    const words = await page.locator(".component.troubled > .status").evaluateAll((all) =>
      all.map((status) => {
        const word = document.createRange();
        word.selectNodeContents(status.lastChild ?? status);
        const icon = status.querySelector(".icon")?.getBoundingClientRect();
        return [...word.getClientRects()].map(({ right }) => Math.round((icon?.left ?? 0) - right));
      }),
    );
    expect(Math.max(...words.map((gapsPx) => gapsPx.length))).toBe(1);
    expect(Math.max(...words.flat())).toBeLessThan(12);
  },
);

test("the first tab stops skip to the components and to the ways to get updates", async () => {
  const page = await visit(desktop);
  for (const [name, id] of [
    ["Skip to components", "components"],
    ["Skip to updates", "follow"],
  ] as const) {
    await page.keyboard.press("Tab");
    const link = page.getByRole("link", { name });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    const box = await link.boundingBox();
    expect([box?.y, (box?.height ?? 0) >= 24]).toEqual([0, true]);
    expect(await link.getAttribute("href")).toBe(`#${id}`);
    expect(await page.locator(`h2#${id}`).count()).toBe(1);
  }
});
