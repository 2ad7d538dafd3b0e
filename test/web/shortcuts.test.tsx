import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { button, expectDialogClosed, openConsole, press } from "./support/console.tsx";
import { type Daymark, makeIncident, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const path = () => location.pathname + location.search + location.hash;
const dialog = (name: string) => screen.findByRole("dialog", { name });

test.each([
  ["/incidents", "Add Incident"],
  ["/maintenances", "Add Scheduled Maintenance"],
  ["/components", "Add Component"],
  ["/metrics", "Add Metric"],
  ["/users", "Add Incident"],
])("on %s the key n opens the dialog %s", async (screenPath, title) => {
  const user = await openConsole(daymark, screenPath);
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("n");
  await dialog(title);
});

test("the key u leads to the update of the open incident", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "Card payments fail" });
  const user = await openConsole(daymark, "/users");
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("u");
  await waitFor(() => expect(path()).toBe(`/incidents/${incidentID}#update`));
});

test("with several open incidents the key u asks which one to update", async () => {
  await makeIncident(daymark, { name: "Card payments fail" });
  await makeIncident(daymark, { name: "Search is slow" });
  const user = await openConsole(daymark, "/users");
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("u");
  await dialog("Commands");
  for (const name of ["Card payments fail", "Search is slow"])
    await screen.findByRole("option", { name: new RegExp(`^Post an update on ${name}`) });
});

test("the key / goes to the search of a list, and elsewhere to the palette", async () => {
  await makeIncident(daymark); // An empty list has no search.
  const user = await openConsole(daymark, "/incidents");
  const search = await screen.findByRole("searchbox", { name: "Search names, messages, write-ups" });
  await user.keyboard("/");
  expect(document.activeElement).toBe(search);
  await press(user, "Commands");
  await dialog("Commands");
  await user.keyboard("{Escape}");
  await expectDialogClosed();
  await openConsole(daymark, "/users");
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("/");
  await dialog("Commands");
});

test("keys do nothing but write while a field or a dialog has the focus, and nothing with Ctrl, Command or Alt", async () => {
  await makeIncident(daymark); // An empty list has no search.
  const user = await openConsole(daymark, "/incidents");
  const search = await screen.findByRole<HTMLInputElement>("searchbox", {
    name: "Search names, messages, write-ups",
  });
  await user.type(search, "nu?/");
  expect(search.value).toBe("nu?/");
  expect(screen.queryByRole("dialog")).toBeNull();
  search.blur();
  await user.keyboard("{Control>}n{/Control}{Meta>}u{/Meta}{Alt>}n{/Alt}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press(user, "Add");
  await dialog("Add Incident");
  button("Cancel").focus();
  await user.keyboard("n?u{Control>}k{/Control}");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
});

test("the key ? lists the shortcuts, which can be turned off and on again on this device", async () => {
  const user = await openConsole(daymark, "/incidents");
  await screen.findByRole("heading", { level: 1 });
  await user.keyboard("?");
  await dialog("Keyboard shortcuts");
  expect(screen.getByText("Post an update on the open incident")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Single-key shortcuts" }));
  await user.keyboard("{Escape}");
  await expectDialogClosed();
  await user.keyboard("n?");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(button("Add").getAttribute("aria-keyshortcuts")).toBeNull();

  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "keyboard");
  await user.click(await screen.findByRole("option", { name: "Keyboard shortcuts" }));
  await dialog("Keyboard shortcuts");
  await user.click(screen.getByRole("checkbox", { name: "Single-key shortcuts" }));
  await user.keyboard("{Escape}");
  await expectDialogClosed();
  await user.keyboard("n");
  await dialog("Add Incident");
});
