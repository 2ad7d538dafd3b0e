import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";
import { startProxy } from "../../support/starters/proxy.ts";

// An open page polls for changes. The tests control its clock and replace the random part of its intervals.

let product: Product;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let componentID = "";

beforeAll(async () => {
  product = await startProduct();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(product.api.settings.$patch({ json: { emailNotification } }));
  ({ componentID } = await answer(product.api.components.$post({ json: { name: "API" } })));
});
beforeEach(async () => {
  proxy = await startProxy(product.statusPage);
});
afterEach(async () => {
  for (const { incidentID } of await answer(product.api.incidents.$get({ query: {} })))
    await product.api.incidents[":incidentID"].$delete({ param: { incidentID } });
  await setComponent("Operational");
  await product.closePages();
  await proxy.stop();
});

async function open(path = "/", options: BrowserContextOptions = {}): Promise<Page> {
  const page = await product.visit("/api/health", options);
  await page.clock.install();
  // Otherwise the clock keeps running between steps.
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  await page.addInitScript(() => {
    let randomCalls = 0;
    Object.assign(window, { randomCalls: () => randomCalls });
    Math.random = () => {
      randomCalls++;
      return 0.5;
    };
  });
  await page.goto(proxy.url + path);
  await waitForScript(page);
  return page;
}

const openIncident = (name: string) =>
  answer(
    product.api.incidents.$post({ json: { name, status: "Investigating", message: "We look into it." } }),
  );
const setComponent = (status: "Operational" | "Major Outage") =>
  answer(product.api.components[":componentID"].$patch({ param: { componentID }, json: { status } }));

const advanceClock = (page: Page, seconds: number) => page.clock.runFor(seconds * SECOND_MS);

async function setVisible(page: Page, isVisible: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !isVisible);
}

/**
 * Waits until the page has been requested `count` times, including the request that opened it, and until the script has
 * scheduled the next request, for which it takes one random number.
 */
async function expectPageRequests(page: Page, count: number) {
  const randomCalls = () => (window as unknown as { randomCalls: () => number }).randomCalls();
  await expect
    .poll(async () => [proxy.pages().length, await page.evaluate(randomCalls)])
    .toEqual([count, count]);
}

test("a new incident shows without a reload and is announced to screen readers", async () => {
  const page = await open();
  const icon = () => page.locator("link[rel=icon]").getAttribute("href");
  await page.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  const operationalIcon = await icon();
  await openIncident("Writes fail");
  await advanceClock(page, 15);
  await page.getByRole("heading", { name: "Minor Service Outage" }).waitFor();
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  expect(await page.getByRole("status").textContent()).toBe(
    "Minor Service Outage. Writes fail: Investigating",
  );
  expect(await icon()).not.toBe(operationalIcon);
});

test("while nothing changes the page polls at growing intervals and gets 304 responses", async () => {
  const periodOf = (time: number) => Math.floor(time / (10 * MINUTE_MS));
  const firstPeriod = periodOf(Date.now());
  const page = await open();
  for (const [index, seconds] of [15, 22.5, 33.75, 50.625, 60, 60].entries()) {
    await advanceClock(page, seconds - 1);
    expect(proxy.pages()).toHaveLength(index + 1);
    await advanceClock(page, 1);
    await expectPageRequests(page, index + 2);
  }
  const [firstRequest, ...polls] = proxy.pages();
  expect(firstRequest).toMatchObject({ status: 200, ifNoneMatch: undefined });
  // The page changes when the server's clock comes to another ten minutes.
  const changeCount = periodOf(Date.now()) - firstPeriod;
  const statuses = polls.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 304).length).toBeLessThanOrEqual(changeCount);
  await openIncident("Writes fail");
  await advanceClock(page, 60);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  await advanceClock(page, 14);
  expect(proxy.pages()).toHaveLength(8);
  await advanceClock(page, 1);
  await expectPageRequests(page, 9);
});

test("a hidden page doesn't poll, and polls at once when it becomes visible", async () => {
  const page = await open();
  await setVisible(page, false);
  await openIncident("Writes fail");
  await advanceClock(page, 3600);
  expect(proxy.pages()).toHaveLength(1);
  await setVisible(page, true);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  await expectPageRequests(page, 2);
});

test("while requests fail the page backs off, and polls at once when the network is back", async () => {
  const page = await open();
  proxy.fail(true);
  for (const [index, seconds] of [15, 30, 60, 120, 240, 300, 300].entries()) {
    await advanceClock(page, seconds - 1);
    expect(proxy.pages()).toHaveLength(index + 1);
    await advanceClock(page, 1);
    await expectPageRequests(page, index + 2);
    await page.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  }
  proxy.fail(false);
  await openIncident("Writes fail");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
});

test("a page that cannot reach its server says how old it is, until it reaches it", async () => {
  const page = await open();
  const note = page.locator(".note");
  await advanceClock(page, 15);
  await expectPageRequests(page, 2);
  proxy.fail(true);
  await advanceClock(page, 22.5);
  await expectPageRequests(page, 3);
  expect(await note.textContent()).toBe("Last checked 1 minute ago. Trying again.");
  // The next attempts follow after 45, 90 and 180 seconds; the note's age is counted between them, too.
  for (const [seconds, count, age] of [
    [45, 4, "1 minute"],
    [90, 5, "2 minutes"],
    [60, 5, "3 minutes"],
    [60, 5, "4 minutes"],
  ] as const) {
    await advanceClock(page, seconds);
    await expectPageRequests(page, count);
    await expect.poll(() => note.textContent()).toBe(`Last checked ${age} ago. Trying again.`);
  }
  await page.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  proxy.fail(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await note.waitFor({ state: "detached" });
});

test("trouble that begins in a group opens it, and what the visitor closes stays closed", async () => {
  const { groupID } = await answer(product.api.groups.$post({ json: { name: "Platform" } }));
  const param = { componentID };
  await answer(product.api.components[":componentID"].$patch({ param, json: { groupID } }));
  onTestFinished(async () => {
    await product.api.groups[":groupID"].$delete({ param: { groupID } });
  });
  const page = await open();
  const summary = page.locator(".group summary");
  const isOpen = () => page.locator(".group details").evaluate((details) => details.hasAttribute("open"));
  expect(await isOpen()).toBe(false);
  await setComponent("Major Outage");
  await advanceClock(page, 15);
  await summary.getByText("Major Outage").waitFor();
  expect(await isOpen()).toBe(true);

  await summary.click();
  const json = { status: "Partial Outage" } as const;
  await answer(product.api.components[":componentID"].$patch({ param, json }));
  await advanceClock(page, 15);
  await summary.getByText("Partial Outage").waitFor();
  expect(await isOpen()).toBe(false);
});

test("an update keeps open details, focus, the selected day and the scroll position", async () => {
  const { incidentID } = await openIncident("Writes fail");
  const json = { message: "More." } as const;
  for (const _ of [1, 2, 3, 4])
    await answer(product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  const metric = { type: "Self", title: "Response time", status: "Visible" } as const;
  const { metricID } = await answer(product.api.metrics.$post({ json: metric }));

  const page = await open();
  await page.locator("summary").first().click();
  const figure = page.locator(".metric").filter({ hasText: "Response time" });
  await figure.getByRole("heading").click();
  await figure.getByRole("link", { name: "Week" }).click();
  await figure.getByRole("group", { name: "Response time, week" }).waitFor();
  const strip = page.getByRole("slider", { name: "Last 90 days" });
  await strip.focus();
  await page.keyboard.press("Home");
  await figure.getByRole("link", { name: "Week" }).focus();
  const oldTop = await figure.evaluate((element) => {
    element.querySelector("canvas")?.setAttribute("data-same", "");
    // Otherwise the incidents are in the window, where a new one may move what is below it.
    element.scrollIntoView();
    return element.getBoundingClientRect().top;
  });
  await openIncident("Reads fail, too");
  await advanceClock(page, 15);
  await page.getByRole("article", { name: "Reads fail, too" }).waitFor();

  expect(await page.locator("details").first().getAttribute("open")).toBe("");
  expect(await strip.getAttribute("aria-valuenow")).toBe("0");
  expect(
    await figure.getByRole("link", { name: "Week" }).evaluate((link) => link === document.activeElement),
  ).toBe(true);
  expect(await figure.getByRole("link", { name: "Week" }).getAttribute("aria-current")).toBe("true");
  expect(await figure.locator("canvas[data-same]").count()).toBe(1);
  await expect
    .poll(async () =>
      Math.abs((await figure.evaluate((metric) => metric.getBoundingClientRect().top)) - oldTop),
    )
    .toBeLessThan(1);
  await product.api.metrics[":metricID"].$delete({ param: { metricID } });
});

test("the page of an incident shows its updates, and a 404 once it is deleted", async () => {
  const { incidentID } = await openIncident("Writes fail");
  const page = await open(`/incidents/${incidentID}`);
  const json = { status: "Identified", message: "A disk is full." } as const;
  await answer(product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await advanceClock(page, 15);
  await page.getByText("A disk is full.").waitFor();
  expect(await page.getByRole("status").textContent()).toBe("Writes fail: Identified");
  await product.api.incidents[":incidentID"].$delete({ param: { incidentID } });
  await advanceClock(page, 15);
  await page.getByRole("heading", { name: "404 page not found" }).waitFor();
  expect(await page.title()).toMatch(/^404 page not found/);
  const requestCount = proxy.pages().length;
  await advanceClock(page, 600);
  expect(proxy.pages()).toHaveLength(requestCount);
});

test("a new service name and color show without a reload", async () => {
  const page = await open();
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  const headerColor = () =>
    page.locator("header.masthead").evaluate((top) => getComputedStyle(top).backgroundColor);
  const oldColor = await headerColor();
  for (const [serviceName, backgroundColor, expectedColor, seconds] of [
    ["Acme", "#17233C", "rgb(23, 35, 60)", 15],
    ["", "#FFFFFF", oldColor, 22.5],
  ] as const) {
    await answer(product.api.settings.$patch({ json: { serviceName, backgroundColor } }));
    await advanceClock(page, seconds);
    await expect.poll(headerColor).toBe(expectedColor);
    expect(await page.title()).toContain(`${serviceName || "Service"} Status`);
  }
});

test("an update keeps the selected day of a strip and keeps its closed tooltip closed", async () => {
  const page = await open();
  const strip = page.getByRole("slider", { name: "Last 90 days" });
  const tooltip = page.locator(".day-card");
  await strip.focus();
  await page.keyboard.press("Home");
  await tooltip.waitFor();
  await page.keyboard.press("Escape");
  expect(await tooltip.count()).toBe(0);
  await setComponent("Major Outage");
  await advanceClock(page, 15);
  await page.locator(".strip li").waitFor({ state: "attached" });
  expect(await strip.evaluate((drawing) => drawing === document.activeElement)).toBe(true);
  expect(await strip.getAttribute("aria-valuenow")).toBe("0");
  expect(await tooltip.count()).toBe(0);
  await page.keyboard.press("End");
  expect(await strip.getAttribute("aria-valuetext")).toContain("Major Outage");
  expect(await tooltip.textContent()).toContain("Major Outage");
});

test("an update names a new incident in the open tooltip and keeps the focus on an old one", async () => {
  const page = await open();
  const components = [{ componentID, status: "Partial Outage" as const }];
  const report = (name: string) =>
    answer(product.api.incidents.$post({ json: { name, status: "Investigating", components } }));
  await report("Writes fail");
  await page.reload();
  await waitForScript(page);
  const links = page.locator(".day-card").getByRole("link");
  await page.getByRole("slider", { name: "Last 90 days" }).focus();
  await page.keyboard.press("End");
  await page.locator(".day-card").waitFor();
  await advanceClock(page, 1);
  await links.first().waitFor();
  await page.keyboard.press("Tab");
  expect(await links.allTextContents()).toEqual(["Writes fail"]);
  const isFocused = () => links.last().evaluate((link) => link === document.activeElement);
  expect(await isFocused()).toBe(true);
  await report("Reads fail, too");
  await advanceClock(page, 15);
  await page.getByRole("article", { name: "Reads fail, too" }).waitFor();
  await advanceClock(page, 1);
  await expect.poll(() => links.allTextContents()).toEqual(["Reads fail, too", "Writes fail"]);
  expect(await isFocused()).toBe(true);
});

test("a page that only a form leads to doesn't poll", async () => {
  const page = await open("/subscriptions/unknown/unknown");
  await advanceClock(page, 600);
  expect(proxy.pages()).toHaveLength(1);
});

test("an update keeps what a visitor has typed and the visitor's time zone in the form", async () => {
  const page = await open("/", { timezoneId: "Asia/Tokyo" });
  const address = page.getByLabel("By email");
  const zone = page.locator("input[name=timeZone]");
  await address.fill("visitor@exa");
  await page.getByRole("heading", { level: 1 }).click();
  await openIncident("Writes fail");
  await advanceClock(page, 15);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  expect(await address.inputValue()).toBe("visitor@exa");
  expect(await zone.inputValue()).toBe("Asia/Tokyo");
  await address.fill("");
  await page.getByRole("heading", { level: 1 }).click();
  await openIncident("Reads fail, too");
  await advanceClock(page, 15);
  await page.getByRole("article", { name: "Reads fail, too" }).waitFor();
  expect(await zone.inputValue()).toBe("Asia/Tokyo");
});

test("an update shows new values in interactive graphs and in images", async () => {
  const apiKey = (await answer(product.api.settings.apikeys.$post())).value;
  const [interactiveID = "", imageID = ""] = await Promise.all(
    ["Response time", "Requests"].map(async (title) => {
      const json = { type: "Self", title, status: "Visible" } as const;
      return (await answer(product.api.metrics.$post({ json }))).metricID;
    }),
  );
  const page = await open();
  const figure = page.locator(".metric").filter({ hasText: "Response time" });
  const image = page.locator(".metric").filter({ hasText: "Requests" }).locator("summary img");
  await figure.getByRole("heading").click();
  await figure.getByRole("slider").waitFor();
  await figure.locator(".graph").hover();
  const average = figure.getByText("Average 42");
  await fetch(`${product.statusPage}/api/v0/metrics/data`, {
    method: "POST",
    headers: { "x-api-key": apiKey },
    body: JSON.stringify(
      Object.fromEntries([interactiveID, imageID].map((id) => [id, [{ timestamp: Date.now(), value: 42 }]])),
    ),
  });
  const series = `${product.statusPage}/api/public-metrics/${interactiveID}/series?timeframe=day`;
  await expect.poll(async () => (await fetch(`${series}`)).text()).toContain("42");

  // The graph stays unchanged while the mouse is over it.
  await advanceClock(page, 15);
  await expectPageRequests(page, 2);
  expect(await average.count()).toBe(0);
  await page.mouse.move(0, 0);
  const averageCount = async () => {
    await advanceClock(page, 30);
    return average.count();
  };
  await expect.poll(averageCount, { interval: 500 }).toBe(1); // Responses may be 10 s old.
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  expect(await image.getAttribute("src")).toMatch(/\/day\.svg\?at=\d+$/);
  for (const metricID of [interactiveID, imageID])
    await product.api.metrics[":metricID"].$delete({ param: { metricID } });
});

test("the page keeps the scroll position in a browser without scroll anchoring", async () => {
  const page = await open();
  await page.evaluate(() => {
    CSS.supports = () => false;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { overflow-anchor: none }");
    document.adoptedStyleSheets.push(sheet);
  });
  const pastIncidents = page.locator("#past");
  const top = () => pastIncidents.evaluate((element) => element.getBoundingClientRect().top);
  await pastIncidents.evaluate((element) => element.scrollIntoView());
  const oldTop = await top();
  await openIncident("Writes fail");
  await advanceClock(page, 15);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  // Browsers scroll by whole pixels.
  expect(Math.abs((await top()) - oldTop)).toBeLessThan(1);
});
