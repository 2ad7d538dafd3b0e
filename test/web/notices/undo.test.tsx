import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  button,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  press,
  pressInMenu,
} from "../support/console.tsx";
import {
  type Daymark,
  incidentsOf,
  maintenancesOf,
  makeIncident,
  makeMaintenance,
  startDaymark,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterEach(() => void vi.useRealTimers());
afterAll(() => daymark.stop());

async function postUpdate(message: string) {
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  await enter(user, screen.getByLabelText("Message"), message);
  await press(user, "Update");
  await expectDialogClosed();
  const text = await screen.findByText("Update posted. No email is sent.");
  return { user, toast: within(text.closest("fieldset") ?? text) };
}

test("a posted update is announced with a link to its page, and Undo leaves no trace of it", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We look." });
  const before = await incidentsOf(daymark);
  const { user, toast } = await postUpdate("Sent by mistake.");
  expect(toast.getByRole("status").textContent).toBe("Update posted. No email is sent.");
  const link = toast.getByRole<HTMLAnchorElement>("link", { name: /^View on status page/ });
  expect(new URL(link.href).pathname).toBe(`/incidents/${incidentID}`);
  await user.click(toast.getByRole("button", { name: "Undo" }));
  await screen.findByText("Undone. Nothing was sent.");
  expect(await incidentsOf(daymark)).toEqual(before);
  await press(user, "Edit API is down");
  expect(fieldValue("Message")).toBe("Sent by mistake.");
});

test("Ctrl Z undoes the newest save, and in a field only what was typed", async () => {
  await makeIncident(daymark, { name: "API is down" });
  await makeMaintenance(daymark, { name: "Database upgrade" });
  const user = await openConsole(daymark, "/maintenances");
  await pressInMenu(user, "Database upgrade", "Delete Database upgrade");
  await press(user, "Delete");
  await screen.findByText("Database upgrade was deleted.");
  const field = screen.getByLabelText("Search names and messages");
  fireEvent.keyDown(field, { key: "z", ctrlKey: true });
  expect(button("Undo").getAttribute("aria-busy")).toBeNull();
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  await screen.findByText("Undone. Database upgrade is back.");
  await screen.findByRole("button", { name: "Edit Database upgrade" });
  expect(await maintenancesOf(daymark)).toMatchObject([{ name: "Database upgrade" }]);
});

test("Undo is offered for ten seconds, and the toast stays while it has the focus", async () => {
  await makeIncident(daymark);
  vi.useFakeTimers({ toFake: ["Date"] });
  const { toast } = await postUpdate("It gets better.");
  const undo = toast.getByRole("button", { name: "Undo" });
  expect(undo.textContent).toBe("Undo10");
  undo.focus();
  vi.setSystemTime(Date.now() + 9_000);
  await waitFor(() => expect(undo.textContent).toBe("Undo1"));
  vi.setSystemTime(Date.now() + 1_000);
  await waitFor(() => expect(toast.queryByRole("button", { name: "Undo" })).toBeNull());
  expect(document.activeElement).toBe(button("Dismiss Update API is down"));
  expect(screen.getByText("Update posted. No email is sent.")).toBeTruthy();
  button("Dismiss Update API is down").blur();
  await waitFor(() => expect(screen.queryByText("Update posted. No email is sent.")).toBeNull());
});

test("an Undo that is refused says why", async () => {
  const { incidentID } = await makeIncident(daymark);
  const { user } = await postUpdate("Sent by mistake.");
  const json = { status: "Identified" as const };
  await daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
  await user.click(button("Undo"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(
    "Undo: failedSomeone changed this meanwhile, so nothing was undone. Reload to see the current version.",
  );
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("an Undo that doesn't reach the server can be pressed again", async () => {
  await makeIncident(daymark);
  const { user } = await postUpdate("Sent by mistake.");
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  await user.click(button("Undo"));
  await screen.findByText("Undo: failed");
  window.settings = daymark.settings;
  await user.click(button("Undo"));
  await screen.findByText("Undone. Nothing was sent.");
  expect((await incidentsOf(daymark))[0]?.incidentUpdates).toHaveLength(1);
});
