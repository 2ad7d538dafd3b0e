import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { button, enter, fieldValue, openConsole, press, pressInMenu } from "./support/console.tsx";
import { type Daymark, incidentsOf, makeIncident, makeMaintenance, startDaymark } from "./support/daymark.ts";

// The name of an incident or a maintenance is edited in its place.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

async function renameAsOther(incidentID: string, name: string) {
  await daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: { name } });
}

async function replaceName(user: Awaited<ReturnType<typeof openConsole>>, name: string) {
  await user.clear(await screen.findByLabelText("Name"));
  await enter(user, screen.getByLabelText("Name"), name);
}

test("Enter saves a new name, which adds no update, and the focus goes back to the button", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await pressInMenu(user, "API is down", "Rename API is down");
  expect(document.activeElement).toBe(await screen.findByLabelText("Name"));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("API is down");
  await replaceName(user, "API is slow{Enter}");

  expect(await screen.findByText("Renamed. No email is sent.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("API is slow");
  expect(document.activeElement).toBe(button("More for API is slow"));
  const [incident] = await incidentsOf(daymark);
  expect(incident).toMatchObject({ name: "API is slow", incidentUpdates: [{}] });

  await press(user, "Undo");
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("API is down"));
});

test("Escape leaves the name as it is, and what was typed is back the next time", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Move" });
  const user = await openConsole(daymark, `/maintenances/${maintenanceID}`);
  await pressInMenu(user, "Move", "Rename Move");
  await replaceName(user, "Move of all servers{Escape}");
  expect(screen.queryByLabelText("Name")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Move");
  expect(document.activeElement).toBe(button("More for Move"));

  await pressInMenu(user, "Move", "Rename Move");
  expect(await screen.findByText(/^Your draft from/)).toBeTruthy();
  expect(fieldValue("Name")).toBe("Move of all servers");
});

test("another administrator's new name is a conflict, and a new update is none", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await pressInMenu(user, "API is down", "Rename API is down");
  await replaceName(user, "API is slow");
  await renameAsOther(incidentID, "API is gone");
  await user.keyboard("{Enter}");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Name is now API is gone (was API is down)");
  await press(user, "Keep mine");
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "API is slow" }]);

  await pressInMenu(user, "API is slow", "Rename API is slow");
  await replaceName(user, "API is fast");
  const json = { status: "Monitoring", message: "It is back." } as const;
  await daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "API is fast", status: "Monitoring" }]);
});
