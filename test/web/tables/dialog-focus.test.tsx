import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { button, expectDialogClosed, openConsole, openMenu, press } from "../support/console.tsx";
import {
  type Daymark,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  startDaymark,
} from "../support/daymark.ts";

// `test/browser/journeys/keyboard.test.ts` has what only a browser shows: that the focus is visible at each stop.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await makeComponent(daymark, { name: "API" });
  await makeGroup(daymark, { name: "Platform", order: 0 });
  await makeIncident(daymark, { name: "API is down" });
  await makeMaintenance(daymark, { name: "Moving servers" });
});
afterAll(() => daymark.stop());

test.for([
  ["/components", "Add", "Add Component", 6],
  ["/components", "Edit API", "Edit Component", 6],
  ["/components", "More for API", "Delete API ?", 3, "Delete API"],
  ["/components", "New group", "New Group", 5],
  ["/components", "Rename Platform", "Rename Group", 5],
  ["/components", "More for Platform", "Delete Platform ?", 3, "Delete Platform"],
  ["/incidents", "Add", "Add Incident", 7],
  ["/incidents", "Edit API is down", "Update Incident", 8],
  ["/incidents", "More for API is down", "Delete API is down ?", 3, "Delete API is down"],
  ["/maintenances", "Add", "Add Scheduled Maintenance", 12],
  ["/maintenances", "Edit Moving servers", "Update Scheduled Maintenance", 14],
  ["/maintenances", "More for Moving servers", "Delete Moving servers ?", 3, "Delete Moving servers"],
] as const)(
  "on %s, the dialog of %s traps focus and returns it to the button that opened it: %s",
  async ([path, openButtonName, title, tabStops, menuItem]) => {
    const user = await openConsole(daymark, path);
    const open = async () => {
      await screen.findByRole("button", { name: openButtonName });
      if (menuItem) await openMenu(user, openButtonName);
      button(menuItem ?? openButtonName).focus();
      await user.keyboard("{Enter}");
    };
    await open();
    const dialog = await screen.findByRole("dialog", { name: title });
    await waitFor(() => expect(screen.queryByText("Loading components")).toBeNull());
    const controls = "button, input, select, textarea";
    await waitFor(() => expect(dialog.querySelectorAll(controls).length).toBeGreaterThanOrEqual(tabStops));
    for (const shift of [false, true]) {
      const first = document.activeElement;
      const visited = new Set<Element | null>();
      for (let presses = 0; presses < 40; presses++) {
        await user.tab({ shift });
        expect(dialog.contains(document.activeElement)).toBe(true);
        visited.add(document.activeElement);
        if (document.activeElement === first) break;
      }
      expect(document.activeElement).toBe(first);
      expect(visited.size).toBeGreaterThanOrEqual(tabStops);
    }
    await user.keyboard("{Escape}");
    await expectDialogClosed();
    expect(document.activeElement).toBe(button(openButtonName));

    for (const closeButtonName of ["Cancel", "Close"]) {
      await open();
      await screen.findByRole("dialog", { name: title });
      await press(user, closeButtonName);
      await expectDialogClosed();
      expect(document.activeElement).toBe(button(openButtonName));
    }
  },
);
