import type { Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
let platformID: string;
beforeAll(async () => {
  product = await startProduct();
});
beforeEach(async () => {
  const { api } = product;
  for (const { componentID } of await answer(api.components.$get()))
    await api.components[":componentID"].$delete({ param: { componentID } });
  for (const { groupID } of await answer(api.groups.$get()))
    await api.groups[":groupID"].$delete({ param: { groupID } });
  ({ groupID: platformID } = await answer(api.groups.$post({ json: { name: "Platform", order: 100 } })));
  for (const [name, order, groupID] of [
    ["API", 50, null],
    ["Search", 110, platformID],
    ["Queue", 120, platformID],
    ["Website", 200, null],
  ] as const)
    await answer(api.components.$post({ json: { name, order, groupID } }));
});
afterEach(() => product.closePages());

const rowsOf = (page: Page) =>
  page.getByRole("list", { name: /^(Components|Metrics)$/ }).getByRole("listitem");
const rowOf = (page: Page, name: string) =>
  rowsOf(page).filter({ has: page.getByText(name, { exact: true }) });

async function openList(): Promise<Page> {
  const page = await product.reopenConsole("/components");
  await rowOf(page, "Website").locator("[data-drag-handle]").waitFor();
  await rowOf(page, "Platform").locator("[data-drag-handle]").waitFor();
  return page;
}

/** Drags a row without dropping it. `share` is 0 at the target's top and 1 at its bottom. */
async function drag(page: Page, name: string, target: string, share: number) {
  const from = await rowOf(page, name).locator("[data-drag-handle]").boundingBox();
  const to = await rowOf(page, target).boundingBox();
  if (!from || !to) throw new Error(`${name} or ${target} is not shown.`);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height * share, { steps: 4 });
}

async function expectOrder(page: Page, ...names: string[]) {
  const visibleNames = async () =>
    (await rowsOf(page).locator("bdi").allTextContents()).map((name) => name.trim());
  await expect.poll(visibleNames).toEqual(names);
}

test("a component is dragged into a group, within it and out of it", async () => {
  const page = await openList();
  for (const { name, target, share, order, isIn } of [
    {
      name: "Website",
      target: "Platform",
      share: 0.95,
      order: ["API", "Platform", "Website", "Search", "Queue"],
      isIn: true,
    },
    {
      name: "Website",
      target: "Queue",
      share: 0.8,
      order: ["API", "Platform", "Search", "Queue", "Website"],
      isIn: true,
    },
    {
      name: "Website",
      target: "API",
      share: 0.1,
      order: ["Website", "API", "Platform", "Search", "Queue"],
      isIn: false,
    },
  ]) {
    await drag(page, name, target, share);
    await page.mouse.up();
    await expectOrder(page, ...order);
    const stored = await answer(product.api.components.$get());
    expect(stored.find((component) => component.name === name)?.groupID).toBe(isIn ? platformID : null);
  }
});

test("a group is dragged with its components, and Escape leaves everything in its place", async () => {
  const page = await openList();
  await drag(page, "Platform", "API", 0.1);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expectOrder(page, "API", "Platform", "Search", "Queue", "Website");
  await drag(page, "Platform", "API", 0.1);
  await page.mouse.up();
  await expectOrder(page, "Platform", "Search", "Queue", "API", "Website");
});

test("a metric is dragged to the top and to the end", async () => {
  const { api } = product;
  for (const [title, order] of [
    ["Latency", 100],
    ["Requests", 200],
    ["Errors", 300],
  ] as const)
    await answer(api.metrics.$post({ json: { type: "Self", title, order } }));
  const page = await product.reopenConsole("/metrics");
  await rowOf(page, "Errors").locator("[data-drag-handle]").waitFor();
  await drag(page, "Errors", "Latency", 0.1);
  await page.mouse.up();
  await expectOrder(page, "Errors", "Latency", "Requests");
  await drag(page, "Latency", "Requests", 0.9);
  await page.mouse.up();
  await expectOrder(page, "Errors", "Requests", "Latency");
  expect((await answer(api.metrics.$get())).map(({ title }) => title)).toEqual([
    "Errors",
    "Requests",
    "Latency",
  ]);
});
