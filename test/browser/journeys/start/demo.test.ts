import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../../tools/demo/client.ts";
import { fillWithDemo } from "../../../../tools/demo/demo.ts";
import { startSendingPoints } from "../../../../tools/demo/feed.ts";
import { type Item, toEntries } from "../../../../web/admin/components/order/entries.ts";
import { ordersFor, ordersForStepUp } from "../../../../web/admin/components/order/placing.ts";
import { findStep } from "../../../../web/admin/components/order/steps.ts";
import type { ComponentUptime } from "../../../../worker/components/schema.ts";
import type { DataPoint, ExternalMetrics, PublicMetric, Series } from "../../../../worker/metrics/schema.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { type Product, startProduct } from "../../../support/starters/product.ts";

// The content of `npm start`, read through the status page's server as visitors and the console do.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await fillWithDemo(product);
});
afterEach(() => product.closePages());

const getJSON = async <Body>(path: string) =>
  (await (await fetch(product.statusPage + path)).json()) as Promise<Body>;

test("the demo has a month of points for two self metrics and one CloudWatch metric", async () => {
  const metrics = await getJSON<PublicMetric[]>("/api/public-metrics");
  expect(metrics.map(({ type }) => type)).toEqual(["Self", "Self", "CloudWatch"]);
  for (const { metricID, title } of metrics) {
    const pointCount = async () => {
      const { stepSeconds, values } = await getJSON<Series>(
        `/api/public-metrics/${metricID}/series?timeframe=month`,
      );
      return `${stepSeconds}: ${values.filter((value) => value !== null).length} of ${values.length}`;
    };
    await expect.poll(pointCount, { message: title }).toBe("10800: 240 of 240");
    const graph = await fetch(`${product.statusPage}/metrics/${metricID}/day.svg`);
    expect(await graph.text()).toMatch(/<desc[^>]*>Average [\d,.]+/);
  }
  expect((await answer(product.api.metrics.$get())).map(({ collectionError }) => collectionError)).toEqual([
    "",
    "",
    "",
  ]);
});

test("in the demo, every step in the list of components is one change", async () => {
  const components = await answer(product.api.components.$get());
  const groups = await answer(product.api.groups.$get());
  const entries = toEntries(components, groups);
  const items: Item[] = [
    ...groups.map(({ groupID: id, order }) => ({ id, order, isGroup: true })),
    ...components.map(({ componentID: id, order }) => ({ id, order, isGroup: false })),
  ];
  for (const item of items) {
    const up = findStep(entries, item, "up");
    const down = findStep(entries, item, "down");
    if (up) expect((up.crossing ? ordersFor : ordersForStepUp)(item, up, entries)).toHaveLength(1);
    if (down) expect(ordersFor(item, down, entries)).toHaveLength(1);
  }
});

test("the demo has days with outages, and a completed, a running and a scheduled maintenance", async () => {
  const components = await answer(product.api.components.$get());
  const uptimes = await Promise.all(
    components.map(({ componentID }) =>
      getJSON<ComponentUptime>(`/api/components/${componentID}/uptime?days=90`),
    ),
  );
  expect(uptimes.map(({ history }) => history.length)).toEqual(components.map(() => 90));
  const outageDays = uptimes.map(
    ({ history }) => history.filter(({ worst }) => worst !== "Operational").length,
  );
  expect(Math.min(...outageDays)).toBeGreaterThan(0);
  // Each incident lasts a day or two, so none continues until today.
  expect(Math.max(...outageDays)).toBeLessThan(7);
  const maintenances = await answer(product.api.maintenances.$get({ query: {} }));
  expect(maintenances.map(({ status }) => status)).toEqual(["Scheduled", "In Progress", "Completed"]);
  // Feeds show `updatedAt`, so it must not be the time of the demo's start.
  expect(maintenances.filter(({ updatedAt }) => Date.now() - Date.parse(updatedAt) < 10 * MINUTE_MS)).toEqual(
    [],
  );
});

test("another start adds no content and continues with this minute's points", async () => {
  await fillWithDemo(product);
  await startSendingPoints(product);
  const metrics = await getJSON<PublicMetric[]>("/api/public-metrics");
  expect(metrics).toHaveLength(3);
  const newestPointAgeMs = async () => {
    const now = new Date();
    const path = `${now.getUTCFullYear()}/${now.getUTCMonth() + 1}/${now.getUTCDate()}`;
    const points = await getJSON<DataPoint[]>(`/metrics/${metrics[0]?.metricID}/${path}.json`);
    return now.getTime() - Date.parse(points.at(-1)?.timestamp ?? "1970-01-01");
  };
  await expect.poll(newestPointAgeMs).toBeLessThan(2 * MINUTE_MS);
});

test("the list of the local CloudWatch's metrics has two pages without duplicates", async () => {
  const pages: ExternalMetrics[] = [];
  do {
    const query = { type: "CloudWatch", filters: '{"Region":"eu-west-1"}', cursor: pages.at(-1)?.nextCursor };
    const headers = { Authorization: product.token };
    const search = new URLSearchParams(
      Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]),
    );
    const response = await fetch(`${product.statusPage}/api/external-metrics?${search}`, { headers });
    expect(response.status).toBe(200);
    pages.push((await response.json()) as ExternalMetrics);
  } while (pages.at(-1)?.nextCursor);
  expect(pages).toHaveLength(2);
  const names = pages.flatMap(({ metrics }) => metrics.map((metric) => JSON.stringify(metric)));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(500);
});

/**
 * Paints the page when it is parsed, and lets it request its scripts after that, so that whatever moves has been moved by a script.
 * Otherwise a busy browser paints a line of which it has parsed only half, and the rest moves the start of a line that ends at the
 * right edge.
 */
async function holdScripts(page: Page) {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":root { visibility: hidden }");
    document.adoptedStyleSheets.push(sheet);
    document.addEventListener("readystatechange", () => sheet.replaceSync(""), { once: true });
  });
  const isPainted = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") await isPainted.promise;
    await route.continue();
  });
  return isPainted;
}

const phone = { width: 412, height: 823 };
const desktop = { width: 1350, height: 940 };

test.for([
  ["main page", phone, 30_000],
  ["main page", desktop, 30_000],
  ["history", phone, 20_000],
  ["incident's page", phone, 20_000],
  ["component's page", phone, 20_000],
] as const)(
  "the %s at %o is found by search engines, and loads without errors, without moving and within %d bytes",
  async ([name, viewport, maxBytes]) => {
    const [incident] = await answer(product.api.incidents.$get({ query: {} }));
    const [component] = await answer(product.api.components.$get());
    const path = {
      "main page": "/",
      history: "/history",
      "incident's page": `/incidents/${incident?.incidentID}`,
      "component's page": `/components/${component?.componentID}`,
    }[name];
    const page = await product.visit("/api/health", { viewport });
    const responses: Response[] = [];
    const errors: string[] = [];
    page.on("response", (response) => void responses.push(response));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    const isPainted = await holdScripts(page);
    await page.goto(product.statusPage + path, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    isPainted.resolve();
    await page.waitForLoadState("networkidle");
    const found = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: "layout-shift", buffered: true });
      return {
        shifts: observer.takeRecords().length,
        title: document.title,
        description: document.querySelector<HTMLMetaElement>("meta[name=description]")?.content,
        canonical: document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href,
      };
    });
    expect(found).toEqual({
      shifts: 0,
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      canonical: product.statusPage + path,
    });
    expect(errors).toEqual([]);
    // The document, its script, and at most three graphs.
    expect(responses.length).toBeLessThanOrEqual(5);
    expect(responses.map((response) => response.headers()["x-robots-tag"])).toEqual(
      responses.map(() => undefined),
    );
    const bodies = await Promise.all(responses.map((response) => response.body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
  },
);
