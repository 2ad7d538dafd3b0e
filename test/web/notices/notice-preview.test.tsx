import { setTimeout } from "node:timers/promises";
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { restoreTexts } from "../../../web/admin/notices/form/restore-texts.ts";
import { TYPING_PAUSE_MS } from "../../../web/admin/notices/preview/calls.ts";
import { inertEmail } from "../../../web/admin/notices/preview/inert-email.ts";
import {
  button,
  choose,
  enter,
  expectDialogClosed,
  openConsole,
  openMenu,
  pickDate,
  press,
} from "../support/console.tsx";
import {
  componentsOf,
  type Daymark,
  incidentsOf,
  makeComponent,
  makeIncident,
  makeMaintenance,
  startDaymark,
} from "../support/daymark.ts";

const OK = 200;

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());
const send = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = send;
});

/** Delays the responses of a call until the returned function is called. */
function holdBack(path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  globalThis.fetch = async (input, init) => {
    if (String(input).includes(path)) await promise;
    return send(input, init);
  };
  return resolve;
}

/** Returns the statuses of the responses, to which those of later ones are added. */
function countPreviews(): number[] {
  const statuses: number[] = [];
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    if (String(input).endsWith("/api/preview")) statuses.push(response.status);
    return response;
  };
  return statuses;
}

const affected = (componentID: string, status: "Partial Outage" | "Under Maintenance") => ({
  components: [{ componentID, status }],
});

test("a form says how the page's headline will change, and previews the message as visitors will see it", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, affected(componentID, "Partial Outage"));
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  await screen.findByText("Still");
  await enter(user, screen.getByLabelText("Message"), "It is **over**.");
  await choose(user, "Incident Status", "Resolved");
  const after = await screen.findByText("All Systems Operational");
  expect(after.closest("p")?.textContent).toBe(
    "Status page: Partial System Outage→ becomes All Systems Operational",
  );

  await user.click(button("Preview"));
  const panel = within(await screen.findByRole("dialog", { name: "Preview" }));
  expect(panel.getByText("over").tagName).toBe("STRONG");
  expect(panel.getByRole("heading", { name: "API is down" })).toBeTruthy();
  expect(panel.getByText("API").parentElement?.textContent).toBe("API Operational");
  expect(panel.getByText("No email is sent.")).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog", { name: "Preview" })).toBeNull();
  expect(screen.getByRole("dialog", { name: "Update Incident" })).toBeTruthy();
});

test("a preview that is opened before the API has computed it waits, and shows nothing of an earlier draft", async () => {
  await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  await screen.findByText("Still");
  const release = holdBack("/api/preview");
  await enter(user, screen.getByLabelText("Message"), "It is **over**.");
  expect(screen.getByText("Still")).toBeTruthy(); // A text does not change the headline.
  await press(user, "Preview");
  const panel = within(await screen.findByRole("dialog", { name: "Preview" }));
  expect(panel.getByText("Preparing the preview…")).toBeTruthy();
  expect(panel.queryByText("No message")).toBeNull();
  expect(panel.queryByText("No email is sent.")).toBeNull();
  release();
  expect((await panel.findByText("over")).tagName).toBe("STRONG");
});

test("while the API computes what a status changes, the headline of an earlier draft isn't shown", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, affected(componentID, "Partial Outage"));
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  await screen.findByText("Still");
  const release = holdBack("/api/preview");
  await choose(user, "Incident Status", "Resolved");
  expect(screen.getByText("Checking what visitors will see…")).toBeTruthy();
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByText("Still")).toBeNull();
  expect(dialog.queryByText("Partial System Outage")).toBeNull();
  release();
  await dialog.findByText("All Systems Operational");
  // The offer to restore components doesn't depend on whether it is accepted.
  const checkbox = await screen.findByLabelText("Back to Operational: API");
  holdBack("/api/preview");
  await user.click(checkbox);
  expect(screen.getByLabelText("Back to Operational: API")).toBeTruthy();
  expect(dialog.queryByText("All Systems Operational")).toBeNull();
});

test("a preview names the channels that get the message beside email", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  await enter(user, screen.getByLabelText("Message"), "It is over.");
  await screen.findByText("Still");
  await press(user, "Preview");
  const panel = within(await screen.findByRole("dialog", { name: "Preview" }));
  expect(await panel.findByRole("heading", { name: "Webhooks and chat" })).toBeTruthy();
  expect(panel.getByText("No webhook, chat channel or browser has subscribed to this.")).toBeTruthy();
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: false } }));
});

test("a preview that fails says so, and doesn't keep anyone from saving", async () => {
  globalThis.fetch = (input, init) =>
    String(input).endsWith("/api/preview") ? send("http://127.0.0.1:9", init) : send(input, init);
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  const dialog = within(screen.getByRole("dialog"));
  await enter(user, screen.getByLabelText("Name"), "API is down");
  await dialog.findByText("The preview isn't available right now.");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toHaveLength(1);
});

test.for([
  ["incident", "/incidents"],
  ["maintenance", "/maintenances"],
] as const)("a new %s asks for no preview until there is something to preview", async ([, path]) => {
  const previews = countPreviews();
  const user = await openConsole(daymark, path);
  await press(user, "Add");
  await setTimeout(2 * TYPING_PAUSE_MS);
  expect(previews).toEqual([]);
  expect(button("Preview")).toHaveProperty("disabled", true);
  expect(screen.queryByText(/preview/i, { selector: "p" })).toBeNull();

  await enter(user, screen.getByLabelText("Name"), "Database upgrade");
  if (path === "/maintenances") await user.click(button("1 h"));
  await waitFor(() => expect(previews).toEqual([OK]));
});

test.for(["2027-02-30", "2020-01-01", "", "2027-02-"])(
  "a form with a time that is refused asks for no preview: %s",
  async (endDate) => {
    await makeMaintenance(daymark);
    const previews = countPreviews();
    const user = await openConsole(daymark, "/maintenances");
    await press(user, "Edit Database upgrade");
    await screen.findByText("Still");
    pickDate("End Time, date", endDate);
    await setTimeout(2 * TYPING_PAUSE_MS);
    expect(previews).toEqual([OK]);
    expect(screen.queryByText("Still")).toBeNull();
    expect(screen.queryByText(/preview/i, { selector: "p" })).toBeNull();
  },
);

test("a preview that the server refuses doesn't show the server's words, which the form says better", async () => {
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "x".repeat(201));
  await screen.findByText("There is no preview until this can be saved.");
  expect(screen.queryByText(/at most 200/)).toBeNull();
});

test("resolving names what is restored and what another incident keeps, and what visitors read without it", async () => {
  const { componentID: api } = await makeComponent(daymark, { name: "API" });
  const { componentID: search } = await makeComponent(daymark, { name: "Search" });
  await makeIncident(daymark, { name: "Database slow", ...affected(search, "Partial Outage") });
  await makeIncident(daymark, {
    components: [api, search].map((componentID) => ({ componentID, status: "Partial Outage" })),
  });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  await choose(user, "Incident Status", "Resolved");
  const checkbox = await screen.findByLabelText<HTMLInputElement>("Back to Operational: API");
  expect(checkbox.checked).toBe(true);
  expect(screen.getByText("Search stays Partial Outage because of “Database slow”.")).toBeTruthy();
  await user.click(checkbox);
  await screen.findByText("The page will still show Partial Outage for API.");
});

test("while resolving restores a component, its row shows the status that it gets, unless another is chosen", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, affected(componentID, "Partial Outage"));
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  const row = within(await screen.findByRole("group", { name: "API" }));
  const isChosen = (status: string) => row.getByRole<HTMLInputElement>("radio", { name: status }).checked;
  expect(isChosen("Partial Outage")).toBe(true);
  await choose(user, "Incident Status", "Resolved");
  const checkbox = await screen.findByLabelText("Back to Operational: API");
  await waitFor(() => expect(isChosen("Operational")).toBe(true));
  await user.click(checkbox);
  expect(isChosen("Partial Outage")).toBe(true);
  await user.click(checkbox);
  await user.click(row.getByRole("radio", { name: "Major Outage" }));
  await user.click(row.getByRole("radio", { name: "Partial Outage" }));
  await waitFor(() => expect(screen.queryByLabelText("Back to Operational: API")).toBeNull());
  expect(isChosen("Partial Outage")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Update" }));
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Partial Outage" }]);
});

test.for(["Update", "Delete"] as const)("a maintenance in progress offers the same: %s", async (action) => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const running = { status: "In Progress" as const, ...affected(componentID, "Under Maintenance") };
  await makeMaintenance(daymark, running);
  const user = await openConsole(daymark, "/maintenances");
  const isUpdate = action === "Update";
  if (!isUpdate) await openMenu(user, "More for Database upgrade");
  await press(user, `${isUpdate ? "Edit" : "Delete"} Database upgrade`);
  if (isUpdate) await choose(user, "Maintenance Status", "Completed");
  await user.click(await screen.findByLabelText("Back to Operational: API"));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: action }));
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Under Maintenance" }]);
});

test("many restored components are counted, and each status has its reason", () => {
  const names = ["A", "B", "C", "D", "E", "F", "G", "H"];
  const component = (
    name: string,
    status: "Operational" | "Degraded Performance",
    because: string | null,
  ) => ({
    componentID: name,
    name,
    currentStatus: "Major Outage" as const,
    status,
    because,
  });
  expect(
    restoreTexts([
      ...names.map((name) => component(name, "Operational", null)),
      component("Search", "Degraded Performance", "Database slow"),
    ]),
  ).toEqual({
    label: "Back to Operational: A, B, C, D, E, F and 2 more",
    notes: ["Degraded Performance because of “Database slow”: Search."],
    unrestored: "The page will still show Major Outage for A, B, C, D, E, F and 3 more.",
  });
});

test("an email in a preview has nothing that runs, loads or leads elsewhere", () => {
  const { html, css } = inertEmail(
    `<html><head><style>p { color: red }</style></head><body><script>alert(1)</script><p style="margin: 0">Hi</p>
      <img src="https://example.org/logo" alt="Acme"><a href="https://example.org">Read</a></body></html>`,
  );
  expect(css).toBe("p { color: red }");
  expect(html).toContain('<p data-style="margin: 0">Hi</p>');
  expect(html).toContain("Acme");
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/script|img|href|src=|<style| style=/i);
});
