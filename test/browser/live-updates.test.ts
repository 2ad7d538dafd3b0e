import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { SECOND_MS } from "../../worker/time/domain.ts";
import { type Product, startProduct } from "../support/product.ts";
import { startProxy } from "../support/proxy.ts";

// A page that somebody leaves open. Its clock is the test's, and no page looks again sooner or later than another.

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
afterAll(() => product?.stop());

async function open(path = "/", options: BrowserContextOptions = {}): Promise<Page> {
  const page = await product.visit("/api/health", options);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60 * SECOND_MS); // or else it would go on by itself between two steps
  await page.addInitScript(() => {
    let plans = 0;
    Object.assign(window, { plans: () => plans });
    Math.random = () => {
      plans++;
      return 0.5;
    };
  });
  await page.goto(proxy.url + path);
  await page.locator("[data-announced]").waitFor({ state: "attached" });
  return page;
}

const report = (name: string) =>
  answer(
    product.api.incidents.$post({ json: { name, status: "Investigating", message: "We look into it." } }),
  );
const setComponent = (status: "Operational" | "Major Outage") =>
  answer(product.api.components[":componentID"].$patch({ param: { componentID }, json: { status } }));

/** Lets `seconds` pass for the page. */
const pass = (page: Page, seconds: number) => page.clock.runFor(seconds * SECOND_MS);

async function show(page: Page, visible: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !visible);
}

/**
 * Until the page has been asked for so often, and has planned when to ask the next time; it was asked for once when
 * it was opened. Each plan takes a number by chance.
 */
async function asked(page: Page, times: number) {
  const plans = () => (window as unknown as { plans: () => number }).plans(); // set above
  await expect.poll(async () => [proxy.pages().length, await page.evaluate(plans)]).toEqual([times, times]);
}

test("a visitor who only waits sees a new incident, and hears of it", async () => {
  const page = await open();
  const icon = () => page.locator("link[rel=icon]").getAttribute("href");
  await page.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  const calm = await icon();
  await report("Writes fail");
  await pass(page, 15);
  await page.getByRole("heading", { name: "Minor Service Outage" }).waitFor();
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  expect(await page.getByRole("status").textContent()).toBe(
    "Minor Service Outage. Writes fail: Investigating",
  );
  expect(await icon()).not.toBe(calm);
});

test("while nothing changes it asks ever more seldom, and is told so without a page", async () => {
  const page = await open();
  for (const [at, seconds] of [15, 22.5, 33.75, 50.625, 60, 60].entries()) {
    await pass(page, seconds - 1);
    expect(proxy.pages()).toHaveLength(at + 1);
    await pass(page, 1);
    await asked(page, at + 2);
  }
  const [first, ...later] = proxy.pages();
  expect(first).toMatchObject({ status: 200, ifNoneMatch: undefined });
  expect(new Set(later.map(({ status }) => status))).toEqual(new Set([304]));
  await report("Writes fail");
  await pass(page, 60);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  await pass(page, 14);
  expect(proxy.pages()).toHaveLength(8);
  await pass(page, 1);
  await asked(page, 9);
});

test("nobody asks for a page that nobody sees, and it is asked for at once when it is seen again", async () => {
  const page = await open();
  await show(page, false);
  await report("Writes fail");
  await pass(page, 3600);
  expect(proxy.pages()).toHaveLength(1);
  await show(page, true);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  await asked(page, 2);
});

test("where the page does not answer it is asked for ever more seldom, until the network is back", async () => {
  const page = await open();
  proxy.fail(true);
  for (const [at, seconds] of [15, 30, 60, 120, 240, 300, 300].entries()) {
    await pass(page, seconds - 1);
    expect(proxy.pages()).toHaveLength(at + 1);
    await pass(page, 1);
    await asked(page, at + 2);
    await page.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  }
  proxy.fail(false);
  await report("Writes fail");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
});

test("what a visitor does on the page outlasts its changes", async () => {
  const { incidentID } = await report("Writes fail");
  const json = { message: "More." } as const;
  for (const _ of [1, 2, 3, 4])
    await answer(product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  const metric = { type: "Self", title: "Response time", status: "Visible" } as const;
  const { metricID } = await answer(product.api.metrics.$post({ json: metric }));

  const page = await open();
  await page.locator("summary").first().click();
  const figure = page.getByRole("figure", { name: "" }).filter({ hasText: "Response time" });
  await figure.getByRole("link", { name: "Week" }).click();
  await figure.getByRole("slider").waitFor();
  const strip = page.getByRole("slider", { name: "Last 90 days" });
  await strip.focus();
  await page.keyboard.press("Home");
  await figure.getByRole("link", { name: "Week" }).focus();
  const before = await figure.evaluate((element) => {
    element.querySelector("canvas")?.setAttribute("data-same", "");
    return element.getBoundingClientRect().top;
  });
  await report("Reads fail, too");
  await pass(page, 15);
  await page.getByRole("article", { name: "Reads fail, too" }).waitFor();

  expect(await page.locator("details").first().getAttribute("open")).toBe("");
  expect(await strip.getAttribute("aria-valuenow")).toBe("0");
  expect(
    await figure.getByRole("link", { name: "Week" }).evaluate((link) => link === document.activeElement),
  ).toBe(true);
  expect(await figure.getByRole("link", { name: "Week" }).getAttribute("aria-current")).toBe("true");
  expect(await figure.locator("canvas[data-same]").count()).toBe(1);
  await expect
    .poll(() => figure.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
    .toBe(Math.round(before));
  await product.api.metrics[":metricID"].$delete({ param: { metricID } });
});

test("a page of one incident follows it, and says so when it is gone", async () => {
  const { incidentID } = await report("Writes fail");
  const page = await open(`/incidents/${incidentID}`);
  const json = { status: "Identified", message: "A disk is full." } as const;
  await answer(product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await pass(page, 15);
  await page.getByText("A disk is full.").waitFor();
  expect(await page.getByRole("status").textContent()).toBe("Writes fail: Identified");
  await product.api.incidents[":incidentID"].$delete({ param: { incidentID } });
  await pass(page, 15);
  await page.getByRole("heading", { name: "404 page not found" }).waitFor();
  expect(await page.title()).toMatch(/^404 page not found/);
  const before = proxy.pages().length;
  await pass(page, 600);
  expect(proxy.pages()).toHaveLength(before);
});

test("a new name and color of the service show without a reload", async () => {
  const page = await open();
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  const band = () => page.locator("header.top").evaluate((top) => getComputedStyle(top).backgroundColor);
  const before = await band();
  for (const [serviceName, backgroundColor, shown, seconds] of [
    ["Acme", "#17233C", "rgb(23, 35, 60)", 15],
    ["", "#FFFFFF", before, 22.5],
  ] as const) {
    await answer(product.api.settings.$patch({ json: { serviceName, backgroundColor } }));
    await pass(page, seconds);
    await expect.poll(band).toBe(shown);
    expect(await page.title()).toContain(`${serviceName || "Service"} Status`);
  }
});

test("the day that is read stays its strip's stop, and stays shut", async () => {
  const page = await open();
  const strip = page.getByRole("slider", { name: "Last 90 days" });
  const tip = page.locator(".strip b");
  await strip.focus();
  await page.keyboard.press("Home");
  const shown = () => tip.evaluate((text) => [text.textContent, getComputedStyle(text).clipPath]);
  const before = await shown();
  await page.keyboard.press("Escape");
  const shut = await shown();
  expect(shut).not.toEqual(before);
  await setComponent("Major Outage");
  await pass(page, 15);
  await page.locator(".strip li").waitFor({ state: "attached" });
  expect(await strip.evaluate((drawing) => drawing === document.activeElement)).toBe(true);
  expect(await strip.getAttribute("aria-valuenow")).toBe("0");
  expect(await shown()).toEqual(shut);
  await page.keyboard.press("End");
  expect(await strip.getAttribute("aria-valuetext")).toContain("Major Outage");
  expect(await tip.count()).toBe(0);
});

test("a page that only forms lead to is not asked for again", async () => {
  const page = await open("/subscriptions/unknown/unknown");
  await pass(page, 600);
  expect(proxy.pages()).toHaveLength(1);
});

test("what a visitor has typed stays, and is still sent with the visitor's own time zone", async () => {
  const page = await open("/", { timezoneId: "Asia/Tokyo" });
  const address = page.getByLabel("By email");
  const zone = page.locator("input[name=timeZone]");
  await address.fill("visitor@exa");
  await page.getByRole("heading", { level: 1 }).click();
  await report("Writes fail");
  await pass(page, 15);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  expect(await address.inputValue()).toBe("visitor@exa");
  expect(await zone.inputValue()).toBe("Asia/Tokyo");
  await address.fill("");
  await page.getByRole("heading", { level: 1 }).click();
  await report("Reads fail, too");
  await pass(page, 15);
  await page.getByRole("article", { name: "Reads fail, too" }).waitFor();
  expect(await zone.inputValue()).toBe("Asia/Tokyo");
});

test("graphs have new values, those that were touched and those that are images yet", async () => {
  const apiKey = (await answer(product.api.settings.apikeys.$post())).value;
  const [touched = "", untouched = ""] = await Promise.all(
    ["Response time", "Requests"].map(async (title) => {
      const json = { type: "Self", title, status: "Visible" } as const;
      return (await answer(product.api.metrics.$post({ json }))).metricID;
    }),
  );
  const page = await open();
  const figure = page.getByRole("figure").filter({ hasText: "Response time" });
  const image = page.getByRole("figure").filter({ hasText: "Requests" }).getByRole("img");
  await figure.hover();
  await figure.getByRole("slider").waitFor();
  const reading = figure.getByText("Average 42");
  await fetch(`${product.statusPage}/api/v0/metrics/data`, {
    method: "POST",
    headers: { "x-api-key": apiKey },
    body: JSON.stringify(
      Object.fromEntries([touched, untouched].map((id) => [id, [{ timestamp: Date.now(), value: 42 }]])),
    ),
  });
  const series = `${product.statusPage}/api/public-metrics/${touched}/series?timeframe=day`;
  await expect.poll(async () => (await fetch(`${series}`)).text()).toContain("42");

  // Not under the eyes of somebody who reads it.
  await pass(page, 15);
  await asked(page, 2);
  expect(await reading.count()).toBe(0);
  await page.mouse.move(0, 0);
  const shown = async () => {
    await pass(page, 30);
    return reading.count();
  };
  await expect.poll(shown, { interval: 500 }).toBe(1); // answers may be 10 s old
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  expect(await image.getAttribute("src")).toMatch(/\/day\.svg\?at=\d+$/);
  for (const metricID of [touched, untouched])
    await product.api.metrics[":metricID"].$delete({ param: { metricID } });
});

test("where the browser does not hold the place that is read, the page does", async () => {
  const page = await open();
  await page.evaluate(() => {
    CSS.supports = () => false;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { overflow-anchor: none }");
    document.adoptedStyleSheets.push(sheet);
  });
  const read = page.locator("#past");
  const place = () => read.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await read.evaluate((element) => element.scrollIntoView());
  const before = await place();
  await report("Writes fail");
  await pass(page, 15);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  expect(await place()).toBe(before);
});
