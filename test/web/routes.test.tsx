import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawerEntryOf, routes } from "../../web/admin/app/screens.tsx";
import { match } from "../../web/admin/route.ts";
import { openConsole } from "./support/console.tsx";
import { type Daymark, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

test.each([
  ["/", "Components"],
  ["/incidents/", "Incidents"],
  ["/maintenances/new", "Scheduled Maintenance"],
])("at %s the drawer's entry is %s", async (path, title) => {
  await openConsole(daymark, path);
  const current = within(await screen.findByRole("navigation", { name: "Screens", hidden: true }));
  expect(current.getByRole("link", { current: "page", hidden: true }).textContent).toBe(title);
});

test("an address below a screen's belongs to its drawer entry, another one that begins alike doesn't", () => {
  expect(drawerEntryOf("/incidents/a1/write-up")?.title).toBe("Incidents");
  expect(drawerEntryOf("/incidentsa")).toBeUndefined();
});

test.each([
  ["/incidents/new", "Add Incident"],
  ["/maintenances/new", "Add Scheduled Maintenance"],
])("%s opens the dialog “%s” over its list, which stays when the dialog is closed", async (path, title) => {
  const user = await openConsole(daymark, path);
  await screen.findByRole("dialog", { name: title });
  const heading = screen.getByRole("heading", { level: 1, hidden: true });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(heading.isConnected).toBe(true);
  expect(`${window.location.pathname}/new`).toBe(path);
});

test("the layout stays while screens change", async () => {
  const user = await openConsole(daymark, "/components");
  const header = await screen.findByRole("banner");
  await user.click(screen.getByRole("link", { name: "Incidents" }));
  await screen.findByRole("heading", { name: "Incidents" });
  expect(header.isConnected).toBe(true);
});

test("parameters are decoded, and one that is not encoded correctly is passed as it is", () => {
  expect(match(routes, "/metrics/a%20b/scripts/%E0")?.params).toEqual({ metricID: "a b", lang: "%E0" });
  expect(match(routes, "/metrics//scripts/python")).toBeUndefined();
  expect(match(routes, "/metrics/a/scripts")).toBeUndefined();
});
