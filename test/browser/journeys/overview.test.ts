import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { HOUR_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { expectAccessible, expectAccessibleOnPhone, expectReflow } from "../../support/browser/axe.ts";
import { expectFocus, pressEnterOn, tabTo } from "../../support/browser/keyboard.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

const phone = { viewport: { width: 360, height: 740 } };
const longName = "Payments are declined for customers in Europe and the United Kingdom";

test("loading the overview doesn't shift the screen", async () => {
  for (const options of [phone, { viewport: { width: 768, height: 900 } }, {}]) {
    const page = await product.reopenConsole("/components", options);
    const heading = page.getByRole("heading", { name: "Components" });
    const top = async () => (await heading.boundingBox())?.y;
    await page.getByText("The page says:").waitFor();
    const loaded = await top();
    const code = await holdBack(page, "**/assets/overview-panel-*");
    const data = await holdBack(page, "**/api/overview");
    await page.reload();
    await heading.waitFor();
    const panel = page.getByRole("region", { name: "Overview" });
    expect(await panel.count()).toBe(0);
    expect(await top()).toBe(loaded);
    code.resolve();
    await panel.waitFor();
    expect(await page.getByText("The page says:").count()).toBe(0);
    expect(await top()).toBe(loaded);
    data.resolve();
    await page.getByText("The page says:").waitFor();
    expect(await top()).toBe(loaded);
  }
});

test("a component's status is shown while its menu loads, which doesn't move it", async () => {
  const { api } = product;
  const { componentID } = await answer(api.components.$post({ json: { name: "Queue" } }));
  const page = await product.reopenConsole("/components");
  const code = await holdBack(page, "**/assets/status-menu-*");
  await page.reload();
  const list = page.getByRole("list", { name: "Components" });
  const status = list.getByText("Operational", { exact: true });
  await list.getByRole("button", { name: "More for Queue" }).waitFor();
  const before = await status.boundingBox();
  expect(await list.getByRole("button", { name: /^Status of / }).count()).toBe(0);
  code.resolve();
  await list.getByRole("button", { name: "Status of Queue: Operational" }).waitFor();
  expect(await status.boundingBox()).toEqual(before);
  await api.components[":componentID"].$delete({ param: { componentID } });
});

test("home lists two of many open incidents, on a phone in two lines each, and opens the others in place", async () => {
  const { api } = product;
  const createdAt = isoTime(Date.now() - 25 * MINUTE_MS);
  const made = [];
  for (const name of ["Login", "Mail", "Search", "Export", "Import", "Payment"])
    made.push(await answer(api.incidents.$post({ json: { name, status: "Investigating", createdAt } })));
  const page = await product.reopenConsole("/", { ...phone, hasTouch: true });
  const rows = page.getByRole("list", { name: "Open incidents" }).getByRole("listitem");
  const more = page.getByRole("button", { name: "4 more" });
  await more.waitFor();
  expect(await rows.count()).toBe(2);
  await more.click();
  expect(await rows.count()).toBe(6);
  await rows.getByText("25 min ago").first().waitFor();
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(78);
  await expectAccessibleOnPhone(page);
  for (const { incidentID } of made) await api.incidents[":incidentID"].$delete({ param: { incidentID } });
});

test("the buttons of incidents and maintenances begin below each other", async () => {
  const { api } = product;
  const { incidentID } = await answer(api.incidents.$post({ json: { name: "Login", status: "Monitoring" } }));
  const hours = { startAt: isoTime(Date.now() - HOUR_MS), endAt: isoTime(Date.now() + 9 * HOUR_MS) };
  const upgrade = { name: "Upgrade", status: "In Progress" as const, ...hours };
  const { maintenanceID } = await answer(api.maintenances.$post({ json: upgrade }));
  for (const options of [{ ...phone, hasTouch: true }, {}]) {
    const page = await product.reopenConsole("/", options);
    const left = async (name: string) => (await page.getByRole("link", { name }).boundingBox())?.x;
    await page.getByRole("link", { name: "Complete: Upgrade" }).waitFor();
    expect(await left("Post update: Login")).toBe(await left("Post update: Upgrade"));
  }
  await api.incidents[":incidentID"].$delete({ param: { incidentID } });
  await api.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });
});

test("a press beside the name of an incident opens it, and its duration still has a tooltip", async () => {
  const { api } = product;
  const { incidentID } = await answer(api.incidents.$post({ json: { name: "Login", status: "Monitoring" } }));
  const page = await product.reopenConsole("/incidents");
  const row = page.getByRole("list", { name: "Incidents" }).getByRole("listitem");
  await row.getByRole("img", { name: /^open for / }).hover();
  await page
    .getByRole("tooltip")
    .getByText(/^open for /)
    .waitFor();
  await row.getByRole("button", { name: "Edit Login" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
  await row.click({ position: { x: width / 2, y: height - 3 } });
  await page.waitForURL(`**/incidents/${incidentID}`);
  await api.incidents[":incidentID"].$delete({ param: { incidentID } });
});

test("a maintenance that doesn't fit into the panel's line is left out, and not cut", async () => {
  const page = await product.reopenConsole("/metrics", { viewport: { width: 1440, height: 900 } });
  const overview = await answer(product.api.overview.$get());
  const startAt = isoTime(Date.now() + 28 * HOUR_MS);
  const next = { maintenanceID: "abc", name: "Move", status: "Scheduled", startAt, endAt: startAt };
  const banner = { color: "red", text: "Major System Outage" };
  const maintenances = [{ ...next, updatedAt: startAt }];
  const json = { ...overview, banner, openIncidents: 3, maintenances };
  await page.route("**/api/overview*", (route) => route.fulfill({ json }));
  await page.reload();
  const count = page.getByRole("link", { name: /^maintenance in 1 d / });
  await count.waitFor();
  // A banner in another language can be as long.
  json.banner = { color: "red", text: "Major System Outage ".repeat(4) };
  await page.reload();
  await page.getByText(/^(Major System Outage ?){4}$/).waitFor();
  await page.setViewportSize({ width: 1030, height: 900 });
  await count.waitFor({ state: "hidden" });
});

test("the panel and its menus work on a phone and by keyboard", async () => {
  const { api } = product;
  for (const name of ["API", "Website"])
    await answer(api.components.$post({ json: { name, status: "Partial Outage" } }));
  const createdAt = isoTime(Date.now() - HOUR_MS - MINUTE_MS);
  const first = await answer(
    api.incidents.$post({ json: { name: longName, status: "Investigating", createdAt } }),
  );
  await answer(api.incidents.$post({ json: { name: "Search is slow", status: "Identified" } }));

  const page = await product.reopenConsole("/components", phone);
  const panel = page.getByRole("region", { name: "Overview" });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await pressEnterOn(page, button("2 more to check"));
  expect(await panel.getByRole("listitem").count()).toBe(3);
  expect(await button("Post update: choose an incident").count()).toBe(0);
  await expectAccessibleOnPhone(page);
  await expectReflow(page);
  const param = { incidentID: first.incidentID };
  await answer(api.incidents[":incidentID"].$patch({ param, json: { message: "We are on it." } }));
  await page.reload();

  await page.setViewportSize(phone.viewport);
  const choice = page.getByRole("list", { name: "Open incidents" });
  await button("Post update: choose an incident").click();
  await expectInside(choice);
  await expectAccessible(page);
  await page.setViewportSize(phone.viewport);
  await page.keyboard.press("Escape");
  await choice.waitFor({ state: "hidden" });
  await expectFocus(page, button("Post update: choose an incident"));
  await page.keyboard.press("Enter");
  await tabTo(page, choice.getByRole("link", { name: /^Payments/ }));
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/incidents/${first.incidentID}*`);
  await page.goBack();

  await button("Status of API: Partial Outage").scrollIntoViewIfNeeded();
  await pressEnterOn(page, button("Status of API: Partial Outage"));
  const statuses = page.getByRole("list", { name: "Statuses for API" });
  await expectInside(statuses);
  await expectAccessible(page);
  await tabTo(page, statuses.getByRole("button", { name: "Degraded Performance" }));
  await page.keyboard.press("Enter");
  await button("Status of API: Degraded Performance").waitFor();
  await expectFocus(page, button("Status of API: Degraded Performance"));

  await button("Set to Operational: Website").click();
  await button("Status of Website: Operational").waitFor();
  expect((await answer(api.components.$get({ query: {} }))).map(({ status }) => status)).toEqual([
    "Degraded Performance",
    "Operational",
  ]);
});

async function expectInside(menu: Locator) {
  const box = await menu.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
}

async function holdBack(page: Page, url: string): Promise<PromiseWithResolvers<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released;
}
