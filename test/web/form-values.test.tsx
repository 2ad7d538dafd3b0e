import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { button, openConsole, press } from "./support/console.tsx";
import { type Daymark, incidentsOf, maintenancesOf, startDaymark } from "./support/daymark.ts";
import { recordWrites } from "./support/record-writes.ts";

// Forms check dates, and Enter does not publish anything.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const writes = recordWrites();
const field = (label: string) => screen.getByLabelText(label);

async function openAddDialog(path: string) {
  const user = await openConsole(daymark, path);
  await press(user, "Add");
  return user;
}

test("an invalid date shows an error with the right format beside its field", async () => {
  const user = await openAddDialog("/maintenances");
  await user.type(screen.getByLabelText("Name"), "Undated");
  for (const [invalid, message] of [
    ["2027-02-30", "There is no 2027-02-30."],
    ["31.01.2027", "Write 2026-11-23, tue or 1 dec."],
    ["soon", "Write 2026-11-23, tue or 1 dec."],
  ] as const) {
    fireEvent.change(field("End Time, date"), { target: { value: invalid } });
    await user.click(button("Add"));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe(message);
    expect(alert.parentElement?.contains(field("End Time, date"))).toBe(true);
    expect(document.activeElement).toBe(field("End Time, date"));
  }
  expect(writes).toEqual([]);
  fireEvent.change(field("End Time, date"), { target: { value: "2028-02-29" } });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an end that isn't after its start shows an error beside the end", async () => {
  const user = await openAddDialog("/maintenances");
  await user.type(screen.getByLabelText("Name"), "No time at all");
  await user.click(button("Add"));
  expect(screen.getByRole("alert").textContent).toBe("End time must be after start time.");
  expect(document.activeElement).toBe(field("End Time, date"));
  expect(writes).toEqual([]);
});

test.each([
  ["/incidents", incidentsOf],
  ["/maintenances", maintenancesOf],
] as const)(
  "in the dialog of %s Enter saves nothing, and Ctrl+Enter saves, as the button says",
  async (path, listItems) => {
    const user = await openAddDialog(path);
    const before = (await listItems(daymark)).length;
    expect(button("Add").textContent).toBe("AddCtrl ↵");
    expect(button("Add").getAttribute("aria-keyshortcuts")).toBe("Control+Enter Meta+Enter");
    await user.type(screen.getByLabelText("Name"), "Half a name{Enter}");
    if (path === "/maintenances") {
      fireEvent.change(field("End Time, date"), { target: { value: "2028-02-29" } });
      await user.type(field("End Time, date"), "{Enter}");
    }
    expect(writes).toEqual([]);
    expect(screen.getByRole("dialog")).toBeTruthy();

    await user.type(screen.getByLabelText("Name"), "{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(writes).toHaveLength(1);
    expect(await listItems(daymark)).toHaveLength(before + 1);
  },
);

test("an invalid last day of a new key shows an error beside its field, and creates nothing", async () => {
  const user = await openConsole(daymark, "/settings");
  await press(user, "Add key");
  for (const [date, message] of [
    ["2028-02-30", "There is no 2028-02-30."],
    ["2020-01-31", "The last day of use can't be in the past."],
  ] as const) {
    fireEvent.change(field("Last day of use, date"), { target: { value: date } });
    await user.click(button("Save"));
    expect(screen.getByRole("alert").textContent).toBe(message);
    expect(document.activeElement).toBe(field("Last day of use, date"));
  }
  expect(writes).toEqual([]);
});
