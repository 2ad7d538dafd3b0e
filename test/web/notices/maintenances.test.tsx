import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatRange } from "../../../web/admin/times/dates.ts";
import { isoTime, startOfTomorrow } from "../../../web/admin/times/local-time.ts";
import { timeNote } from "../../../web/admin/times/time-note.ts";
import {
  button,
  chooseStatus,
  enter,
  expectDialogClosed,
  fieldValue,
  namesIn,
  openConsole,
  pickDate,
} from "../support/console.tsx";
import {
  componentsOf,
  type Daymark,
  maintenancesOf,
  makeComponent,
  makeMaintenance,
  startDaymark,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value);

test("a new maintenance is at the top of the list, with its start and end", async () => {
  await makeMaintenance(daymark, { name: "Older work" });
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add Scheduled Maintenance" }));
  expect(dialog.queryByText("Previous Updates")).toBeNull();
  expect(dialog.queryByText("Component Status")).toBeNull();
  await enter(user, dialog.getByLabelText("Name"), "Database upgrade");
  pickDate("Start Time, date", "2027-03-01");
  await user.selectOptions(dialog.getByLabelText("Start Time, time"), "22:15");
  pickDate("End Time, date", "2027-03-02");
  await user.selectOptions(dialog.getByLabelText("End Time, time"), "01:45");
  await enter(user, dialog.getByLabelText("Message"), "Writes are **paused**.");
  await user.click(dialog.getByRole("button", { name: "Add" }));

  await expectDialogClosed();
  await waitFor(async () =>
    expect(await namesIn("Scheduled Maintenance")).toEqual(["Database upgrade", "Older work"]),
  );
  const [startAt, endAt] = [isoTime("2027-03-01T22:15"), isoTime("2027-03-02T01:45")];
  expect((await maintenancesOf(daymark))[0]).toMatchObject({
    name: "Database upgrade",
    status: "Scheduled",
    message: "Writes are **paused**.",
    startAt,
    endAt,
  });
  const row = within(screen.getByText("Database upgrade").closest("li") ?? document.body);
  expect(row.getByRole("img", { name: "Scheduled" })).toBeTruthy();
  expect(row.getByText(`scheduled for ${formatRange(startAt, endAt)}`)).toBeTruthy();
});

test("a new maintenance starts as Scheduled at the next midnight, and its times have steps of 15 minutes", async () => {
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const statuses = within(screen.getByRole("group", { name: "Maintenance Status" })).getAllByRole("radio");
  expect(statuses.map((radio) => radio.getAttribute("value"))).toEqual([
    "Scheduled",
    "In Progress",
    "Verifying",
    "Completed",
  ]);
  expect(fieldValue("Maintenance Status")).toBe("Scheduled");
  const [tomorrow] = startOfTomorrow().split("T");
  for (const time of ["Start Time", "End Time"]) {
    expect(fieldValue(`${time}, date`)).toBe(tomorrow);
    expect(fieldValue(`${time}, time`)).toBe("00:00");
    const steps = optionsOf(`${time}, time`);
    expect([steps.length, ...steps.slice(0, 3), steps.at(-1)]).toEqual([
      96,
      "00:00",
      "00:15",
      "00:30",
      "23:45",
    ]);
  }
  await enter(user, screen.getByLabelText("Name"), "Nothing yet");
  await user.click(button("Add"));
  expect((await screen.findByRole("alert")).textContent).toBe("End time must be after start time.");
  expect(fieldValue("Name")).toBe("Nothing yet");
});

test("a start between two steps keeps its exact time until another one is chosen", async () => {
  const startAt = "2027-05-01T10:07:23.000Z";
  await makeMaintenance(daymark, { startAt, endAt: "2027-05-01T12:00:00.000Z" });
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
  const steps = optionsOf("Start Time, time");
  expect(steps).toHaveLength(97);
  expect(steps[steps.indexOf(fieldValue("Start Time, time")) + 1]).toMatch(/:15$/);
  await enter(user, screen.getByLabelText("Name"), " II");
  await user.click(button("Update"));
  await expectDialogClosed();
  expect(await maintenancesOf(daymark)).toMatchObject([{ name: "Database upgrade II", startAt }]);
  expect((await maintenancesOf(daymark))[0]?.maintenanceUpdates).toHaveLength(1);
});

test("a maintenance without a date is refused without a request", async () => {
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await enter(user, screen.getByLabelText("Name"), "Undated");
  pickDate("End Time, date", "2028-01-31");
  pickDate("Start Time, date", "");
  await user.click(button("Add"));
  expect((await screen.findByRole("alert")).textContent).toBe("Start Time is required.");
  expect(await maintenancesOf(daymark)).toEqual([]);
});

test("updating a maintenance appends an update and stores its components' planned statuses", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Website" });
  await makeMaintenance(daymark, { message: "Planned." });
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
  const dialog = within(screen.getByRole("dialog", { name: "Update Scheduled Maintenance" }));
  expect(dialog.getByText("Planned.")).toBeTruthy();
  await chooseStatus(user, "API", "Under Maintenance");
  await enter(user, dialog.getByLabelText("Message"), "The API, too.");
  await user.click(dialog.getByRole("button", { name: "Update" }));
  await expectDialogClosed();

  const [maintenance] = await maintenancesOf(daymark);
  expect(maintenance?.components).toEqual([{ componentID, name: "API", status: "Under Maintenance" }]);
  expect(maintenance?.maintenanceUpdates).toMatchObject([
    { maintenanceStatus: "Scheduled", message: "The API, too." },
    { maintenanceStatus: "Scheduled", message: "Planned." },
  ]);
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Operational" }, { status: "Operational" }]);

  // Until the maintenance starts, the dialog shows the planned statuses.
  await screen.findByRole("list", { name: "Scheduled Maintenance", busy: false });
  await user.click(button("Edit Database upgrade"));
  await waitFor(() => expect(fieldValue("API")).toBe("Under Maintenance"));
  expect(fieldValue("Website")).toBe("Operational");
});

test("components that are named with a new maintenance become Under Maintenance when it starts, not before", async () => {
  for (const name of ["API", "Dashboard"]) await makeComponent(daymark, { name });
  await makeComponent(daymark, { name: "Website", status: "Degraded Performance" });
  const user = await openAddDialog();
  await enter(user, screen.getByLabelText("Name"), "Database upgrade");
  pickDate("Start Time, date", "2029-03-01");
  expect(screen.getByText("· none")).toBeTruthy();
  const api = await screen.findByLabelText("API");
  expect(api.closest("details")?.open).toBe(true);
  expect(screen.queryByText(/their own status back when it ends/)).toBeNull();
  await chooseStatus(user, "API", "Under Maintenance");
  const website = screen.getByRole("checkbox", { name: "Affected: Website" });
  await user.click(website);
  expect(fieldValue("Website")).toBe("Under Maintenance");
  await user.click(website);
  await chooseStatus(user, "Dashboard", "Partial Outage");
  expect(screen.getByText("· API, Dashboard")).toBeTruthy();
  expect(screen.getByText(/their own status back when it ends/)).toBeTruthy();
  await user.click(button("Add"));
  await expectDialogClosed();
  const [maintenance] = await maintenancesOf(daymark);
  expect(maintenance?.components.map(({ name, status }) => [name, status])).toEqual([
    ["API", "Under Maintenance"],
    ["Dashboard", "Partial Outage"],
  ]);
  expect(maintenance?.maintenanceUpdates).toHaveLength(1);
  expect((await componentsOf(daymark)).map(({ status }) => status)).toEqual([
    "Operational",
    "Operational",
    "Degraded Performance",
  ]);
});

async function openAddDialog() {
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  return user;
}

const chosenWindow = () =>
  ["Start Time", "End Time"].map((label) =>
    [fieldValue(`${label}, date`), fieldValue(`${label}, time`)].join(" "),
  );

test("moving the start moves the end, and a window without a length gets an hour", async () => {
  const user = await openAddDialog();
  pickDate("Start Time, date", "2029-03-01");
  expect(chosenWindow()).toEqual(["2029-03-01 00:00", "2029-03-01 01:00"]);
  await user.selectOptions(screen.getByLabelText("End Time, time"), "04:30");
  await user.selectOptions(screen.getByLabelText("Start Time, time"), "22:15");
  expect(chosenWindow()).toEqual(["2029-03-01 22:15", "2029-03-02 02:45"]);
  // The end time stays until the typed date is complete.
  await user.clear(screen.getByLabelText("Start Time, date"));
  await user.type(screen.getByLabelText("Start Time, date"), "20290430");
  expect(chosenWindow()).toEqual(["2029-04-30 22:15", "2029-05-01 02:45"]);
  pickDate("End Time, date", "2029-05-03");
  expect(chosenWindow()).toEqual(["2029-04-30 22:15", "2029-05-03 02:45"]);
});

test("a length is one press, and the dialog says what the window is in UTC, how long it lasts and when it comes", async () => {
  const user = await openAddDialog();
  pickDate("Start Time, date", "2029-03-01");
  await user.selectOptions(screen.getByLabelText("Start Time, time"), "10:00");
  const pressedNames = () =>
    within(screen.getByRole("group", { name: "Length" }))
      .getAllByRole("button", { pressed: true })
      .map(({ textContent }) => textContent);
  expect(pressedNames()).toEqual(["1 h"]);
  for (const [length, end] of [
    ["30 min", "10:30"],
    ["1 h", "11:00"],
    ["2 h", "12:00"],
    ["4 h", "14:00"],
  ] as const) {
    await user.click(button(length));
    expect(pressedNames()).toEqual([length]);
    expect(chosenWindow()[1]).toBe(`2029-03-01 ${end}`);
    const note = timeNote("2029-03-01T10:00", `2029-03-01T${end}`);
    expect(note).toMatch(new RegExp(`^${length}, in \\d+ days · `));
    expect(screen.getByText(note)).toBeTruthy();
  }
});

test("what is typed as words is shown as a date and a time, and a phone's keyboard has letters for it", async () => {
  const user = await openAddDialog();
  const start = screen.getByLabelText<HTMLInputElement>("Start Time, date");
  expect(start.inputMode).not.toBe("numeric");
  await user.clear(start);
  await user.type(start, "1 dec 2029 9pm");
  expect(screen.getByText("2029-12-01 21:00")).toBeTruthy();
  await user.tab();
  expect(fieldValue("Start Time, date")).toBe("2029-12-01");
  expect(fieldValue("Start Time, time")).toBe("21:00");
});

test("a date in another format is completed, or shows its error as soon as it can't become a date", async () => {
  const user = await openAddDialog();
  const start = screen.getByLabelText("Start Time, date");
  for (const [typed, date] of [
    ["2029-3-1", "2029-03-01"],
    ["2029/03/02", "2029-03-02"],
    ["20290303", "2029-03-03"],
  ] as const) {
    await user.clear(start);
    await user.type(start, typed);
    await user.tab();
    expect(fieldValue("Start Time, date")).toBe(date);
  }
  await user.clear(start);
  await user.type(start, "31");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(start, ".");
  expect(screen.getByRole("alert").textContent).toBe("Write 2026-11-23, tue or 1 dec.");
});
