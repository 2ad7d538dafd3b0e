import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatShort } from "../../web/admin/dates.ts";
import { namesIn, openConsole } from "./console.tsx";
import { type Daymark, emptyPage, makeMetric, metricsOf, startDaymark } from "./daymark.ts";

let daymark: Daymark;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark({ userPool: "signing", awsKey: false });
  await daymark.administrator.settings.apikeys.$post({ json: { scopes: ["read"] } });
  const created = await daymark.administrator.settings.apikeys.$post({ json: { scopes: ["metrics"] } });
  apiKey = (await created.json()).value;
});
beforeEach(() => emptyPage(daymark));
afterAll(() => daymark.stop());

const button = (name: string) => screen.getByRole("button", { name });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

/** Puts points where graphs find them, and waits until they are there. */
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
    await waitFor(async () => expect(await stored()).toContain(timestamp.slice(0, 16)), { timeout: 10_000 });
  }
}

test("an administrator adds a metric of their own: Hidden, at the end of the list", async () => {
  await makeMetric(daymark, { title: "Requests" });
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add Metric" }));
  expect(dialog.queryByLabelText("Metric ID")).toBeNull();
  await user.selectOptions(dialog.getByLabelText("Metrics Type"), "Self");
  expect(dialog.getByRole("link", { name: /documentation/ }).getAttribute("href")).toMatch(/\/api\/docs$/);
  await user.type(dialog.getByLabelText("Title"), "Response time");
  await user.type(dialog.getByLabelText("Unit"), "ms");
  await user.type(dialog.getByLabelText("Description"), "Of the API");
  await user.selectOptions(dialog.getByLabelText("Decimal Places"), "2");
  await user.click(dialog.getByRole("button", { name: "Add" }));

  await closed();
  await waitFor(async () => expect(await namesIn("Metrics")).toEqual(["Requests", "Response time"]));
  expect(screen.getByText("Of the API")).toBeTruthy();
  expect((await metricsOf(daymark))[1]).toMatchObject({
    ...{ type: "Self", props: {}, title: "Response time", status: "Hidden" },
    ...{ unit: "ms", description: "Of the API", decimalPlaces: 2 },
  });
});

test("a new metric is of the first monitoring service, whose refusal is shown in its own words", async () => {
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
  await user.type(dialog.getByLabelText("Title"), "CPU");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  for (const missing of ["Namespace", "MetricName", "Dimensions"])
    expect(dialog.getByText(`${missing} is required.`)).toBeTruthy();
});

test("a metric of Prometheus has an address, an expression and maybe a secret", async () => {
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await user.selectOptions(screen.getByLabelText("Metrics Type"), "Prometheus");
  await user.type(screen.getByLabelText("URL"), "https://prometheus.example.com");
  await user.type(screen.getByLabelText("Expression"), "up");
  await user.type(screen.getByLabelText("Title"), "Up");
  await user.click(button("Add"));
  await closed();
  expect(await metricsOf(daymark)).toMatchObject([
    {
      type: "Prometheus",
      props: { URL: "https://prometheus.example.com", Expression: "up", TokenSecret: "" },
    },
  ]);
});

const picked = {
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

test("editing shows what is stored, and changes only what was edited", async () => {
  const { metricID } = await makeMetric(daymark, { ...picked, unit: "%" });
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Edit CPU" }));
  const dialog = within(screen.getByRole("dialog", { name: "Edit Metric" }));
  const written = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value;
  expect(dialog.getByLabelText<HTMLInputElement>("Metric ID").readOnly).toBe(true);
  expect(["Metric ID", "Region", "Namespace", "MetricName", "Dimensions", "Statistics"].map(written)).toEqual(
    [...[metricID, "eu-west-1", "AWS/EC2", "CPUUtilization", "InstanceId = i-1", "p99"]],
  );
  await user.selectOptions(dialog.getByLabelText("Metric Status"), "Visible");
  // What is not edited here stays as somebody else has it by then.
  await daymark.administrator.metrics[":metricID"].$patch({ param: { metricID }, json: { order: 7 } });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await closed();
  expect(await metricsOf(daymark)).toMatchObject([{ ...picked, status: "Visible", unit: "%", order: 7 }]);
  expect(await screen.findByRole("img", { name: "Visible" })).toBeTruthy();
});

test("a metric that somebody else changed is not saved over unseen", async () => {
  const { metricID } = await makeMetric(daymark, picked);
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Edit CPU" }));
  await user.type(screen.getByLabelText("Title"), " of mine");
  const props = { ...picked.props, Dimensions: [], Statistics: "Sum" } as const;
  await daymark.administrator.metrics[":metricID"].$patch({
    param: { metricID },
    json: { title: "Theirs", props },
  });
  await user.click(button("Save"));
  await screen.findByText(/^Someone else just changed this/);
  const told = within(screen.getByText(/^Someone else/).closest("[role=alert]") ?? document.body);
  expect(told.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Title is now Theirs (was CPU)",
    "Dimensions is now No dimensions (was InstanceId = i-1)",
    "Statistics is now Sum (was p99)",
  ]);
  await user.click(button("Save mine anyway"));
  await closed();
  expect(await metricsOf(daymark)).toMatchObject([{ title: "CPU of mine", props }]);
});

test("metrics move upward and downward, and are deleted once that is confirmed", async () => {
  for (const title of ["One", "Two", "Three"]) await makeMetric(daymark, { title });
  const user = await openConsole(daymark, "/metrics");
  const press = async (name: string, order: string[]) => {
    await user.click(await screen.findByRole("button", { name }));
    await waitFor(async () => expect(await namesIn("Metrics")).toEqual(order));
  };
  await press("Move downward One", ["Two", "One", "Three"]);
  await press("Move upward Three", ["Two", "Three", "One"]);
  expect((await metricsOf(daymark)).map(({ title }) => title)).toEqual(["Two", "Three", "One"]);
  await user.click(button("Delete Two"));
  expect(screen.getByRole("dialog", { name: "Delete Two ?" })).toBeTruthy();
  await press("Delete", ["Three", "One"]);
});

test("why a metric could not be collected stands in its row, in the words of the service", async () => {
  await makeMetric(daymark, picked);
  await openConsole(daymark, "/metrics");
  await screen.findByText("CPU");
  daymark.tick(new Date().toISOString());
  expect(await screen.findByText(/^CloudWatch says: .*AWS_ACCESS_KEY_ID/)).toBeTruthy();
});

test("a preview fetches, says that there is nothing yet, and leads to the script", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Requests" });
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Preview Requests" }));
  const dialog = within(screen.getByRole("dialog", { name: "Preview Requests" }));
  expect(dialog.getByRole("status").textContent).toBe("Fetching...");
  expect(await dialog.findByText("No data for this time period yet.")).toBeTruthy();
  expect(
    dialog.getByText(
      "Note: if the metric added just now, try again in 1 minute. Data will be backfilled up to 30 days in the past.",
    ),
  ).toBeTruthy();
  const { host } = new URL(daymark.settings.apiURL);
  // The key goes behind #, which is sent to no server; one that may not submit points would be of no use.
  const script = `/metrics/${metricID}/scripts/python?hostname=${encodeURIComponent(host)}#apiKey=${apiKey}`;
  await waitFor(() =>
    expect(dialog.getByRole("link", { name: /Python script/ }).getAttribute("href")).toBe(script),
  );
});

test("a preview of a Hidden metric has the average in its title, and values to be read one by one", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Requests", unit: "/s", decimalPlaces: 1 });
  const now = Date.now();
  const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();
  await submit(metricID, [
    { timestamp: at(3 * 24 * 60), value: 2000 },
    { timestamp: at(20), value: 10 },
    { timestamp: at(10), value: 20 },
  ]);
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Preview Requests" }));
  expect(await screen.findByText("Average 15.0 /s")).toBeTruthy();

  const slider = screen.getByRole<HTMLInputElement>("slider");
  const step = 5 * 60_000;
  const started = (time: number) => formatShort(new Date(Math.floor(time / step) * step).toISOString());
  expect(slider.getAttribute("aria-valuetext")).toBe(`${started(now - 10 * 60_000)}: 20.0 /s`);
  fireEvent.change(slider, { target: { value: Number(slider.value) - 1 } });
  expect(slider.getAttribute("aria-valuetext")).toBe(`${started(now - 20 * 60_000)}: 10.0 /s`);

  await user.click(screen.getByRole("radio", { name: "Week" }));
  expect(screen.getByText("Fetching...")).toBeTruthy();
  expect(await screen.findByText("Average 676.7 /s")).toBeTruthy();
});

test("a preview of a Visible metric shows what visitors get", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Requests", status: "Visible" });
  await submit(metricID, [{ timestamp: new Date(Date.now() - 600_000).toISOString(), value: 8 }]);
  const user = await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Preview Requests" }));
  expect(await screen.findByText("Average 8")).toBeTruthy();
});

test("a preview whose data can not be read says why", async () => {
  await makeMetric(daymark, { title: "Requests" });
  const user = await openConsole(daymark, "/metrics");
  await screen.findByText("Requests");
  const { fetch } = globalThis;
  try {
    globalThis.fetch = (input, init) =>
      /\.json(\?|$)/.test(String(input)) ? Promise.reject(new Error("Cut off")) : fetch(input, init);
    await user.click(button("Preview Requests"));
    expect((await screen.findByRole("alert")).textContent).toMatch(/Can't reach the server/);
  } finally {
    globalThis.fetch = fetch;
  }
});
