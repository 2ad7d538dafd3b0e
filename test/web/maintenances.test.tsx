import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatRange } from "../../web/admin/dates.ts";
import { isoTime, startOfTomorrow } from "../../web/admin/local-time.ts";
import { namesIn, openConsole } from "./console.tsx";
import {
  componentsOf,
  type Daymark,
  emptyPage,
  maintenancesOf,
  makeComponent,
  makeMaintenance,
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
const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value);

/** All at once, as the browser's calendar does. */
function pickDate(label: string, date: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: date } });
}

test("an administrator plans a maintenance, and it goes to the top with its window", async () => {
  await makeMaintenance(daymark, { name: "Older work" });
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add Scheduled Maintenance" }));
  expect(dialog.queryByText("Previous Updates")).toBeNull();
  expect(dialog.queryByText("Component Status")).toBeNull();
  await user.type(dialog.getByLabelText("Name"), "Database upgrade");
  pickDate("Start Time, date", "2027-03-01");
  await user.selectOptions(dialog.getByLabelText("Start Time, time"), "22:15");
  pickDate("End Time, date", "2027-03-02");
  await user.selectOptions(dialog.getByLabelText("End Time, time"), "01:45");
  await user.type(dialog.getByLabelText("Message"), "Writes are **paused**.");
  await user.click(dialog.getByRole("button", { name: "Add" }));

  await closed();
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

test("a new maintenance has the first status and lies at the start of the next day, in steps of 15 minutes", async () => {
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  expect(optionsOf("Maintenance Status")).toEqual(["Scheduled", "In Progress", "Verifying", "Completed"]);
  expect(written("Maintenance Status")).toBe("Scheduled");
  const [tomorrow] = startOfTomorrow().split("T");
  for (const time of ["Start Time", "End Time"]) {
    expect(written(`${time}, date`)).toBe(tomorrow);
    expect(written(`${time}, time`)).toBe("00:00");
    const steps = optionsOf(`${time}, time`);
    expect([steps.length, ...steps.slice(0, 3), steps.at(-1)]).toEqual([
      96,
      "00:00",
      "00:15",
      "00:30",
      "23:45",
    ]);
  }
  await user.type(screen.getByLabelText("Name"), "Nothing yet");
  await user.click(button("Add"));
  expect((await screen.findByRole("alert")).textContent).toBe("End time must be after start time.");
  expect(written("Name")).toBe("Nothing yet");
});

test("a start between two steps stays what it is, to the second, until another is chosen", async () => {
  const startAt = "2027-05-01T10:07:23.000Z";
  await makeMaintenance(daymark, { startAt, endAt: "2027-05-01T12:00:00.000Z" });
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
  const steps = optionsOf("Start Time, time");
  expect(steps).toHaveLength(97);
  expect(steps[steps.indexOf(written("Start Time, time")) + 1]).toMatch(/:15$/);
  await user.type(screen.getByLabelText("Name"), " II");
  await user.click(button("Update"));
  await closed();
  expect(await maintenancesOf(daymark)).toMatchObject([{ name: "Database upgrade II", startAt }]);
  expect((await maintenancesOf(daymark))[0]?.maintenanceUpdates).toHaveLength(1);
});

test("a maintenance without a date is refused before anything is sent", async () => {
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await user.type(screen.getByLabelText("Name"), "Undated");
  pickDate("End Time, date", "2096-01-31");
  pickDate("Start Time, date", "");
  await user.click(button("Add"));
  expect((await screen.findByRole("alert")).textContent).toBe("Start Time is required.");
  expect(await maintenancesOf(daymark)).toEqual([]);
});

test("updating a maintenance appends an update and plans what its components become", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Website" });
  await makeMaintenance(daymark, { message: "Planned." });
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
  const dialog = within(screen.getByRole("dialog", { name: "Update Scheduled Maintenance" }));
  expect(dialog.getByText("Planned.")).toBeTruthy();
  await user.selectOptions(await dialog.findByLabelText("API"), "Under Maintenance");
  await user.type(dialog.getByLabelText("Message"), "The API, too.");
  await user.click(dialog.getByRole("button", { name: "Update" }));
  await closed();

  const [maintenance] = await maintenancesOf(daymark);
  expect(maintenance?.components).toEqual([{ componentID, name: "API", status: "Under Maintenance" }]);
  expect(maintenance?.maintenanceUpdates).toMatchObject([
    { maintenanceStatus: "Scheduled", message: "The API, too." },
    { maintenanceStatus: "Scheduled", message: "Planned." },
  ]);
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Operational" }, { status: "Operational" }]);

  // What is planned is what the dialog shows, until the maintenance starts.
  await screen.findByRole("list", { name: "Scheduled Maintenance", busy: false });
  await user.click(button("Edit Database upgrade"));
  await waitFor(() => expect(written("API")).toBe("Under Maintenance"));
  expect(written("Website")).toBe("Operational");
});

test("a maintenance's previous update is edited where it stands", async () => {
  await makeMaintenance(daymark, { message: "Wriets pause." });
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
  await user.click(button(/^Edit the message of Scheduled/));
  const editor = screen.getByLabelText("Edited message");
  await user.clear(editor);
  await user.type(editor, "Writes pause.");
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(screen.getByText("Writes pause.")).toBeTruthy();
  expect(await maintenancesOf(daymark)).toMatchObject([{ message: "Writes pause." }]);
});

test("a maintenance is deleted once that is confirmed", async () => {
  await makeMaintenance(daymark);
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Delete Database upgrade" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete Database upgrade ?" }));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await closed();
  expect(await screen.findByText("No scheduled maintenance")).toBeTruthy();
  expect(await maintenancesOf(daymark)).toEqual([]);
});
