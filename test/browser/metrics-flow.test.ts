import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { type Product, startProduct } from "../support/product.ts";

let product: Product;
let apiKey: string;

beforeAll(async () => {
  product = await startProduct();
  apiKey = (await answer(product.api.settings.apikeys.$post())).value;
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

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
  await admin.getByRole("button", { name: "Add" }).click();
  const dialog = admin.getByRole("dialog", { name: "Add Metric" });
  await fill(dialog);
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.waitFor({ state: "detached" });
}

async function makeVisible(admin: Page, title: string) {
  await admin.getByRole("button", { name: `Edit ${title}` }).click();
  await admin.getByLabel("Metric Status").selectOption("Visible");
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByRole("dialog").waitFor({ state: "detached" });
}

/** The metric's graph on the page, touched. */
async function touch(visitor: Page, title: string): Promise<Locator> {
  const figure = visitor.getByRole("figure").filter({ hasText: title });
  await figure.hover();
  await figure.getByRole("slider").waitFor();
  return figure;
}

test("a metric of one's own goes from a script to the preview and to the page", async () => {
  const admin = await product.openConsole("/metrics");
  await addMetric(admin, async (dialog) => {
    await dialog.getByLabel("Metrics Type").selectOption("Self");
    await dialog.getByLabel("Title").fill("Response time");
    await dialog.getByText("Advanced").click();
    await dialog.getByLabel("Unit").fill("ms");
    await dialog.getByLabel("Decimal Places").selectOption("1");
  });
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

  await admin.getByRole("button", { name: "Preview Response time" }).click();
  await admin.getByText("Average 150.0 ms").waitFor();
  await admin.getByRole("slider").focus();
  await admin.keyboard.press("ArrowLeft");
  expect(await admin.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/: 100\.0 ms$/);
  await admin.getByRole("radio", { name: "Week" }).check();
  await admin.getByText("Average 1,100.0 ms").waitFor();

  const [script] = await Promise.all([
    admin.context().waitForEvent("page"),
    admin.getByRole("link", { name: /Python script/ }).click(),
  ]);
  await script.getByText(apiKey).waitFor();
  const text = await script.locator("pre").textContent();
  expect(text).toContain(new URL(product.statusPage).host);
  expect(text).toContain(metricID);

  await admin.keyboard.press("Escape");
  await makeVisible(admin, "Response time");
  const visitor = await product.visit();
  const image = visitor.getByRole("img", { name: "Response time over the last day" });
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeTruthy();
  const figure = await touch(visitor, "Response time");
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

test("a metric of the cloud service is picked from what it has, and seen", async () => {
  const admin = await product.openConsole("/metrics");
  await addMetric(admin, async (dialog) => {
    await pick(dialog, "Namespace", "ec2", "AWS/EC2");
    await pick(dialog, "MetricName", "cpu", "CPUUtilization");
    await dialog.getByRole("combobox", { name: "Dimensions" }).click();
    await dialog.getByRole("listbox").getByRole("option").nth(3).click();
    await dialog.getByLabel("Title").fill("CPU load");
    await dialog.getByLabel("Metric Status").selectOption("Visible");
  });
  await product.tick();
  await expect
    .poll(async () => {
      await admin.getByRole("button", { name: "Preview CPU load" }).click();
      const shown = await admin.getByText(/^Average \d|^No data/).textContent();
      await admin.keyboard.press("Escape");
      return shown;
    })
    .toMatch(/^Average \d+$/);

  const visitor = await product.visit();
  const figure = await touch(visitor, "CPU load");
  await figure.getByText(/^Average \d+$/).waitFor();
});

test.for([
  [{ unit: "ms", decimalPlaces: 2 }, 1234.5, "2,000.00 ms"],
  [{ unit: "リクエスト/秒", decimalPlaces: 0 }, 80, "80"],
  [{ unit: "requests per second", decimalPlaces: 4 }, 1234.5, "2,000.0000"],
  [{ unit: "", decimalPlaces: 0 }, 1.5e300, "2.0E300"],
] as const)(
  "on a phone, too, a graph of %o has room beside it for its numbers",
  async ([metric, value, upper]) => {
    const title = `Room ${upper}`;
    const { metricID } = await answer(
      product.api.metrics.$post({ json: { type: "Self", title, status: "Visible", ...metric } }),
    );
    await submit(metricID, [
      { minutesAgo: 24 * 60 - 6, value: value / 2 },
      { minutesAgo: 1, value },
    ]);
    const visitor = await product.visit();
    await visitor.setViewportSize({ width: 320, height: 640 });
    const image = `${product.statusPage}/metrics/${metricID}/day.svg`;
    await expect.poll(async () => (await fetch(image)).text(), { timeout: 10_000 }).toContain(`>${upper}<`);
    await visitor.goto(image);
    const line = await boxOf(visitor.locator(".line"));
    const number = await boxOf(visitor.getByText(upper, { exact: true }));
    expect(number.left).toBeGreaterThanOrEqual(0);
    expect(number.right).toBeLessThan(line.left);
    expect(line.right).toBeGreaterThan(300);
    expect(line.right).toBeLessThanOrEqual(320);

    await visitor.goto(product.statusPage);
    const figure = await touch(visitor, title);
    const [graph, drawn] = await Promise.all([
      boxOf(figure.locator(".graph")),
      boxOf(figure.locator(".u-over")),
    ]);
    // As wide as in the image, so that nothing moves where the image becomes a graph.
    expect(Math.abs(drawn.left - graph.left - line.left)).toBeLessThan(2);
    expect(drawn.right).toBeCloseTo(graph.right, 0);
  },
);

test("where a graph can not be had, the image stays", async () => {
  const { metricID } = await answer(
    product.api.metrics.$post({ json: { type: "Self", title: "Kept", status: "Visible" } }),
  );
  const visitor = await product.visit();
  await visitor.route("**/static/graph.js", (route) => route.abort());
  const figure = visitor.getByRole("figure").filter({ hasText: "Kept" });
  await Promise.all([visitor.waitForEvent("requestfailed"), figure.hover()]);
  expect(await figure.getByRole("img").count()).toBe(1);
  // As without script.
  await figure.getByRole("link", { name: "Month" }).click();
  await visitor.waitForURL(`**/metrics/${metricID}/month.svg`);
});

function boxOf(drawn: Locator) {
  return drawn.evaluate((each) => each.getBoundingClientRect());
}

async function pick(dialog: Locator, label: string, search: string, choice: string) {
  await dialog.getByRole("combobox", { name: label }).fill(search);
  await dialog.getByRole("option", { name: choice, exact: true }).click();
}

/** What is stored of the day that was so many minutes ago. */
async function pointsOf(metricID: string, minutesAgo: number): Promise<string> {
  const day = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const path = [metricID, day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()].join("/");
  const headers = { Authorization: product.token };
  return (await fetch(`${product.statusPage}/metrics/${path}.json?fresh=1`, { headers })).text();
}
