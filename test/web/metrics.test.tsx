import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { formatShort } from "../../web/admin/times/dates.ts";
import {
  button,
  enter,
  expectDialogClosed,
  namesIn,
  openConsole,
  openMenu,
  press,
  pressInMenu,
} from "./support/console.tsx";
import { type Daymark, makeMetric, metricsOf, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark({ userPool: "tokenIssuer", hasAwsKey: false });
});
beforeEach(async () => {
  await daymark.reset();
  await daymark.administrator.settings.apikeys.$post({ json: { scopes: ["read"] } });
  const created = await daymark.administrator.settings.apikeys.$post({ json: { scopes: ["metrics"] } });
  apiKey = (await created.json()).value;
});
afterAll(() => daymark.stop());

/** Submits points and waits until they are stored. */
async function submit(metricID: string, points: { timestamp: string; value: number }[]) {
  await fetch(`${daymark.settings.apiURL}/api/v0/metrics/data`, {
    method: "POST",
    headers: { "x-api-key": apiKey },
    body: JSON.stringify({ [metricID]: points }),
  });
  for (const { timestamp } of points) {
    const [year, month, day] = timestamp.slice(0, 10).split("-").map(Number);
    const file = `${daymark.settings.apiURL}/metrics/${metricID}/${year}/${month}/${day}.json`;
    const headers = { Authorization: await daymark.token() };
    const stored = async () => (await fetch(`${file}?fresh=1`, { headers })).text();
    await waitFor(async () => expect(await stored()).toContain(timestamp.slice(0, 16)), { timeout: 120_000 });
  }
}

/** Makes requests for a metric's data wait until `answer` is settled. */
function holdData(): { answer: PromiseWithResolvers<void>; restore: () => void } {
  const { fetch } = globalThis;
  const answer = Promise.withResolvers<void>();
  globalThis.fetch = async (input, init) => {
    if (/\.json(\?|$)/.test(String(input))) await answer.promise;
    return fetch(input, init);
  };
  const restore = () => {
    globalThis.fetch = fetch;
  };
  return { answer, restore };
}

test("a new Self metric is Hidden and at the end of the list", async () => {
  await makeMetric(daymark, { title: "Requests" });
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add Metric" }));
  expect(dialog.queryByLabelText("Metric ID")).toBeNull();
  await user.selectOptions(dialog.getByLabelText("Metrics Type"), "Self");
  expect(dialog.getByRole("link", { name: /documentation/ }).getAttribute("href")).toMatch(
    /\/api\/docs\?calls=all#\/Send%20metric%20data$/,
  );
  await enter(user, dialog.getByLabelText("Title"), "Response time");
  await enter(user, dialog.getByLabelText("Unit"), "ms");
  await enter(user, dialog.getByLabelText("Description"), "Of the API");
  await user.selectOptions(dialog.getByLabelText("Decimal Places"), "2");
  await user.click(dialog.getByRole("button", { name: "Add" }));

  const firstValue = within(await screen.findByRole("dialog", { name: "Send the First Value" }));
  await user.click(firstValue.getByRole("button", { name: "Done" }));
  await expectDialogClosed();
  await waitFor(async () => expect(await namesIn("Metrics")).toEqual(["Requests", "Response time"]));
  expect(screen.getByText("Of the API")).toBeTruthy();
  expect((await metricsOf(daymark))[1]).toMatchObject({
    type: "Self",
    props: {},
    title: "Response time",
    status: "Hidden",
    unit: "ms",
    description: "Of the API",
    decimalPlaces: 2,
  });
});

test("the first metric from the set-up list leads back to it", async () => {
  const user = await openConsole(daymark, "/metrics?add=Self");
  await enter(user, await screen.findByLabelText("Title"), "Response time");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  const firstValue = within(await screen.findByRole("dialog", { name: "Send the First Value" }));
  await user.click(firstValue.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(window.location.pathname).toBe("/"));
});

test("after a Self metric is added, its call, a key of the least scope and the first value follow", async () => {
  for (const { id } of (await (await daymark.administrator.settings.$get()).json()).apiKeys)
    await daymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID: id } });
  await daymark.administrator.settings.apikeys.$post({ json: { scopes: ["all"] } });
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await user.selectOptions(await screen.findByLabelText("Metrics Type"), "Self");
  await enter(user, screen.getByLabelText("Title"), "Response time");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));

  const dialog = within(await screen.findByRole("dialog", { name: "Send the First Value" }));
  await user.click(await dialog.findByRole("button", { name: "Make a key" }));
  const [metric] = await metricsOf(daymark);
  const { metricID = "" } = metric ?? {};
  await waitFor(() => expect(dialog.queryByRole("button", { name: "Make a key" })).toBeNull());
  const { apiKeys } = await (await daymark.administrator.settings.$get()).json();
  expect(apiKeys).toMatchObject([{ scopes: ["all"] }, { name: "Response time", scopes: ["metrics"] }]);
  const command = dialog.getByText(/^curl /).textContent;
  expect(command).toContain(`"x-api-key: ${apiKeys[1]?.value}"`);
  expect(command).toContain(`{"${metricID}": [`);
  expect(await dialog.findByText("Waiting for the first value…")).toBeTruthy();

  apiKey = apiKeys[1]?.value ?? "";
  await submit(metricID, [{ timestamp: new Date().toISOString(), value: 42 }]);
  await dialog.findByText("Average 42", undefined, { timeout: 20_000 });
  await user.click(dialog.getByRole("button", { name: "Show on the page" }));
  await dialog.findByText("Visitors see it on the page.");
  expect(await metricsOf(daymark)).toMatchObject([{ status: "Visible" }]);
});

test("a new metric has the first monitoring service as its type, and shows that service's error", async () => {
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByLabelText<HTMLSelectElement>("Metrics Type").value).toBe("CloudWatch");
  expect(dialog.getByText("Loading this region's metrics…")).toBeTruthy();
  expect((await dialog.findByRole("alert")).textContent).toMatch(/AWS_ACCESS_KEY_ID/);
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await user.selectOptions(dialog.getByLabelText("Region"), "eu-west-1");
  expect(dialog.getByRole("link", { name: /CloudWatch console/ }).getAttribute("href")).toContain(
    "eu-west-1",
  );
  await enter(user, dialog.getByLabelText("Title"), "CPU");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  for (const missing of ["Namespace", "MetricName", "Dimensions"])
    expect(dialog.getByText(`${missing} is required.`)).toBeTruthy();
});

test("a Prometheus metric has a URL, an expression and an optional secret", async () => {
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await user.selectOptions(screen.getByLabelText("Metrics Type"), "Prometheus");
  await enter(user, screen.getByLabelText("URL"), "https://prometheus.example.com");
  await enter(user, screen.getByLabelText("Expression"), "up");
  await enter(user, screen.getByLabelText("Title"), "Up");
  await user.click(button("Add"));
  await expectDialogClosed();
  expect(await metricsOf(daymark)).toMatchObject([
    {
      type: "Prometheus",
      props: { URL: "https://prometheus.example.com", Expression: "up", TokenSecret: "" },
    },
  ]);
});

const cpuMetric = {
  type: "CloudWatch",
  title: "CPU",
  props: {
    Region: "eu-west-1",
    Namespace: "AWS/EC2",
    MetricName: "CPUUtilization",
    Dimensions: [{ Name: "InstanceId", Value: "i-1" }],
    Statistics: "p99",
  },
} as const;

test("editing shows the stored values, and changes only edited fields", async () => {
  const { metricID } = await makeMetric(daymark, { ...cpuMetric, unit: "%" });
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Edit CPU" }));
  const dialog = within(screen.getByRole("dialog", { name: "Edit Metric" }));
  const valueInDialog = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value;
  expect(dialog.getByLabelText<HTMLInputElement>("Metric ID").readOnly).toBe(true);
  expect(
    ["Metric ID", "Region", "Namespace", "MetricName", "Dimensions", "Statistics"].map(valueInDialog),
  ).toEqual([...[metricID, "eu-west-1", "AWS/EC2", "CPUUtilization", "InstanceId = i-1", "p99"]]);
  await user.selectOptions(dialog.getByLabelText("Metric Status"), "Visible");
  // Another administrator changes a field that is not edited here.
  await daymark.administrator.metrics[":metricID"].$patch({ param: { metricID }, json: { order: 7 } });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expectDialogClosed();
  expect(await metricsOf(daymark)).toMatchObject([{ ...cpuMetric, status: "Visible", unit: "%", order: 7 }]);
  expect(await screen.findByRole("img", { name: "Visible" })).toBeTruthy();
});

test("saving over another administrator's change of a metric first shows that change", async () => {
  const { metricID } = await makeMetric(daymark, cpuMetric);
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Edit CPU" }));
  await enter(user, screen.getByLabelText("Title"), " of mine");
  const props = { ...cpuMetric.props, Dimensions: [], Statistics: "Sum" } as const;
  await daymark.administrator.metrics[":metricID"].$patch({
    param: { metricID },
    json: { title: "Theirs", props },
  });
  await user.click(button("Save"));
  await screen.findByText(/^Someone else just changed this/);
  const conflict = within(screen.getByText(/^Someone else/).closest("[role=alert]") ?? document.body);
  expect(conflict.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Title is now Theirs (was CPU)",
    "Dimensions is now No dimensions (was InstanceId = i-1)",
    "Statistics is now Sum (was p99)",
  ]);
  await user.click(button("Keep mine"));
  await expectDialogClosed();
  expect(await metricsOf(daymark)).toMatchObject([{ title: "CPU of mine", props }]);
});

test("metrics move up and down, and are deleted after confirmation", async () => {
  for (const title of ["One", "Two", "Three"]) await makeMetric(daymark, { title });
  const user = await openConsole(daymark, "/metrics");
  const expectOrder = (order: string[]) =>
    waitFor(async () => expect(await namesIn("Metrics")).toEqual(order));
  await pressInMenu(user, "One", "Move downward One");
  await expectOrder(["Two", "One", "Three"]);
  await pressInMenu(user, "Three", "Move upward Three");
  await expectOrder(["Two", "Three", "One"]);
  expect((await metricsOf(daymark)).map(({ title }) => title)).toEqual(["Two", "Three", "One"]);
  await openMenu(user, "More for Two");
  expect(button("Move upward Two").getAttribute("aria-disabled")).toBe("true");
  await press(user, "Delete Two");
  expect(await screen.findByRole("dialog", { name: "Delete Two ?" })).toBeTruthy();
  await press(user, "Delete");
  await expectOrder(["Three", "One"]);
});

test("a metric's row shows the service's error when it can't be collected", async () => {
  await makeMetric(daymark, cpuMetric);
  await openConsole(daymark, "/metrics");
  await screen.findByText("CPU");
  daymark.runCron(new Date().toISOString());
  expect(await screen.findByText(/^CloudWatch says: .*AWS_ACCESS_KEY_ID/)).toBeTruthy();
});

test("a preview without data says so, and links to the script", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Requests" });
  const { answer, restore } = holdData();
  onTestFinished(restore);
  const user = await openConsole(daymark, "/metrics");
  await pressInMenu(user, "Requests", "Preview Requests");
  const dialog = within(await screen.findByRole("dialog", { name: "Preview Requests" }));
  await waitFor(() => expect(dialog.getByRole("status").textContent).toBe("Fetching..."));
  answer.resolve();
  expect(await dialog.findByText("No data for this time period yet.")).toBeTruthy();
  expect(
    dialog.getByText(
      "Note: if the metric added just now, try again in 1 minute. Data will be backfilled up to 30 days in the past.",
    ),
  ).toBeTruthy();
  const { host } = new URL(daymark.settings.apiURL);
  // The key is behind #, which browsers don't send. The script needs a key that may submit points.
  const script = `/metrics/${metricID}/scripts/python?hostname=${encodeURIComponent(host)}#apiKey=${apiKey}`;
  await waitFor(() =>
    expect(dialog.getByRole("link", { name: /Python script/ }).getAttribute("href")).toBe(script),
  );
});

test("a preview of a Hidden metric has the average in its title, and a slider that reads single values", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Requests", unit: "/s", decimalPlaces: 1 });
  const now = Date.now();
  const timestampAt = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();
  await submit(metricID, [
    { timestamp: timestampAt(3 * 24 * 60), value: 2000 },
    { timestamp: timestampAt(20), value: 10 },
    { timestamp: timestampAt(10), value: 20 },
  ]);
  const user = await openConsole(daymark, "/metrics");
  expect(await screen.findByText("20.0 /s")).toBeTruthy(); // the last value, in the row
  await pressInMenu(user, "Requests", "Preview Requests");
  expect(await screen.findByText("Average 15.0 /s")).toBeTruthy();

  const slider = screen.getByRole<HTMLInputElement>("slider");
  const step = 5 * 60_000;
  const stepStart = (time: number) => formatShort(new Date(Math.floor(time / step) * step).toISOString());
  expect(slider.getAttribute("aria-valuetext")).toBe(`${stepStart(now - 10 * 60_000)}: 20.0 /s`);
  fireEvent.change(slider, { target: { value: Number(slider.value) - 1 } });
  expect(slider.getAttribute("aria-valuetext")).toBe(`${stepStart(now - 20 * 60_000)}: 10.0 /s`);

  const { answer, restore } = holdData();
  onTestFinished(restore);
  await user.click(screen.getByRole("radio", { name: "Week" }));
  expect(await screen.findByText("Fetching...")).toBeTruthy();
  answer.resolve();
  expect(await screen.findByText("Average 676.7 /s")).toBeTruthy();
});

test("a preview of a Visible metric shows the public graph", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Requests", status: "Visible" });
  await submit(metricID, [{ timestamp: new Date(Date.now() - 600_000).toISOString(), value: 8 }]);
  const user = await openConsole(daymark, "/metrics");
  await pressInMenu(user, "Requests", "Preview Requests");
  expect(await screen.findByText("Average 8")).toBeTruthy();
});

test("a preview whose data can't be loaded shows why", async () => {
  await makeMetric(daymark, { title: "Requests" });
  const { answer, restore } = holdData();
  onTestFinished(restore);
  const user = await openConsole(daymark, "/metrics");
  await pressInMenu(user, "Requests", "Preview Requests");
  await screen.findByText("Fetching...");
  answer.reject(new Error("Cut off"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/Can't reach the server/);
});
