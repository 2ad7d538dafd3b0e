import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { type Product, startProduct } from "../support/product.ts";

// What a visitor's browser does before anything is touched.

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
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

/** A page that is about to be opened, and what it asks for meanwhile. */
async function prepare(options = {}): Promise<{ page: Page; requests: Request[] }> {
  const page = await product.visit("/api/health", options);
  const requests: Request[] = [];
  page.on("request", (request) => void requests.push(request));
  return { page, requests };
}

test.for([
  ["before its text", 0],
  ["within its text", 7],
  ["after it", "Jan 31, 2026 - 20:15 (UTC)</time>".length],
] as const)("times are the visitor's own in every frame, where the network cuts one %s", async ([, at]) => {
  const whole = await (await fetch(product.statusPage + incidentPath)).text();
  const half = whole.indexOf("Jan 31, 2026 - 20:15 (UTC)</time>") + at;
  const { promise: wanted, resolve: finish } = Promise.withResolvers<void>();
  const slow = createServer(async (_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.write(whole.slice(0, half));
    await wanted;
    response.end(whole.slice(half));
  });
  await new Promise<void>((resolve) => slow.listen(0, resolve));
  const { port } = slow.address() as AddressInfo; // TCP: never a string

  const seen = () => (window as unknown as { painted: string[] }).painted; // set just below
  const { page } = await prepare(inTokyo);
  await page.addInitScript(() => {
    const painted: string[] = [];
    Object.assign(window, { painted });
    const look = () => {
      for (const time of document.querySelectorAll("time[datetime*=T]")) painted.push(`${time.textContent}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`http://localhost:${port}/`, { waitUntil: "commit" });
  await expect.poll(async () => (await page.evaluate(seen)).length).toBeGreaterThan(2);
  expect(await page.evaluate(() => document.readyState)).toBe("loading");
  finish();
  await page
    .getByText("Times and days are in your time zone (Asia/Tokyo), bars and months in UTC.")
    .waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const painted = await page.evaluate(seen);
  expect([...new Set(painted)].filter(Boolean)).toEqual(["Feb 01, 2026 - 05:15 (GMT+9)"]);
  expect(await page.locator("time[datetime*=T]").allTextContents()).toEqual(["Feb 01, 2026 - 05:15 (GMT+9)"]);
  slow.close();
});

test("the first paint takes one request, and none of the page's goes to anybody else", async () => {
  const { page, requests } = await prepare();
  let answered = () => {};
  const painted = new Promise<void>((resolve) => {
    answered = resolve;
  });
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") await painted;
    await route.continue();
  });
  await page.goto(product.statusPage, { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Minor Service Outage" }).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  answered();
  const types = () => requests.map((request) => request.resourceType()).sort();
  await expect.poll(types).toEqual(["document", "image", "script"]);
  await page.waitForLoadState("networkidle");
  expect(types()).toEqual(["document", "image", "script"]);
  expect(requests.map((request) => new URL(request.url()).origin)).toEqual(
    requests.map(() => product.statusPage),
  );
});

test("a visit leaves nothing in the browser: no cookie, no storage, no worker", async () => {
  const { page } = await prepare();
  const response = await page.goto(product.statusPage);
  expect(await response?.headerValue("Set-Cookie")).toBeNull();
  await page.getByRole("figure").hover();
  await page.getByRole("figure").getByRole("slider").waitFor();
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

test("without script the page is whole, in UTC", async () => {
  const { page, requests } = await prepare({ ...inTokyo, javaScriptEnabled: false });
  await page.goto(product.statusPage + incidentPath);
  await page.getByText("Jan 31, 2026 - 20:15 (UTC)").first().waitFor();
  await page.getByText("All times are in UTC.").waitFor();
  await page.goto(product.statusPage);
  await page.getByRole("article", { name: "Writes fail" }).waitFor();
  await page.getByRole("link", { name: "Week" }).waitFor();
  expect(requests.filter((request) => request.resourceType() === "script")).toEqual([]);
});

test.for(["/", "/history", "/subscribe", "/incidents/unknown", "/api/docs"])(
  "%s runs and loads what it says itself, and nothing else",
  async (path) => {
    const { page } = await prepare();
    const refused: string[] = [];
    page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
    const response = await page.goto(product.statusPage + path);
    const policy = (await response?.headerValue("Content-Security-Policy")) ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'sha256-[^']+'; /,
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    await page.waitForLoadState("networkidle");
    expect(refused.filter((text) => !text.includes("404"))).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe("0px");

    const ran = await page.evaluate(async () => {
      const refusedHere: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => {
        event.stopPropagation(); // the profile would take it for the page's own
        refusedHere.push(event.effectiveDirective);
      });
      document.body.insertAdjacentHTML(
        "beforeend",
        "<img src=/nowhere.png onerror='window.ran = 1'><p style='color: red'>",
      );
      const script = document.createElement("script");
      script.textContent = "window.ran = 1";
      document.body.append(script);
      while (!refusedHere.includes("script-src-attr"))
        await new Promise((resolve) => setTimeout(resolve, 10));
      return { ran: "ran" in window, refusedHere: refusedHere.sort() };
    });
    expect(ran).toEqual({
      ran: false,
      refusedHere: ["script-src-attr", "script-src-elem", "style-src-attr"],
    });
  },
);
