import type { Page, Request } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { startPausingServer } from "../../support/starters/pausing-server.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// These tests cover what a page paints, requests, stores and blocks while it loads.

let product: Product;
let incidentPath = "";
const inTokyo = { timezoneId: "Asia/Tokyo" };

beforeAll(async () => {
  product = await startProduct();
  const json = { name: "Writes fail", status: "Identified", createdAt: "2026-01-31T20:15:00.000Z" } as const;
  const { incidentID } = await answer(product.api.incidents.$post({ json }));
  incidentPath = `/incidents/${incidentID}`;
  const metric = { type: "Self", title: "Response time", status: "Visible" } as const;
  await answer(product.api.metrics.$post({ json: metric }));
  const past = { name: "Reads were slow", status: "Resolved", createdAt: new Date().toISOString() } as const;
  await answer(product.api.incidents.$post({ json: past }));
  const { groupID } = await answer(product.api.groups.$post({ json: { name: "Platform", order: 0 } }));
  for (const json of [{ name: "API", description: "For programs", groupID }, { name: "Console" }])
    await answer(product.api.components.$post({ json }));
});
afterEach(() => product.closePages());

/** Returns a page that hasn't opened the status page yet, and records its requests. */
async function preparePage(options = {}): Promise<{ page: Page; requests: Request[] }> {
  const page = await product.visit("/api/health", options);
  const requests: Request[] = [];
  page.on("request", (request) => void requests.push(request));
  return { page, requests };
}

test.for([
  ["before it", 0],
  ["within it", 7],
  ["after it", "Jan 31, 2026 - 20:15 (UTC)</time>".length],
] as const)(
  "every frame shows a time in the visitor's time zone, even if the response pauses %s",
  async ([, offset]) => {
    const html = await (await fetch(product.statusPage + incidentPath)).text();
    const pauseAt = html.indexOf("Jan 31, 2026 - 20:15 (UTC)</time>") + offset;
    const server = await startPausingServer(html, pauseAt);

    const readPaintedTimes = () => (window as unknown as { paintedTimes: string[] }).paintedTimes;
    const { page } = await preparePage(inTokyo);
    await page.addInitScript(() => {
      const paintedTimes: string[] = [];
      Object.assign(window, { paintedTimes });
      const recordFrame = () => {
        for (const time of document.querySelectorAll("time[datetime*=T]"))
          paintedTimes.push(`${time.textContent}`);
        requestAnimationFrame(recordFrame);
      };
      requestAnimationFrame(recordFrame);
    });
    await page.goto(server.url, { waitUntil: "commit" });
    await expect.poll(async () => (await page.evaluate(readPaintedTimes)).length).toBeGreaterThan(2);
    expect(await page.evaluate(() => document.readyState)).toBe("loading");
    server.sendNext();
    await page.getByText("Times are yours (Asia/Tokyo). Bars and months are UTC.").waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const paintedTimes = await page.evaluate(readPaintedTimes);
    expect([...new Set(paintedTimes)].filter(Boolean)).toEqual(["Feb 01, 2026 - 05:15 (GMT+9)"]);
    // The page shows when the incident began and when its first update was posted.
    expect(await page.locator("time[datetime*=T]").allTextContents()).toEqual([
      "Feb 01, 2026 - 05:15 (GMT+9)",
      "Feb 01, 2026 - 05:15 (GMT+9)",
    ]);
    await server.stop();
  },
);

/** Each element of the page's body, from the first one after the service's name. */
function elementOffsets(html: string): number[] {
  const offsets = [...html.matchAll(/<[a-z]/g)].map(({ index }) => index);
  return offsets.filter((offset) => offset > html.indexOf("<nav"));
}

test.for([390, 1350])(
  "on a screen of %i px, nothing that is painted moves, whichever element the response pauses at",
  async (width) => {
    const html = await (await fetch(product.statusPage)).text();
    const offsets = elementOffsets(html);
    const server = await startPausingServer(html, ...offsets);
    const { page } = await preparePage({ viewport: { width, height: 4000 } });
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as Shift[])
          shifts.push(...sources.map(({ node }) => `${node?.nodeName} ${node?.textContent}`));
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(server.url, { waitUntil: "commit" });
    const nextFrame = () =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    for (const _ of offsets) {
      server.sendNext();
      await nextFrame();
    }
    await page.getByText("Português").waitFor();
    await nextFrame();
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    await server.stop();
  },
);

test("the first paint takes one request, and all requests go to the page's own origin", async () => {
  const { page, requests } = await preparePage();
  const firstPaint = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") await firstPaint.promise;
    await route.continue();
  });
  await page.goto(product.statusPage, { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Minor Service Outage" }).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  firstPaint.resolve();
  const types = () => requests.map((request) => request.resourceType()).sort();
  await expect.poll(types).toEqual(["document", "image", "script"]);
  await page.waitForLoadState("networkidle");
  expect(types()).toEqual(["document", "image", "script"]);
  expect(requests.map((request) => new URL(request.url()).origin)).toEqual(
    requests.map(() => product.statusPage),
  );
});

test("a graph is in the visitor's time zone before it is touched", async () => {
  const { page } = await preparePage(inTokyo);
  await page.goto(product.statusPage);
  const image = page.locator(".metric summary img");
  await expect.poll(() => image.getAttribute("src")).toMatch(/day\.svg\?utcOffset=540$/);
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test("a visit stores nothing in the browser: no cookie, no storage, no service worker", async () => {
  const { page } = await preparePage();
  const response = await page.goto(product.statusPage);
  expect(await response?.headerValue("Set-Cookie")).toBeNull();
  await page.locator(".metric").getByRole("heading").click();
  await page.locator(".metric").getByRole("slider").waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect(
    await page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      workers: await navigator.serviceWorker.getRegistrations(),
    })),
  ).toEqual({ local: 0, session: 0, databases: [], caches: [], workers: [] });
});

test("without JavaScript the page is complete and in UTC", async () => {
  const { page, requests } = await preparePage({ ...inTokyo, javaScriptEnabled: false });
  await page.goto(product.statusPage + incidentPath);
  await page.getByText("Jan 31, 2026 - 20:15 (UTC)").first().waitFor();
  await page.getByText("All times are in UTC.").waitFor();
  await page.goto(product.statusPage);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  await page.locator(".metric").getByRole("heading").click();
  await page.getByRole("link", { name: "Week" }).waitFor();
  expect(requests.filter((request) => request.resourceType() === "script")).toEqual([]);
});

test.for(["/", "/history", "/subscribe", "/incidents/unknown"])(
  "the Content-Security-Policy of %s allows only the page's own scripts and styles",
  async (path) => {
    const { page } = await preparePage();
    const consoleErrors: string[] = [];
    page.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));
    const response = await page.goto(product.statusPage + path);
    const policy = (await response?.headerValue("Content-Security-Policy")) ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'sha256-[^']+'; /,
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    await page.waitForLoadState("networkidle");
    expect(consoleErrors.filter((text) => !text.includes("404"))).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe("0px");

    const outcome = await page.evaluate(async () => {
      const blockedDirectives: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => {
        event.stopPropagation(); // closeProfiles fails for violations of the page itself.
        blockedDirectives.push(event.effectiveDirective);
      });
      document.body.insertAdjacentHTML(
        "beforeend",
        "<img src=/nowhere.png onerror='window.hasRun = 1'><p style='color: red'>",
      );
      const script = document.createElement("script");
      script.textContent = "window.hasRun = 1";
      document.body.append(script);
      while (!blockedDirectives.includes("script-src-attr"))
        await new Promise((resolve) => setTimeout(resolve, 10));
      return { hasRun: "hasRun" in window, blockedDirectives: blockedDirectives.sort() };
    });
    expect(outcome).toEqual({
      hasRun: false,
      blockedDirectives: ["script-src-attr", "script-src-elem", "style-src-attr"],
    });
  },
);
