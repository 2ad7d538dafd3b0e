import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { button, enter, namesIn, openConsole } from "./support/console.tsx";
import { componentsOf, type Daymark, makeComponent, makeIncident, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

test("a new component is Operational and at the end of the list", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog", { name: "Add Component" }));
  await enter(user, dialog.getByLabelText("Name"), "Website");
  await enter(user, dialog.getByLabelText("Description (optional)"), "What customers see");
  await user.click(dialog.getByRole("button", { name: "Add" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(async () => expect(await namesIn("Components")).toEqual(["API", "Website"]));
  expect(screen.getByText("What customers see")).toBeTruthy();
  expect(await componentsOf(daymark)).toMatchObject([
    { name: "API" },
    { name: "Website", description: "What customers see", status: "Operational" },
  ]);
});

test("a component without a name keeps the dialog and its input open", async () => {
  const user = await openConsole(daymark, "/");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await enter(user, screen.getByLabelText("Description (optional)"), "Nameless{Control>}{Enter}{/Control}");

  expect((await screen.findByRole("alert")).textContent).toBe("Name is required.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Description (optional)").value).toBe("Nameless");
  expect(await componentsOf(daymark)).toEqual([]);
});

test("editing changes the name and description, and keeps the status that an incident has set", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", description: "Old" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  const dialog = within(screen.getByRole("dialog", { name: "Edit Component" }));
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  const name = dialog.getByLabelText("Name");
  await user.clear(name);
  await enter(user, name, "API v2{Enter}");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await componentsOf(daymark)).toMatchObject([
    { name: "API v2", description: "Old", status: "Major Outage" },
  ]);
  expect(await screen.findByRole("img", { name: "Major Outage" })).toBeTruthy();
});

test("a component is deleted after confirmation", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Delete API" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete API ?" }));
  expect(dialog.getByText("This operation can not be undone.")).toBeTruthy();
  expect(dialog.queryByText(/ten seconds/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(await componentsOf(daymark)).toHaveLength(1);

  await user.click(button("Delete API"));
  await user.click(button("Delete"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("No components yet")).toBeTruthy();
  expect(await componentsOf(daymark)).toEqual([]);
});

test("a delete that fails shows why and keeps the dialog open", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Delete API" }));
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  await user.click(button("Delete"));

  const dialog = within(screen.getByRole("dialog", { name: "Delete API ?" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch(/Can't reach the server/);
  expect(await componentsOf(daymark)).toHaveLength(1);
});

test("components move down and up by one position, and keep their new order", async () => {
  for (const name of ["API", "Website", "Search", "Mail"]) await makeComponent(daymark, { name });
  const user = await openConsole(daymark, "/components");
  const press = async (name: string, order: string[]) => {
    await user.click(await screen.findByRole("button", { name }));
    await waitFor(async () => expect(await namesIn("Components")).toEqual(order));
  };
  await press("Move down API", ["Website", "API", "Search", "Mail"]);
  await press("Move down API", ["Website", "Search", "API", "Mail"]);
  await press("Move down API", ["Website", "Search", "Mail", "API"]);
  await press("Move up Mail", ["Website", "Mail", "Search", "API"]);
  await press("Move up Mail", ["Mail", "Website", "Search", "API"]);

  expect((await componentsOf(daymark)).map(({ name }) => name)).toEqual(["Mail", "Website", "Search", "API"]);
});

test("a dialog takes the focus and returns it when it closes", async () => {
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button("Add")));
});

test("the first component can't move up, and the last can't move down", async () => {
  for (const name of ["API", "Website"]) await makeComponent(daymark, { name });
  const user = await openConsole(daymark, "/components");
  const first = await screen.findByRole("button", { name: "Move up API" });
  expect(first.getAttribute("aria-disabled")).toBe("true");
  expect(button("Move down Website").getAttribute("aria-disabled")).toBe("true");
  expect(button("Move down API").getAttribute("aria-disabled")).toBeNull();
  expect(button("Move up Website").getAttribute("aria-disabled")).toBeNull();

  await user.click(first);
  await user.click(button("Move down Website"));
  expect(await namesIn("Components")).toEqual(["API", "Website"]);
});

test("the list is dimmed while it loads", async () => {
  await openConsole(daymark, "/components");
  const list = await screen.findByRole("list", { name: "Components", busy: true });
  expect(list.classList).toContain("opacity-50");
  await screen.findByText("No components yet");
});

test("the list is dimmed while it reloads after an own change", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await enter(user, screen.getByLabelText("Name"), " v2{Enter}");
  // The dialog hides the list from assistive technology.
  await screen.findByRole("list", { name: "Components", busy: true, hidden: true });
  expect(await namesIn("Components")).toEqual(["API v2"]);
});

test("a list that can't be loaded shows why", async () => {
  const settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  await openConsole({ ...daymark, settings }, "/components");
  const alert = await screen.findByRole("alert", {}, { timeout: 120_000 }); // after three attempts
  expect(alert.textContent).toMatch(/Can't reach the server/);
});

test("hovering over a status icon shows the status", async () => {
  await makeComponent(daymark, { status: "Partial Outage" });
  const user = await openConsole(daymark, "/components");
  const icon = await screen.findByRole("img", { name: "Partial Outage" });
  await user.hover(icon);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Partial Outage");
});
