import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "../../web/admin/dates.ts";
import { namesIn, openConsole } from "./console.tsx";
import {
  componentsOf,
  type Daymark,
  emptyPage,
  incidentsOf,
  makeComponent,
  makeIncident,
  startDaymark,
} from "./daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => emptyPage(daymark));
afterAll(() => daymark.stop());

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const written = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test("an administrator adds an incident, and it goes to the top", async () => {
  await makeIncident(daymark, { name: "Older trouble" });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add Incident" }));
  expect(written("Incident Status")).toBe("Investigating");
  expect(dialog.queryByText("Previous Updates")).toBeNull();
  await user.type(dialog.getByLabelText("Name"), "Uploads fail");
  await user.selectOptions(dialog.getByLabelText("Incident Status"), "Identified");
  await user.type(dialog.getByLabelText("Message"), "A disk is full.{Enter}We replace it.");
  await user.click(dialog.getByRole("button", { name: "Add" }));

  await closed();
  await waitFor(async () => expect(await namesIn("Incidents")).toEqual(["Uploads fail", "Older trouble"]));
  const [incident] = await incidentsOf(daymark);
  expect(incident).toMatchObject({
    name: "Uploads fail",
    status: "Identified",
    message: "A disk is full.\nWe replace it.",
  });
  const row = within(screen.getByText("Uploads fail").closest("li") ?? document.body);
  expect(row.getByRole("img", { name: "Identified" })).toBeTruthy();
  expect(row.getByText(`updated at ${formatDateTime(incident?.updatedAt ?? "")}`)).toBeTruthy();
});

test("an incident says something only about the components that its administrator changed", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const website = await makeComponent(daymark, { name: "Website", status: "Degraded Performance" });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await user.type(screen.getByLabelText("Name"), "API is down");
  await screen.findByLabelText("API");
  expect(written("API")).toBe("Operational");
  expect(written("Website")).toBe("Degraded Performance");
  await user.selectOptions(screen.getByLabelText("API"), "Major Outage");
  // Chosen and taken back.
  await user.selectOptions(screen.getByLabelText("Website"), "Partial Outage");
  await user.selectOptions(screen.getByLabelText("Website"), "Degraded Performance");
  await user.click(button("Add"));

  await closed();
  const [incident] = await incidentsOf(daymark);
  expect(incident?.components).toEqual([
    { componentID: api.componentID, name: "API", status: "Major Outage" },
  ]);
  expect(await componentsOf(daymark)).toMatchObject([
    { status: "Major Outage" },
    { componentID: website.componentID, status: "Degraded Performance" },
  ]);
});

test("updating an incident appends an update", async () => {
  await makeIncident(daymark, { status: "Monitoring", message: "We look into it." });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  const dialog = within(screen.getByRole("dialog", { name: "Update Incident" }));
  expect(written("Name")).toBe("API is down");
  expect(written("Incident Status")).toBe("Monitoring");
  expect(written("Message")).toBe("");
  expect(dialog.getByText("We look into it.")).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText("Incident Status"), "Resolved");
  await user.type(dialog.getByLabelText("Message"), "Over.");
  await user.click(dialog.getByRole("button", { name: "Update" }));

  await closed();
  expect(await screen.findByRole("img", { name: "Resolved" })).toBeTruthy();
  const [incident] = await incidentsOf(daymark);
  expect(incident?.incidentUpdates).toMatchObject([
    { incidentStatus: "Resolved", message: "Over." },
    { incidentStatus: "Monitoring", message: "We look into it." },
  ]);
});

test.for([
  ["Update", true, "Operational"],
  ["Update", false, "Major Outage"],
  ["Delete", true, "Operational"],
  ["Delete", false, "Major Outage"],
] as const)("%s gives components back by default, and leaves them when unchecked: %s", async (given) => {
  const [action, restores, status] = given;
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  const user = await openConsole(daymark, "/incidents");
  const edits = action === "Update";
  await user.click(await screen.findByRole("button", { name: `${edits ? "Edit" : "Delete"} API is down` }));
  const dialog = within(screen.getByRole("dialog"));
  if (edits) expect(dialog.queryByLabelText("Restore components")).toBeNull();
  if (edits) await user.selectOptions(dialog.getByLabelText("Incident Status"), "Resolved");
  expect(dialog.getByLabelText<HTMLInputElement>("Restore components").checked).toBe(true);
  if (!restores) await user.click(dialog.getByLabelText("Restore components"));
  await user.click(dialog.getByRole("button", { name: action }));

  await closed();
  expect(await componentsOf(daymark)).toMatchObject([{ status }]);
});

test("renaming an incident tells visitors nothing new", async () => {
  await makeIncident(daymark, { message: "We look into it." });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.type(screen.getByLabelText("Name"), " in Europe");
  await user.click(button("Update"));

  await closed();
  const [incident] = await incidentsOf(daymark);
  expect(incident).toMatchObject({ name: "API is down in Europe", message: "We look into it." });
  expect(incident?.incidentUpdates).toHaveLength(1);
});

test("a refused incident keeps the dialog open, with the server's words and what was written", async () => {
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "x".repeat(201) } });
  await user.type(screen.getByLabelText("Message"), "Long story");
  await user.click(button("Add"));

  expect((await screen.findByRole("alert")).textContent).toBe("Name can be 200 characters at most.");
  expect(written("Message")).toBe("Long story");
  expect(await incidentsOf(daymark)).toEqual([]);
});

test("a previous update's message is edited where it stands", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We lok into it." });
  await daymark.administrator.incidents[":incidentID"].$patch({
    param: { incidentID },
    json: { status: "Monitoring", message: "Better." },
  });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.type(screen.getByLabelText("Message"), "Half written");
  await user.click(button(/^Edit the message of Investigating/));
  const editor = screen.getByLabelText<HTMLTextAreaElement>("Edited message");
  expect(editor.value).toBe("We lok into it.");
  await user.clear(editor);
  await user.type(editor, "We look into it.");
  await user.click(button("Save"));

  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(screen.getByText("We look into it.")).toBeTruthy();
  // The dialog around it is as it was.
  expect(written("Message")).toBe("Half written");
  const [incident] = await incidentsOf(daymark);
  expect(incident?.incidentUpdates).toMatchObject([
    { incidentStatus: "Monitoring", message: "Better." },
    { incidentStatus: "Investigating", message: "We look into it." },
  ]);
});

test("a refused message of a previous update is told beside it, and editing can be cancelled", async () => {
  await makeIncident(daymark, { message: "We look into it." });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.click(button(/^Edit the message/));
  const editor = screen.getByLabelText("Edited message");
  fireEvent.change(editor, { target: { value: "x".repeat(20_001) } });
  await user.click(button("Save"));

  const update = within(editor.closest("li") ?? document.body);
  expect((await update.findByRole("alert")).textContent).toBe("Message can be 20,000 characters at most.");
  await user.click(update.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByLabelText("Edited message")).toBeNull();
  expect(screen.getByText("We look into it.")).toBeTruthy();
});

test("Escape leaves the inline editor first, then the dialog", async () => {
  await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.click(button(/^Edit the message/));
  await user.type(screen.getByLabelText("Edited message"), "{Escape}");
  expect(screen.queryByLabelText("Edited message")).toBeNull();
  expect(screen.getByRole("dialog", { name: "Update Incident" })).toBeTruthy();

  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an incident is deleted once that is confirmed", async () => {
  await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Delete API is down" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete API is down ?" }));
  expect(dialog.getByText("This operation can not be undone.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Delete" }));

  await closed();
  expect(await screen.findByText("No incidents")).toBeTruthy();
  expect(await incidentsOf(daymark)).toEqual([]);
});

test("incidents beyond the fiftieth are shown on demand", async () => {
  for (let number = 1; number <= 51; number++) await makeIncident(daymark, { name: `Incident ${number}` });
  const user = await openConsole(daymark, "/incidents");
  const first = await namesIn("Incidents");
  expect([first.length, first[0], first[49]]).toEqual([50, "Incident 51", "Incident 2"]);

  await user.click(button("Show older"));
  await waitFor(async () => expect((await namesIn("Incidents"))[50]).toBe("Incident 1"));
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});
