import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "../../worker/time/domain.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Console, startConsole } from "../support/console.ts";
import { answer } from "../support/daymark.ts";
import { makeComponent, makeMetric } from "../support/factories.ts";
import { closeProfiles, newProfile, signIn } from "../support/profile.ts";

let admin: Console;
let browser: Browser;
beforeAll(async () => {
  admin = await startConsole();
  browser = await launchChromium();
  await answer(admin.daymark.administrator.settings.$patch({ json: { serviceName: "Fernway" } }));
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
});

/** The console in a profile of its own, signed in. */
async function openConsole(path = "/", prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const context = await newProfile(browser, { timezoneId: "America/Sao_Paulo", reducedMotion: "reduce" });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(admin.url);
  await signIn(page, admin.pool.addUser());
  await page.getByRole("heading", { name: "Components" }).waitFor();
  await page.goto(admin.url + path);
  return page;
}

test("while its settings are missing the console says what it waits for, and starts when they are there", async () => {
  const page = await (await newProfile(browser)).newPage();
  let settings = "";
  await page.route("**/settings.js", async (route) => {
    settings = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  await page.goto(admin.url);
  await page.getByRole("heading", { name: "Loading settings…" }).waitFor();
  await page.evaluate(settings);
  await page.getByLabel("Email Address").waitFor();
});

test("the header leads to the status page while the public settings can't be read", async () => {
  const page = await openConsole("/", async (page) => {
    await page.route("**/api/public-settings*", (route) => route.fulfill({ status: 503, json: {} }));
  });
  const link = page.getByRole("link", { name: /^Status page/ });
  expect(await link.getAttribute("href")).toBe(admin.daymark.url);
});

test.for(["/nowhere", "/metrics/abc123DEF456/scripts/python"])(
  "the title of %s names the service",
  async (path) => {
    const page = await openConsole(path);
    await expect.poll(() => page.title()).toBe("Fernway Status Admin");
  },
);

test("a name in a list has room for 12 characters on a tablet, whatever stands beside it", async () => {
  await makeComponent(admin.daymark, { name: "Object storage", status: "Degraded Performance" });
  const page = await openConsole();
  const name = page.locator("p", { hasText: /^Object storage$/ });
  for (const width of [360, 640, 768, 800, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { height, room } = await name.evaluate((element) => {
      const twelve = document.createElement("span");
      twelve.style.font = getComputedStyle(element).font;
      twelve.textContent = "mmmmmmmmmmmm";
      document.body.append(twelve);
      const needed = twelve.getBoundingClientRect().width;
      twelve.remove();
      const { width, height } = element.getBoundingClientRect();
      return { height, room: width / needed };
    });
    expect(room, `${width} px`).toBeGreaterThanOrEqual(1);
    expect(height, `${width} px`).toBeLessThan(24);
  }
});

test("a preview of a week labels every day and that of a month as many as have room; what is no JSON is no point", async () => {
  await makeMetric(admin.daymark, { title: "Latency" });
  let isJSON = false;
  const page = await openConsole("/metrics", async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.route("**/metrics/*/*/*/*.json*", (route) => {
      const [, year, month, day] = /(\d+)\/(\d+)\/(\d+)\.json/.exec(route.request().url()) ?? [];
      const timestamp = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString();
      const headers = { "Access-Control-Allow-Origin": "*" };
      return isJSON
        ? route.fulfill({ headers, json: [{ timestamp, value: 1 }] })
        : route.fulfill({
            headers,
            contentType: "text/html",
            body: "<!doctype html><title>Somewhere else</title>",
          });
    });
  });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Preview Latency" }).click();
  await dialog.getByText("No data for this time period yet.").waitFor();
  isJSON = true;
  await dialog.getByLabel("Week").check();
  await dialog.getByText("Average 1").waitFor();
  const labels = () =>
    dialog
      .locator(".plot text")
      .filter({ hasText: /^\w{3} \d\d$/ })
      .allTextContents();
  // The graph leaves out a label that would stand at an edge.
  await expect.poll(async () => (await labels()).length).toBeGreaterThanOrEqual(6);
  const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "2-digit", timeZone: "UTC" });
  const lastDays = Array.from({ length: 9 }, (_, n) => format.format(Date.now() - (8 - n) * DAY_MS));
  expect(lastDays.join()).toContain((await labels()).join());
  await dialog.getByLabel("Month").check();
  await dialog.getByText("Average 1").waitFor();
  await expect.poll(async () => (await labels()).length).toBeGreaterThanOrEqual(5);
  expect(await dialog.locator(".plot line.grid").count()).toBeGreaterThanOrEqual(30);
});

test("what became of a save that was left covers no button of the next dialog", async () => {
  for (let n = 0; n < 12; n++) await makeComponent(admin.daymark, { name: `Component ${n}` });
  const page = await openConsole("/incidents");
  const dialog = page.getByRole("dialog");
  const add = page.getByRole("main").getByRole("button", { name: "Add", exact: true });
  await add.click();
  await dialog.getByLabel("Name").fill("Left before it was saved");
  const left = Promise.withResolvers<void>();
  await page.route("**/api/incidents", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await left.promise;
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.keyboard.press("Escape");
  left.resolve();
  await page.getByText("Add Incident: failed").waitFor();
  await add.click();
  await dialog.getByText("Component 11").waitFor();
  for (const [width, height] of [
    [360, 740],
    [640, 700],
    [768, 900],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ["Cancel", "Add"]) {
      // The page is laid out for its new height only with the next frame.
      const isFree = () =>
        dialog.getByRole("button", { name, exact: true }).evaluate((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const corners = [left + 4, right - 4].flatMap((x) =>
            [top + 4, bottom - 4].map((y) => [x, y] as const),
          );
          return corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
        });
      await expect.poll(isFree, { message: `${name} at ${width} px` }).toBe(true);
    }
  }
});

test("on a phone the words about a wrong date stand in one line, and Copy beside its title", async () => {
  const page = await openConsole("/maintenances");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("main").getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Move");
  await dialog.getByLabel("Start Time, date").fill("31.01.2027");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const words = await dialog.getByRole("alert").boundingBox();
  expect(words?.height).toBeLessThan(24);

  await page.goto(`${admin.url}/metrics/abc123DEF456/scripts/python`);
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  const copy = await page.getByRole("button", { name: "Copy" }).boundingBox();
  expect(copy?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
});
