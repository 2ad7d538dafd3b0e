import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { findMonths } from "../../web/admin/palette/months.ts";
import { expectDialogClosed, openConsole } from "./support/console.tsx";
import {
  type Daymark,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  startDaymark,
} from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const path = () => location.pathname + location.search + location.hash;
const field = () => screen.findByRole<HTMLInputElement>("combobox", { name: "Command or name" });
const options = () => within(screen.getByRole("listbox")).getAllByRole("option");
const activeOption = async () =>
  document.getElementById((await field()).getAttribute("aria-activedescendant") ?? "");

async function openPalette(user: UserEvent, query: string) {
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await field(), query);
}

/** Waits until this is the first option, and presses Enter. */
async function enter(user: UserEvent, option: string) {
  await waitFor(async () => expect((await activeOption())?.textContent).toContain(option));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Commands" })).toBeNull());
}

test.each([
  ["incident open", "Open an incident", "/incidents/new"],
  ["new inc", "Open an incident", "/incidents/new"],
  ["maintenance schedule", "Schedule a maintenance", "/maintenances/new"],
  ["incident list", "Incidents", "/incidents"],
  ["component list", "Components", "/components"],
  ["metric list", "Metrics", "/metrics"],
  ["template", "Templates", "/settings?tab=templates"],
  ["monitoring", "Automation", "/settings?tab=automation"],
  ["go to settings", "Settings", "/settings"],
  ["logo", "Design settings", "/settings?tab=design"],
  ["find subscriber", "Subscribers", "/subscribers"],
  ["@ex", "Find @ex in Subscribers", "/subscribers"],
  ["users", "Users", "/users"],
  ["setup", "Set up your page", "/?set-up"],
  ["who changed", "Audit log", "/audit"],
])('typing "%s" finds "%s", which leads to %s', async (typed, option, target) => {
  const user = await openConsole(daymark, typed === "component list" ? "/users" : "/components");
  await openPalette(user, typed);
  await enter(user, option);
  await waitFor(() => expect(path()).toBe(target));
});

test("each open incident and maintenance has commands for what can be done to it", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "Card payments fail" });
  const { incidentID: resolvedID } = await makeIncident(daymark, { name: "Old fire", status: "Resolved" });
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Disk swap" });
  const { maintenanceID: runningID } = await makeMaintenance(daymark, {
    name: "Moving",
    status: "In Progress",
  });
  // The page of an incident removes the query and the hash from its address once it has read them.
  const pushState = vi.spyOn(window.history, "pushState");
  for (const [typed, option, target] of [
    ["resolve", "Resolve Card payments fail", `/incidents/${incidentID}?status=Resolved#update`],
    ["incident update", "Post an update on Card payments fail", `/incidents/${incidentID}#update`],
    ["incident postmortem", "Write up Old fire", `/incidents/${resolvedID}/write-up`],
    ["maintenance start", "Start Disk swap", `/maintenances/${maintenanceID}?status=In+Progress#update`],
    ["complete", "Complete Moving", `/maintenances/${runningID}?status=Completed#update`],
    ["maintenance update disk", "Post an update on Disk swap", `/maintenances/${maintenanceID}#update`],
  ] as const) {
    const user = await openConsole(daymark, "/users");
    await openPalette(user, typed);
    await enter(user, option);
    await waitFor(() => expect(pushState.mock.lastCall?.[2]).toBe(target));
  }
  pushState.mockRestore();
});

test("the first hit of a component opens it, and a status to set needs a word of it", async () => {
  await makeComponent(daymark, { name: "API", status: "Partial Outage" });
  await makeComponent(daymark, { name: "Website" });
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "api");
  await waitFor(() => expect(options()[0]?.textContent).toBe("APIPartial Outage "));
  expect(options()[1]?.textContent).toContain("Set the status of API");
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual([
    "Components",
    "Actions",
    "Screens",
  ]);
  expect(screen.queryByRole("option", { name: /Set API to/ })).toBeNull();
  await user.type(await field(), " partial");
  await waitFor(() => expect(options()).toHaveLength(1));
  expect(options()[0]?.textContent).toContain("Set API to Partial Outage");
  await user.clear(await field());
  await user.type(await field(), "api");
  await enter(user, "API");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Component" }));
  expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("API");
  expect(path()).toBe("/components");
});

test("a heading has five options and a row that shows the rest, and screens come first among equals", async () => {
  for (let number = 1; number <= 8; number++) await makeComponent(daymark, { name: `Server ${number}` });
  await makeMaintenance(daymark, { name: "Disk swap" });
  const user = await openConsole(daymark, "/users");
  const texts = () => options().map(({ textContent }) => textContent);
  await openPalette(user, "maint");
  await waitFor(() => expect(texts()[0]).toBe("Scheduled Maintenance"));
  await waitFor(() => expect(texts()).toContain("Schedule a maintenance"));
  expect(texts().filter((text) => text?.includes("to Under Maintenance"))).toEqual([]);
  await user.clear(await field());
  await user.type(await field(), "server");
  await waitFor(() => expect(texts()).toContain("3 more components"));
  const components = () => within(screen.getByRole("group", { name: "Components" })).getAllByRole("option");
  expect(components()).toHaveLength(6);
  await user.keyboard("{ArrowDown>5}{Enter}");
  expect(components()).toHaveLength(8);
  expect(await activeOption()).toBe(components()[5]);
});

test("before anything is typed, opening an incident comes first and then updates on three that are open", async () => {
  for (let number = 1; number <= 4; number++) await makeIncident(daymark, { name: `Fire ${number}` });
  const user = await openConsole(daymark, "/users");
  await user.keyboard("{Control>}k{/Control}");
  await waitFor(() => {
    const [first, ...others] = options().map(({ textContent }) => textContent);
    expect(first).toBe("Open an incident");
    expect(others.filter((text) => text?.startsWith("Post an update"))).toHaveLength(3);
    expect(others[3]).toBe("Schedule a maintenance");
  });
});

test("an open incident is found before newer ones of the same name that are over", async () => {
  const name = "Packet loss";
  await makeIncident(daymark, { name, createdAt: "2025-03-02T10:00:00.000Z" });
  await makeIncident(daymark, { name, status: "Resolved" });
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "packet");
  const found = await screen.findByRole("group", { name: "Incidents" });
  await waitFor(() => expect(within(found).getAllByRole("option")).toHaveLength(2));
  expect(within(found).getAllByRole("option")[0]?.textContent).toContain("Investigating");
});

test("a group is found by its name and opens its dialog", async () => {
  await makeComponent(daymark, { name: "API" });
  await makeGroup(daymark, { name: "Payments" });
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "paym");
  await waitFor(async () => expect((await activeOption())?.textContent).toBe("PaymentsOperational "));
  await enter(user, "Payments");
  const dialog = within(await screen.findByRole("dialog", { name: "Rename Group" }));
  expect(dialog.getByDisplayValue("Payments")).toBeTruthy();
});

test("one option is highlighted: the one that the pointer or a key was on last", async () => {
  await makeComponent(daymark, { name: "Payments API" });
  await makeGroup(daymark, { name: "Payments" });
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "paym");
  await waitFor(() => expect(options().length).toBeGreaterThan(2));
  const [, second, third] = options();
  await user.hover(third as HTMLElement);
  const highlighted = () => within(screen.getByRole("listbox")).getAllByRole("option", { selected: true });
  expect(highlighted()).toEqual([third]);
  await user.keyboard("{ArrowUp}");
  expect(highlighted()).toEqual([second]);
});

test("incidents of the same name are told apart by their date and status", async () => {
  const name = "Packet loss in payments-eu";
  await makeIncident(daymark, { name, status: "Resolved", createdAt: "2025-03-02T10:00:00.000Z" });
  await makeIncident(daymark, { name, status: "Monitoring" });
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "packet");
  const found = await screen.findByRole("group", { name: "Incidents" });
  await waitFor(() => expect(within(found).getAllByRole("option")).toHaveLength(2));
  const texts = within(found)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(texts[0]).toContain("Monitoring");
  expect(texts[1]).toMatch(/Resolved Mar 0?2, 2025 - /);
});

test.each([
  ["march 2025", "Incidents in March 2025", "/incidents?month=2025-03"],
  ["maintenances mar 2025", "Maintenances in March 2025", "/maintenances?month=2025-03"],
  ["2024-12", "Incidents in December 2024", "/incidents?month=2024-12"],
])('"%s" leads to the list of that month', async (typed, option, target) => {
  const user = await openConsole(daymark, "/users");
  await openPalette(user, typed);
  await enter(user, option);
  await waitFor(() => expect(path()).toBe(target));
});

test("a month without a year is the last one of its name, with the year before it", () => {
  expect(findMonths("mar", new Date("2026-11-15T00:00"))).toEqual(["2026-03", "2025-03"]);
  expect(findMonths("decem", new Date("2026-11-15T00:00"))).toEqual(["2025-12", "2024-12"]);
  expect(findMonths("ma", new Date("2026-11-15T00:00"))).toEqual([]);
});

test("a metric is found by its title and opens its dialog, and only one of type Self can be sent points", async () => {
  await makeMetric(daymark, { title: "Queue length" });
  const props = {
    Region: "us-east-1",
    Namespace: "AWS/SQS",
    MetricName: "Delay",
    Dimensions: [],
    Statistics: "Average",
  };
  const other = await makeMetric(daymark, { title: "Queue delay", type: "CloudWatch", props });
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "queue");
  await waitFor(() =>
    expect(options().map(({ textContent }) => textContent)).toEqual([
      "Queue length",
      "Queue delay",
      "Send data points to Queue length",
    ]),
  );
  await user.type(await field(), " delay");
  await enter(user, "Queue delay");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Metric" }));
  expect(dialog.getByDisplayValue(other.metricID)).toBeTruthy();
  expect(path()).toBe(`/metrics?edit=${other.metricID}`);
});

test("an email address leads to Subscribers, which search for it, and is in no address of a page or request", async () => {
  const user = await openConsole(daymark, "/users");
  const requests = vi.spyOn(globalThis, "fetch");
  const pushState = vi.spyOn(window.history, "pushState");
  await user.keyboard("{Control>}k{/Control}");
  await user.click(await field());
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  await user.paste("anna@example.org");
  await screen.findByRole("option", { name: "Find anna@example.org in Subscribers" });
  // Names are searched for after a pause in typing.
  await act(() => vi.advanceTimersByTimeAsync(600));
  vi.useRealTimers();
  await enter(user, "Find anna@example.org in Subscribers");
  await waitFor(() => expect(path()).toBe("/subscribers"));
  expect(pushState.mock.lastCall?.[2]).toBe("/subscribers");
  const search = await screen.findByRole<HTMLInputElement>("searchbox");
  expect(search.value).toBe("anna@example.org");
  expect(await screen.findByText("No subscriber has “anna@example.org” in the address.")).toBeTruthy();
  const urls = requests.mock.calls.map(([input]) => String(input instanceof Request ? input.url : input));
  expect(urls.some((url) => url.includes("/subscribers/search"))).toBe(true);
  expect(urls.filter((url) => /anna|%40|@/.test(url))).toEqual([]);
  vi.restoreAllMocks();
});

test("a notice is found by the words of its messages, however old it is", async () => {
  const { incidentID } = await makeIncident(daymark, {
    name: "Slow search",
    status: "Resolved",
    message: "The cable was gnawed by a marten.",
  });
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "marten");
  await enter(user, "Slow search");
  await waitFor(() => expect(path()).toBe(`/incidents/${incidentID}`));
});

test("arrow keys choose, and Escape closes the palette and returns the focus", async () => {
  const user = await openConsole(daymark, "/incidents");
  const add = await screen.findByRole("button", { name: "Add" });
  add.focus();
  await openPalette(user, "incident");
  await waitFor(() => expect(options().length).toBeGreaterThan(1));
  const [first, second] = options();
  expect(await activeOption()).toBe(first);
  expect(first?.getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{ArrowDown}");
  expect(await activeOption()).toBe(second);
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(await activeOption()).toBe(options().at(-1));
  await user.keyboard("{Escape}");
  await expectDialogClosed();
  await waitFor(() => expect(document.activeElement).toBe(add));
  expect(path()).toBe("/incidents");
});

test("without a match the palette says so", async () => {
  const user = await openConsole(daymark, "/users");
  await openPalette(user, "zzz");
  expect(await screen.findByText("No matches.")).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(path()).toBe("/users");
});
