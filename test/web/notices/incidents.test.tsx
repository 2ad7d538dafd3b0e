import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "../../../web/admin/times/dates.ts";
import {
  button,
  choose,
  chooseStatus,
  enter,
  expectDialogClosed,
  fieldValue,
  namesIn,
  openConsole,
  pickDate,
  press,
  pressInMenu,
} from "../support/console.tsx";
import {
  componentsOf,
  type Daymark,
  incidentsOf,
  makeComponent,
  makeIncident,
  startDaymark,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

test("a new incident is at the top of the list", async () => {
  await makeIncident(daymark, { name: "Older trouble" });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add Incident" }));
  expect(fieldValue("Incident Status")).toBe("Investigating");
  expect(dialog.queryByText("Previous Updates")).toBeNull();
  await enter(user, dialog.getByLabelText("Name"), "Uploads fail");
  await choose(user, "Incident Status", "Identified");
  await enter(user, dialog.getByLabelText("Message"), "A disk is full.{Enter}We replace it.");
  await user.click(dialog.getByRole("button", { name: "Add" }));

  await expectDialogClosed();
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

test("a name that ends with the affected component isn't followed by it again", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Search" });
  const components = [{ componentID, status: "Major Outage" as const }];
  await makeIncident(daymark, { name: "Slow pages", components });
  await makeIncident(daymark, { name: "Errors in Search", components });
  await openConsole(daymark, "/incidents");
  await screen.findByRole("link", { name: "Errors in Search" });
  expect(screen.getAllByText("affects Search")).toHaveLength(1);
});

test("an incident includes only the components whose status was changed in its dialog", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const website = await makeComponent(daymark, { name: "Website", status: "Degraded Performance" });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await enter(user, screen.getByLabelText("Name"), "API is down");
  await screen.findByLabelText("API");
  expect(fieldValue("API")).toBe("Operational");
  expect(fieldValue("Website")).toBe("Degraded Performance");
  await chooseStatus(user, "API", "Major Outage");
  // Changes the status and back.
  await chooseStatus(user, "Website", "Partial Outage");
  await chooseStatus(user, "Website", "Degraded Performance");
  await user.click(button("Add"));

  await expectDialogClosed();
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
  expect(fieldValue("Name")).toBe("API is down");
  expect(fieldValue("Incident Status")).toBe("Monitoring");
  expect(fieldValue("Message")).toBe("");
  expect(dialog.getByText("We look into it.")).toBeTruthy();
  await choose(user, "Incident Status", "Resolved");
  await enter(user, dialog.getByLabelText("Message"), "Over.");
  await user.click(dialog.getByRole("button", { name: "Update" }));

  await expectDialogClosed();
  expect(await screen.findByRole("img", { name: "Resolved" })).toBeTruthy();
  const [incident] = await incidentsOf(daymark);
  const offer = screen.getByRole<HTMLAnchorElement>("link", { name: "Write up now" });
  expect(offer.pathname).toBe(`/incidents/${incident?.incidentID}/write-up`);
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
] as const)("%s with “Back to Operational” set to %s leaves the component %s", async (testCase) => {
  const [action, restores, status] = testCase;
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  const user = await openConsole(daymark, "/incidents");
  const isUpdate = action === "Update";
  if (isUpdate) await press(user, "Edit API is down");
  else await pressInMenu(user, "API is down", "Delete API is down");
  const dialog = within(screen.getByRole("dialog"));
  if (isUpdate) expect(dialog.queryByLabelText("Back to Operational: API")).toBeNull();
  if (isUpdate) await choose(user, "Incident Status", "Resolved");
  const checkbox = await dialog.findByLabelText<HTMLInputElement>("Back to Operational: API");
  expect(checkbox.checked).toBe(true);
  if (!restores) {
    await user.click(checkbox);
    await dialog.findByText("The page will still show Major Outage for API.");
  }
  await user.click(dialog.getByRole("button", { name: action }));

  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ status }]);
});

test("renaming an incident adds no update", async () => {
  await makeIncident(daymark, { message: "We look into it." });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await enter(user, screen.getByLabelText("Name"), " in Europe");
  await user.click(button("Update"));

  await expectDialogClosed();
  const [incident] = await incidentsOf(daymark);
  expect(incident).toMatchObject({ name: "API is down in Europe", message: "We look into it." });
  expect(incident?.incidentUpdates).toHaveLength(1);
});

test("a refused incident keeps the dialog open, with the server's error and the input", async () => {
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "x".repeat(201) } });
  await enter(user, screen.getByLabelText("Message"), "Long story");
  await user.click(button("Add"));

  expect((await screen.findByRole("alert")).textContent).toBe("Name can be 200 characters at most.");
  expect(fieldValue("Message")).toBe("Long story");
  expect(await incidentsOf(daymark)).toEqual([]);
});

test("the inline editor can edit an update before the newest one", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We lok into it." });
  await daymark.administrator.incidents[":incidentID"].$patch({
    param: { incidentID },
    json: { status: "Monitoring", message: "Better." },
  });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await enter(user, screen.getByLabelText("Message"), "Half written");
  await user.click(button(/^Edit the message of Investigating/));
  const editor = screen.getByLabelText<HTMLTextAreaElement>("Edited message");
  expect(editor.value).toBe("We lok into it.");
  await user.clear(editor);
  await enter(user, editor, "We look into it.");
  await user.click(button("Save"));

  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(screen.getByText("We look into it.")).toBeTruthy();
  // The dialog's own fields are unchanged.
  expect(fieldValue("Message")).toBe("Half written");
  const [incident] = await incidentsOf(daymark);
  expect(incident?.incidentUpdates).toMatchObject([
    { incidentStatus: "Monitoring", message: "Better." },
    { incidentStatus: "Investigating", message: "We look into it." },
  ]);
});

test("a refused message shows the error in the inline editor, which can be cancelled", async () => {
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

test("Escape closes the inline editor first, then the dialog", async () => {
  await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.click(button(/^Edit the message/));
  await enter(user, screen.getByLabelText("Edited message"), "{Escape}");
  expect(screen.queryByLabelText("Edited message")).toBeNull();
  expect(screen.getByRole("dialog", { name: "Update Incident" })).toBeTruthy();

  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a button shows incidents after the fiftieth", async () => {
  for (let number = 1; number <= 51; number++) await makeIncident(daymark, { name: `Incident ${number}` });
  const user = await openConsole(daymark, "/incidents");
  const first = await namesIn("Incidents");
  expect([first.length, first[0], first[49]]).toEqual([50, "Incident 51", "Incident 2"]);

  await user.click(button("Show older"));
  await waitFor(async () => expect((await namesIn("Incidents"))[50]).toBe("Incident 1"));
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

test("an incident that is over is added with its start and end, sends no email, and changes no component", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await enter(user, screen.getByLabelText("Name"), "API was down");
  await enter(user, screen.getByLabelText("Message"), "It failed.");
  await chooseStatus(user, "API", "Major Outage");
  await user.click(screen.getByLabelText("It's already over"));
  expect(screen.queryByLabelText("Notify subscribers")).toBeNull();
  pickDate("Start Time, date", "2026-01-31");
  await user.selectOptions(screen.getByLabelText("Start Time, time"), "22:00");
  pickDate("End Time, date", "2026-01-30");
  await user.click(button("Add"));
  expect((await screen.findByRole("alert")).textContent).toBe("End time must be after start time.");
  pickDate("End Time, date", "2026-01-31");
  await user.selectOptions(screen.getByLabelText("End Time, time"), "22:45");
  await enter(user, screen.getByLabelText("Last message"), "It works.");
  await user.click(button("Add"));

  await expectDialogClosed();
  const incident = (await incidentsOf(daymark)).find(({ name }) => name === "API was down");
  const [start, end] = ["2026-01-31T22:00", "2026-01-31T22:45"].map((time) => new Date(time).toISOString());
  expect(incident).toMatchObject({
    status: "Resolved",
    backfilled: true,
    createdAt: start,
    components: [{ componentID, status: "Operational" }],
    incidentUpdates: [
      { incidentStatus: "Resolved", message: "It works.", createdAt: end },
      { incidentStatus: "Investigating", message: "It failed.", createdAt: start },
    ],
  });
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Operational" }]);
});
