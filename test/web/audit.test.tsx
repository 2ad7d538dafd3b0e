import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SECOND_MS } from "../../worker/shared/time/domain.ts";
import { enter, fieldValue, openConsole, press } from "./support/console.tsx";
import { type Daymark, makeComponent, makeIncident, makeMetric, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const rows = async () => {
  const list = await screen.findByRole("list", { name: "Entries", busy: false });
  return within(list).getAllByRole("listitem");
};
const textOfFirst = async () => (await rows())[0]?.textContent ?? "";
const address = () => `${window.location.pathname}${window.location.search}`;

test("the audit log shows who changed what, with the values before and after", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { name: "Public API" },
  });
  await openConsole(daymark, "/audit");
  const text = await textOfFirst();
  expect(text).toContain("Component changed Public API");
  expect(text).toContain("admin@example.com");
  expect(text).toContain("NameName−Before: API+After: Public API");
});

test("the names of fields keep their abbreviations", async () => {
  await daymark.administrator.settings.$patch({ json: { privacyNoticeURL: "https://example.com/privacy" } });
  await openConsole(daymark, "/audit");
  expect(await textOfFirst()).toContain("Privacy notice URL+After: https://example.com/privacy");
});

test("what one request wrote is one line", async () => {
  const names = ["API", "Web", "Mail"];
  const made = [];
  for (const name of names) made.push(await makeComponent(daymark, { name }));
  const components = made.map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  await makeIncident(daymark, { name: "Card payments fail", components });
  await daymark.administrator.components.$patch({
    json: { components: components.map(({ componentID }) => ({ componentID, status: "Operational" })) },
  });
  await openConsole(daymark, "/audit");
  const [bulk, opened, ...others] = (await rows()).map(({ textContent }) => textContent);
  expect(bulk).toMatch(/^Component changed API and 2 more components/);
  expect(opened).toMatch(/^Incident created Card payments fail and set 3 components/);
  expect(opened).toContain("Mail−Before: Operational+After: Major Outage");
  expect(others).toHaveLength(names.length);
});

test("an entry of an interrupted write says that its fields were not recorded", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "API is down" });
  const Authorization = await daymark.token();
  // An open entry is listed after half a minute.
  const now = new Date(Date.now() - 45 * SECOND_MS).toISOString();
  await daymark.administrator.incidents[":incidentID"].$patch(
    { param: { incidentID }, json: { name: "API is slow" } },
    { headers: { Authorization, "x-test-break-d1": "after-write", "x-test-now": now } },
  );
  await openConsole(daymark, "/audit");
  const [whole, open] = (await rows()).map(({ textContent }) => textContent);
  expect(open).toMatch(
    new RegExp(`^Incident changed ${incidentID} .*The changed fields were not recorded\\.$`),
  );
  expect(whole).not.toContain("not recorded");
});

test("filters are in the address, and the empty log says why it is empty", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/audit");
  await rows();
  await user.selectOptions(screen.getByLabelText("Kind"), "Metric");
  await screen.findByText("No entry has all of these.");
  expect(address()).toBe("/audit?kind=metric");
  await user.selectOptions(screen.getByLabelText("Kind"), "Component");
  await user.selectOptions(screen.getByLabelText("Action"), "Created");
  await waitFor(async () => expect(await textOfFirst()).toContain("Component created API"));
  await enter(user, screen.getByRole("searchbox"), "nobody");
  await screen.findByText("No entry has all of these.");
  await press(user, "Show all");
  await waitFor(() => expect(address()).toBe("/audit"));
  expect(await textOfFirst()).toContain("Component created API");
});

test("an incident's History link shows its own entries, and leads back to it", async () => {
  await makeComponent(daymark, { name: "API" });
  const { incidentID } = await makeIncident(daymark, { name: "API is down" });
  await makeIncident(daymark, { name: "Another" });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("link", { name: "History, API is down" }));
  await waitFor(() => expect(address()).toBe(`/audit?item=${incidentID}`));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.click(await screen.findByRole("link", { name: "API is down" }));
  expect(address()).toBe(`/incidents/${incidentID}`);
});

test("a component's dialog leads to its entries", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await press(user, "Edit API");
  await user.click(await screen.findByRole("link", { name: "History, API" }));
  await waitFor(() => expect(address()).toBe(`/audit?item=${componentID}`));
  expect(await textOfFirst()).toContain("Component created API");
});

test("the export has all entries that the filter finds, also those that aren't on the screen", async () => {
  for (let count = 0; count < 60; count += 1) await makeComponent(daymark, { name: `Part ${count}` });
  const user = await openConsole(daymark, "/audit?kind=component&action=created");
  expect(await rows()).toHaveLength(50);
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    files.push(blob as Blob);
    return "blob:";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await press(user, "Export CSV");
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.text())?.trim().split("\r\n") ?? [];
  expect(lines[0]).toBe(
    "seq,at,actorKind,actorID,actorName,kind,action,itemID,itemName,noticeUpdateID,requestID,before,after",
  );
  expect(lines.length).toBeGreaterThan(60);
  await press(user, "Export JSON");
  await waitFor(() => expect(files).toHaveLength(2));
  expect(JSON.parse((await files[1]?.text()) ?? "")).toHaveLength(lines.length - 1);
});

test("how long entries are kept is a setting", async () => {
  const user = await openConsole(daymark, "/settings");
  const label = "Keep the audit log for (days)";
  await screen.findByLabelText(label);
  expect(fieldValue(label)).toBe("730");
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), "12");
  await press(user, "Save");
  await screen.findByText("Enter a whole number of days from 30 to 3,650.");
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), "365");
  await press(user, "Save");
  await waitFor(async () =>
    expect(await (await daymark.administrator.settings.$get()).json()).toMatchObject({ auditDays: 365 }),
  );
});

test("what a metric's source is asked for is called its source", async () => {
  await makeMetric(daymark, { title: "Latency" });
  await openConsole(daymark, "/audit");
  const text = await textOfFirst();
  expect(text).toMatch(/^Metric created Latency/);
  expect(text).toContain("Source");
  expect(text).not.toContain("Props");
});
