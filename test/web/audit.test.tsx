import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { IncidentChange } from "../../worker/notices/incident/schema.ts";
import { SECOND_MS } from "../../worker/shared/time/domain.ts";
import { enter, fieldValue, openConsole, press } from "./support/console.tsx";
import { type Daymark, makeComponent, makeIncident, makeMetric, startDaymark } from "./support/daymark.ts";
import { setWidth } from "./support/set-width.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const rows = async () => {
  const list = await screen.findByRole("region", { name: "Entries", busy: false });
  return within(list).getAllByRole("listitem");
};
/** Without the avatar and the time. */
const sentence = (row: HTMLElement | undefined) => row?.querySelector("p")?.textContent.trim() ?? "";
const textOfFirst = async () => sentence((await rows())[0]);

async function openDetails(user: UserEvent, row: HTMLElement | undefined): Promise<string> {
  const button = within(row ?? document.body).getByRole("button", { name: /^Details, / });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await user.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  return document.getElementById(button.getAttribute("aria-controls") ?? "")?.textContent ?? "";
}
const address = () => `${window.location.pathname}${window.location.search}`;

test("the audit log says who changed what, and shows the values before and after on demand", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { name: "Public API" },
  });
  const user = await openConsole(daymark, "/audit");
  expect(await screen.findByRole("list", { name: "Today" })).toBeTruthy();
  const [first] = await rows();
  expect(sentence(first)).toBe("admin@example.com renamed “API” to Public API");
  expect(first?.textContent).not.toContain("Before");
  const time = first?.querySelector("time");
  expect(time?.textContent).toBe("just now");
  expect(time?.title).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4} - \d\d:\d\d \(.+\)$/);
  expect(await openDetails(user, first)).toMatch(
    /^Name−Before: API\+After: Public APITime.+Request[\w-]{36}$/,
  );
  await press(user, "Details, admin@example.com renamed “API” to Public API");
  expect(first?.textContent).not.toContain("Before");
});

test("an update that was added doesn't look as if it removed the message before it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Queue" });
  const { incidentID } = await makeIncident(daymark, { message: "Webhooks are late." });
  const change = (json: IncidentChange) =>
    daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
  await change({
    message: "They are on time again.",
    components: [{ componentID, status: "Operational" }],
  });
  await change({ status: "Resolved", message: "" });
  const user = await openConsole(daymark, "/audit");
  const [resolved, posted] = await rows();
  expect(await openDetails(user, resolved)).toMatch(/^Status−Before: Investigating\+After: ResolvedTime/);
  const details = await openDetails(user, posted);
  expect(details).toContain("Message+After: They are on time again.");
  expect(details).toContain("Affected in this incident+After: Queue: Operational");
  expect(details).not.toMatch(/Updates|Webhooks/);
});

test("the names of fields keep their abbreviations", async () => {
  await daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } });
  await daymark.administrator.settings.$patch({ json: { privacyNoticeURL: "https://example.com/privacy" } });
  const user = await openConsole(daymark, "/audit");
  const [first] = await rows();
  expect(sentence(first)).toBe("admin@example.com changed Privacy notice URL in the settings");
  expect(await openDetails(user, first)).toContain("Privacy notice URL+After: https://example.com/privacy");
});

test("what one person does several times in a row is one line, which opens to the single ones", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  for (const description of ["One", "Two", "Three"])
    await daymark.administrator.components[":componentID"].$patch({
      param: { componentID },
      json: { description },
    });
  const user = await openConsole(daymark, "/audit");
  const act = "admin@example.com changed component API";
  const folded = [`${act} 3 times`, "admin@example.com created component API"];
  expect((await rows()).map(sentence)).toEqual(folded);
  await press(user, `Show each, ${act} 3 times`);
  const [, newest, ...others] = await rows();
  expect(others).toHaveLength(3);
  expect(await openDetails(user, newest)).toMatch(/^Description−Before: Two\+After: Three/);
  await press(user, `Show each, ${act} 3 times`);
  expect((await rows()).map(sentence)).toEqual(folded);
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
  const user = await openConsole(daymark, "/audit");
  const [bulk, opened, ...others] = await rows();
  expect(sentence(bulk)).toBe("admin@example.com set API and 2 more to Operational");
  expect(sentence(opened)).toBe("admin@example.com opened Card payments fail and set 3 components");
  expect(await openDetails(user, opened)).toContain("Mail−Before: Operational+After: Major Outage");
  expect(others).toHaveLength(names.length);
});

test("a request with more entries than a page is one line, and the last request of a page is whole", async () => {
  const made = [];
  for (let count = 0; count < 70; count += 1)
    made.push(await makeComponent(daymark, { name: `Part ${count}` }));
  const components = made.map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  await makeIncident(daymark, { name: "Everything fails", components });
  const user = await openConsole(daymark, "/audit");
  const first = "admin@example.com opened Everything fails and set 70 components";
  await waitFor(async () => expect(await textOfFirst()).toBe(first));
  await press(user, "Show older");
  await waitFor(async () => expect(await rows()).toHaveLength(1 + made.length));
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
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
  const [whole, open] = (await rows()).map(sentence);
  expect(open).toBe(`admin@example.com changed incident ${incidentID} The changed fields were not recorded.`);
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
  await waitFor(async () => expect(await textOfFirst()).toContain("created component API"));
  await enter(user, screen.getByRole("searchbox"), "nobody");
  await screen.findByText("No entry has all of these.");
  await press(user, "Show all");
  await waitFor(() => expect(address()).toBe("/audit"));
  expect(await textOfFirst()).toContain("created component API");
});

test("in a narrow window the audit log has its other filters folded, and counts those that are active", async () => {
  setWidth(390);
  onTestFinished(() => setWidth(1024));
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/audit?kind=component&from=2020-01-01");
  const button = await screen.findByRole("button", { name: "Filter (2)" });
  expect(screen.getByRole("searchbox")).toBeTruthy();
  expect(screen.queryByLabelText("Action")).toBeNull();
  await user.click(button);
  await user.selectOptions(screen.getByLabelText("Action"), "Created");
  expect(await screen.findByRole("button", { name: "Filter (3)", expanded: true })).toBeTruthy();
  await press(user, "Show all");
  expect(await screen.findByRole("button", { name: "Filter" })).toBeTruthy();
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
  expect(await textOfFirst()).toContain("created component API");
});

test("the export has all entries that the filter finds, also those that aren't on the screen", async () => {
  for (let count = 0; count < 60; count += 1) await makeComponent(daymark, { name: `Part ${count}` });
  const user = await openConsole(daymark, "/audit?kind=component&action=created");
  // The last of the 50 that are loaded may have more entries on the next page.
  expect(await rows()).toHaveLength(49);
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

test("what a script did has the name of its key, whatever character that begins with", async () => {
  const { value } = await (
    await daymark.administrator.settings.apikeys.$post({ json: { name: "🔑 CI" } })
  ).json();
  await fetch(`${daymark.settings.apiURL}/api/v0/components`, {
    method: "POST",
    headers: { "x-api-key": value, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "API" }),
  });
  await openConsole(daymark, "/audit");
  const [created] = await rows();
  expect(sentence(created)).toBe("API key 🔑 CI created component API");
  expect(created?.querySelector("span[aria-hidden]")?.textContent).toBe("🔑");
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
  const user = await openConsole(daymark, "/audit");
  const [first] = await rows();
  expect(sentence(first)).toBe("admin@example.com created metric Latency");
  const details = await openDetails(user, first);
  expect(details).toContain("Source");
  expect(details).not.toContain("Props");
});
