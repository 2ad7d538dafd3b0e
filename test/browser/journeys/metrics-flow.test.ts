import type { Locator, Page, Route } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { EDGE_PX } from "../../../web/graph/graph.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
let apiKey: string;

beforeAll(async () => {
  product = await startProduct();
  apiKey = (await answer(product.api.settings.apikeys.$post())).value;
});
afterEach(() => product.closePages());

async function submit(metricID: string, points: { minutesAgo: number; value: number }[]) {
  const now = Date.now();
  const body = points.map(({ minutesAgo, value }) => ({ timestamp: now - minutesAgo * MINUTE_MS, value }));
  const response = await fetch(`${product.statusPage}/api/v0/metrics/data`, {
    method: "POST",
    headers: { "x-api-key": apiKey },
    body: JSON.stringify({ [metricID]: body }),
  });
  expect(response.status).toBe(200);
}

async function addMetric(admin: Page, fill: (dialog: Locator) => Promise<unknown>) {
  await admin.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Add Metric" });
  await fill(dialog);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

async function makeVisible(admin: Page, title: string) {
  await admin.getByRole("button", { name: `Edit ${title}` }).click();
  await admin.getByLabel("Metric Status").selectOption("Visible");
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByRole("dialog").waitFor({ state: "detached" });
}

async function openPreview(admin: Page, title: string) {
  await admin.getByRole("button", { name: `More for ${title}` }).click();
  await admin.getByRole("button", { name: `Preview ${title}` }).click();
}

const metricOn = (page: Page, title: string) => page.locator(".metric").filter({ hasText: title });

/** Opens the metric, whose graph is then interactive. */
async function openGraph(visitor: Page, title: string): Promise<Locator> {
  const figure = metricOn(visitor, title);
  await figure.getByRole("heading").click();
  await figure.getByRole("slider").waitFor();
  return figure;
}

test("points that a script sends show in the console's preview and on the page", async () => {
  const admin = await product.reopenConsole("/metrics");
  await addMetric(admin, async (dialog) => {
    await dialog.getByLabel("Metrics Type").selectOption("Self");
    await dialog.getByLabel("Title").fill("Response time");
    await dialog.getByText("Advanced").click();
    await dialog.getByLabel("Unit").fill("ms");
    await dialog.getByLabel("Decimal Places").selectOption("1");
  });
  await admin.getByText("Waiting for the first value…").waitFor();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Done" }).click();
  const [metric] = await answer(product.api.metrics.$get());
  const metricID = metric?.metricID ?? "";
  await submit(metricID, [
    { minutesAgo: 4 * 24 * 60, value: 3000 },
    { minutesAgo: 60, value: 100 },
    { minutesAgo: 30, value: 200 },
  ]);
  await expect
    .poll(() => Promise.all([30, 60, 4 * 24 * 60].map((minutesAgo) => pointsOf(metricID, minutesAgo))))
    .toEqual(["200", "100", "3000"].map((value) => expect.stringContaining(value)));

  await openPreview(admin, "Response time");
  await admin.getByText("Average 150.0 ms").waitFor();
  await admin.getByRole("slider").focus();
  await admin.keyboard.press("ArrowLeft");
  expect(await admin.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/: 100\.0 ms$/);
  const heights = await admin.getByRole("dialog").evaluateHandle((dialog) => {
    const seen = new Set<number>();
    new ResizeObserver(() => seen.add(dialog.clientHeight)).observe(dialog);
    return seen;
  });
  await admin.getByRole("radio", { name: "Week" }).check();
  await admin.getByText("Average 1,100.0 ms").waitFor();
  // Nothing moves while the graph loads.
  expect(await heights.evaluate((seen) => seen.size)).toBe(1);

  const [scriptPage] = await Promise.all([
    admin.context().waitForEvent("page"),
    admin.getByRole("link", { name: /Python script/ }).click(),
  ]);
  await scriptPage.getByText(apiKey).waitFor();
  const text = await scriptPage.locator("pre").textContent();
  expect(text).toContain(new URL(product.statusPage).host);
  expect(text).toContain(metricID);

  await admin.keyboard.press("Escape");
  await makeVisible(admin, "Response time");
  const visitor = await product.revisit();
  const image = visitor.getByRole("img", { name: "Response time over the last day" });
  expect(await image.count()).toBe(0);
  const small = metricOn(visitor, "Response time").locator("summary img");
  await expect
    .poll(() => small.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeTruthy();
  const figure = await openGraph(visitor, "Response time");
  expect(await figure.locator("canvas").count()).toBe(1);
  expect(await image.count()).toBe(0);

  await visitor.keyboard.press("Tab");
  await figure.getByRole("slider").focus();
  await visitor.keyboard.press("ArrowLeft");
  expect(await figure.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/: 100\.0 ms$/);
  await figure.getByText(/: 100\.0 ms$/).waitFor();

  await visitor.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await figure.getByRole("link", { name: "Week" }).click();
  await figure.getByText("Average 1,100.0 ms").waitFor();
  expect(await figure.getByRole("link", { name: "Week" }).getAttribute("aria-current")).toBe("true");
  expect(await visitor.locator("[data-same-page]").count()).toBe(1);
});

test("an administrator picks a metric of CloudWatch, and its values show on the page", async () => {
  const admin = await product.reopenConsole("/metrics");
  await addMetric(admin, async (dialog) => {
    await chooseOption(dialog, "Namespace", "ec2", "AWS/EC2");
    await chooseOption(dialog, "MetricName", "cpu", "CPUUtilization");
    await dialog.getByRole("combobox", { name: "Dimensions" }).click();
    await dialog.getByRole("listbox").getByRole("option").nth(3).click();
    await dialog.getByLabel("Title").fill("CPU load");
    await dialog.getByLabel("Metric Status").selectOption("Visible");
  });
  await product.runCron();
  await expect
    .poll(async () => {
      await openPreview(admin, "CPU load");
      const average = await admin.getByText(/^Average \d|^No data/).textContent();
      await admin.keyboard.press("Escape");
      return average;
    })
    .toMatch(/^Average \d+$/);

  const visitor = await product.revisit();
  const figure = await openGraph(visitor, "CPU load");
  await figure.getByText(/^Average \d+$/).waitFor();
});

test("on a phone the axis labels fit to the left of a graph, whatever its unit", async () => {
  const graphs = [
    { unit: "ms", decimalPlaces: 2, value: 1234.5, highestLabel: "2,000.00 ms" },
    { unit: "リクエスト/秒", decimalPlaces: 0, value: 80, highestLabel: "80" },
    { unit: "requests per second", decimalPlaces: 4, value: 1234.5, highestLabel: "2,000.0000" },
    { unit: "", decimalPlaces: 0, value: 1.5e300, highestLabel: "2.0E300" },
  ] as const;
  const visitor = await product.revisit("/nowhere");
  await visitor.setViewportSize({ width: 320, height: 640 });
  const leftEdges = new Map<string, number>();
  for (const { value, highestLabel, ...metric } of graphs) {
    const title = `Axis ${highestLabel}`;
    const { metricID } = await answer(
      product.api.metrics.$post({ json: { type: "Self", title, status: "Visible", ...metric } }),
    );
    await submit(metricID, [
      { minutesAgo: 24 * 60 - 6, value: value / 2 },
      { minutesAgo: 1, value },
    ]);
    const imageURL = `${product.statusPage}/metrics/${metricID}/day.svg`;
    await expect.poll(async () => (await fetch(imageURL)).text()).toContain(`>${highestLabel}<`);
    await visitor.goto(imageURL);
    const line = await boxOf(visitor.locator(".large .line"));
    const number = await boxOf(visitor.getByText(highestLabel, { exact: true }).first());
    expect(number.left, title).toBeGreaterThanOrEqual(0);
    expect(number.right, title).toBeLessThan(line.left);
    expect(line.right, title).toBeGreaterThan(300);
    expect(line.right, title).toBeLessThanOrEqual(320);
    leftEdges.set(title, line.left);
  }

  await visitor.goto(product.statusPage);
  for (const [title, left] of leftEdges) {
    const figure = await openGraph(visitor, title);
    const [graph, plot] = await Promise.all([
      boxOf(figure.locator(".graph")),
      boxOf(figure.locator(".u-over")),
    ]);
    // The plot is as wide as in the image, so nothing moves when the graph replaces the image.
    expect(Math.abs(plot.left - graph.left - left), title).toBeLessThan(2);
    // The dot of the newest value has room beyond the plot.
    expect(graph.right - plot.right, title).toBeCloseTo(EDGE_PX, 0);
  }
});

test("the image stays if the interactive graph can't be loaded", async () => {
  const { metricID } = await answer(
    product.api.metrics.$post({ json: { type: "Self", title: "Still an image", status: "Visible" } }),
  );
  const visitor = await product.revisit();
  await visitor.route("**/static/interactive-graph.js", (route) => route.abort());
  const figure = metricOn(visitor, "Still an image");
  await Promise.all([visitor.waitForEvent("requestfailed"), figure.getByRole("heading").click()]);
  expect(await figure.getByRole("img").count()).toBe(1);
  // The links work as they do without JavaScript.
  await figure.getByRole("link", { name: "Month" }).click();
  await visitor.waitForURL(`**/metrics/${metricID}/month.svg`);
});

test("the image stays if the interactive graph can't be drawn, and the browser's console has the error", async () => {
  await answer(
    product.api.metrics.$post({ json: { type: "Self", title: "Drawn by the Worker", status: "Visible" } }),
  );
  const visitor = await product.revisit();
  await visitor.evaluate(() => Object.defineProperty(window, "ResizeObserver", { value: undefined }));
  const figure = metricOn(visitor, "Drawn by the Worker");
  const [message] = await Promise.all([visitor.waitForEvent("console"), figure.getByRole("heading").click()]);
  expect([message.type(), message.text()]).toEqual(["error", expect.stringContaining("ResizeObserver")]);
  expect(await figure.getByRole("img").count()).toBe(1);
  expect(await figure.locator("canvas").count()).toBe(0);
});

test("a graph is drawn in a browser whose language Intl refuses", async () => {
  await answer(
    product.api.metrics.$post({ json: { type: "Self", title: "Without a language", status: "Visible" } }),
  );
  const visitor = await product.visit();
  // WebKitGTK has this without a locale.
  await visitor.addInitScript(() => Object.defineProperty(Navigator.prototype, "language", { value: "C" }));
  await visitor.reload();
  expect(await (await openGraph(visitor, "Without a language")).locator("canvas").count()).toBe(1);
});

test("the preview of a Week labels at least 6 days, and that of a Month 5", async () => {
  await answer(product.api.metrics.$post({ json: { type: "Self", title: "Labels" } }));
  const admin = await product.reopenConsole("/metrics", desktopInSaoPaulo);
  await respondWithPoints(admin, (timestamp) => ({ json: [{ timestamp, value: 1 }] }));
  await openPreview(admin, "Labels");
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Week" }).check();
  await dialog.getByText("Average 1").waitFor();
  const labels = () =>
    dialog
      .locator(".plot text")
      .filter({ hasText: /^\w{3} \d\d$/ })
      .allTextContents();
  // The graph leaves out a label that would be cut off at an edge.
  await expect.poll(async () => (await labels()).length).toBeGreaterThanOrEqual(6);
  const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "2-digit", timeZone: "UTC" });
  const lastDays = Array.from({ length: 9 }, (_, n) => format.format(Date.now() - (8 - n) * DAY_MS));
  expect(lastDays.join()).toContain((await labels()).join());

  await dialog.getByRole("radio", { name: "Month" }).check();
  const gridLines = () => dialog.locator(".plot line.grid").count();
  await expect.poll(gridLines).toBeGreaterThanOrEqual(30);
  await expect.poll(async () => (await labels()).length).toBeGreaterThanOrEqual(5);
});

test("a preview shows no data for a response that isn't JSON, and shows the next response", async () => {
  await answer(product.api.metrics.$post({ json: { type: "Self", title: "Elsewhere" } }));
  const admin = await product.reopenConsole("/metrics", desktopInSaoPaulo);
  const body = "<!doctype html><title>Somewhere else</title>";
  let isJSON = false;
  await respondWithPoints(admin, (timestamp) =>
    isJSON ? { json: [{ timestamp, value: 1 }] } : { contentType: "text/html", body },
  );
  await openPreview(admin, "Elsewhere");
  const dialog = admin.getByRole("dialog");
  await dialog.getByText("No data for this time period yet.").waitFor();
  isJSON = true;
  await dialog.getByLabel("Week").check();
  await dialog.getByText("Average 1").waitFor();
});

const desktopInSaoPaulo = { timezoneId: "America/Sao_Paulo", viewport: { width: 1440, height: 900 } };

type FulfillOptions = Parameters<Route["fulfill"]>[0];

/** Responds to every request for a day's points. `responseFor` gets the start of that day. */
function respondWithPoints(page: Page, responseFor: (timestamp: string) => FulfillOptions) {
  return page.route("**/metrics/*/*/*/*.json*", (route) => {
    const [, year, month, day] = /(\d+)\/(\d+)\/(\d+)\.json/.exec(route.request().url()) ?? [];
    const timestamp = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString();
    const headers = { "Access-Control-Allow-Origin": "*" };
    return route.fulfill({ headers, ...responseFor(timestamp) });
  });
}

function boxOf(locator: Locator) {
  return locator.evaluate((element) => element.getBoundingClientRect());
}

async function chooseOption(dialog: Locator, label: string, search: string, choice: string) {
  await dialog.getByRole("combobox", { name: label }).fill(search);
  await dialog.getByRole("option", { name: choice, exact: true }).click();
}

/** Reads the stored points of the UTC day in which `minutesAgo` falls. */
async function pointsOf(metricID: string, minutesAgo: number): Promise<string> {
  const day = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const path = [metricID, day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()].join("/");
  const headers = { Authorization: product.token };
  return (await fetch(`${product.statusPage}/metrics/${path}.json?fresh=1`, { headers })).text();
}
