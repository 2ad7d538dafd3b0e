import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { button, enter, namesIn, openConsole, openMenu, pressInMenu } from "./support/console.tsx";
import {
  componentsOf,
  type Daymark,
  makeComponent,
  makeGroup,
  makeIncident,
  startDaymark,
} from "./support/daymark.ts";

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

test("a component's dialog says how visitors see it, and refuses a link that isn't one", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  const dialog = within(screen.getByRole("dialog", { name: "Edit Component" }));
  await user.click(dialog.getByText("On the status page: always, with uptime"));
  await user.selectOptions(dialog.getByLabelText("Shown on the status page"), "affected");
  await enter(user, dialog.getByLabelText("Uptime, date"), "2026-01-31");
  const link = dialog.getByLabelText("Link (optional)");
  await enter(user, link, "example.com");
  dialog.getByText(
    "On the status page: only while it isn't operational, uptime from 2026-01-31, with a link",
  );
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Enter an address that begins with https://.");
  await user.clear(link);
  await enter(user, link, "https://example.com{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await componentsOf(daymark)).toMatchObject([
    { shown: "affected", showsUptime: true, uptimeSince: "2026-01-31", link: "https://example.com" },
  ]);
});

test("a component is deleted after confirmation", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await pressInMenu(user, "API", "Delete API");
  const dialog = within(screen.getByRole("dialog", { name: "Delete API ?" }));
  expect(dialog.getByText("This operation can not be undone.")).toBeTruthy();
  expect(dialog.queryByText(/ten seconds/)).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(await componentsOf(daymark)).toHaveLength(1);

  await pressInMenu(user, "API", "Delete API");
  await user.click(button("Delete"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("No components yet")).toBeTruthy();
  expect(await componentsOf(daymark)).toEqual([]);
});

test("a delete that fails shows why and keeps the dialog open", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await pressInMenu(user, "API", "Delete API");
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  await user.click(button("Delete"));

  const dialog = within(screen.getByRole("dialog", { name: "Delete API ?" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch(/Can't reach the server/);
  expect(await componentsOf(daymark)).toHaveLength(1);
});

test("components move down and up by one position, and keep their new order", async () => {
  for (const name of ["API", "Website", "Search", "Mail"]) await makeComponent(daymark, { name });
  const user = await openConsole(daymark, "/components");
  const move = async (direction: "up" | "down", name: string, order: string[]) => {
    await pressInMenu(user, name, `Move ${direction} ${name}`);
    await waitFor(async () => expect(await namesIn("Components")).toEqual(order));
  };
  await move("down", "API", ["Website", "API", "Search", "Mail"]);
  await move("down", "API", ["Website", "Search", "API", "Mail"]);
  await move("down", "API", ["Website", "Search", "Mail", "API"]);
  await move("up", "Mail", ["Website", "Mail", "Search", "API"]);
  await move("up", "Mail", ["Mail", "Website", "Search", "API"]);

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
  await openMenu(user, "More for API");
  const first = button("Move up API");
  expect(first.getAttribute("aria-disabled")).toBe("true");
  expect(button("Move down API").getAttribute("aria-disabled")).toBeNull();
  await user.click(first);

  await openMenu(user, "More for Website");
  const last = button("Move down Website");
  expect(last.getAttribute("aria-disabled")).toBe("true");
  expect(button("Move up Website").getAttribute("aria-disabled")).toBeNull();
  await user.click(last);
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

test("a search lists the components and groups that have its words", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Europe" });
  for (const name of ["API", "Search"]) await makeComponent(daymark, { name, groupID });
  await makeComponent(daymark, { name: "Website" });
  const user = await openConsole(daymark, "/components");
  const search = await screen.findByRole("searchbox", { name: "Find a component" });
  for (const [words, names] of [
    ["sea", ["Europe", "Search"]],
    ["europe", ["Europe", "API", "Search"]],
    ["web", ["Website"]],
  ] as const) {
    await user.clear(search);
    await enter(user, search, words);
    expect(await namesIn("Components")).toEqual(names);
  }
  await enter(user, search, "x");
  expect(screen.getByText("No matches")).toBeTruthy();
});

test("a group is folded, and its components come back", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Europe" });
  await makeComponent(daymark, { name: "API", groupID });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Fold Europe" }));
  expect(await namesIn("Components")).toEqual(["Europe"]);
  await user.click(button("Unfold Europe"));
  expect(await namesIn("Components")).toEqual(["Europe", "API"]);
});

test("a folded group opens for the component that moves into it", async () => {
  await makeComponent(daymark, { name: "Website" });
  const { groupID } = await makeGroup(daymark, { name: "Europe" });
  await makeComponent(daymark, { name: "API", groupID });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Fold Europe" }));
  expect(await namesIn("Components")).toEqual(["Website", "Europe"]);
  await pressInMenu(user, "Website", "Move down Website into Europe");
  await waitFor(async () => expect(await namesIn("Components")).toEqual(["Europe", "Website", "API"]));
  expect(document.activeElement).toBe(button("More for Website"));
});

test("with many components, what is operational begins folded, and stays shown if it recovers", async () => {
  for (const [name, status] of [
    ["Europe", "Operational"],
    ["Asia", "Partial Outage"],
  ] as const) {
    const { groupID } = await makeGroup(daymark, { name });
    for (let n = 1; n <= 11; n++)
      await makeComponent(daymark, {
        name: `${name} ${n}`,
        groupID,
        status: n === 1 ? status : "Operational",
      });
  }
  const user = await openConsole(daymark, "/components");
  const list = within(await screen.findByRole("list", { name: "Components" }));
  const shown = async () => (await namesIn("Components")).filter((name) => name !== "");
  expect(await shown()).toEqual(["Europe", "Asia", "Asia 1"]);
  const healthy = list.getByRole("button", { name: "10 operational in Asia" });
  await user.click(healthy);
  expect(await shown()).toHaveLength(13);
  expect(document.activeElement).toBe(healthy);
  await user.click(healthy);
  await user.click(button("Fold Asia"));
  expect(await shown()).toEqual(["Europe", "Asia"]);
  await user.click(button("Unfold Asia"));
  await openMenu(user, "Status of Asia 1: Partial Outage");
  await user.click(button("Operational"));
  await waitFor(async () =>
    expect((await componentsOf(daymark)).every(({ status }) => status === "Operational")).toBe(true),
  );
  expect(await shown()).toEqual(["Europe", "Asia", "Asia 1"]);
});

test("selected components get a status or a group together", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Europe" });
  for (const name of ["API", "Search", "Website"]) await makeComponent(daymark, { name });
  const user = await openConsole(daymark, "/components");
  const select = (name: string) => user.click(screen.getByRole("checkbox", { name: `Select ${name}` }));
  await user.click(await screen.findByRole("button", { name: "Select" }));
  await screen.findByText("0 selected");
  for (const name of ["API", "Search"]) await select(name);
  await openMenu(user, "Set status");
  await user.click(button("Partial Outage"));
  await screen.findByText("0 selected");

  for (const name of ["Search", "Website"]) await select(name);
  // Until the lists are loaded again, nothing else is changed.
  await waitFor(() => expect(button("Move to group").getAttribute("aria-busy")).not.toBe("true"));
  await openMenu(user, "Move to group");
  await user.click(
    within(screen.getByRole("list", { name: "Move to group" })).getByRole("button", { name: "Europe" }),
  );
  await screen.findByText("0 selected");
  expect(await componentsOf(daymark)).toMatchObject([
    { name: "API", status: "Partial Outage", groupID: null },
    { name: "Search", status: "Partial Outage", groupID },
    { name: "Website", status: "Operational", groupID },
  ]);
  await user.click(button("Done"));
  expect(screen.queryByRole("checkbox", { name: /^Select / })).toBeNull();
});

test("selected components that a search hides are counted apart", async () => {
  for (const name of ["API", "Search"]) await makeComponent(daymark, { name });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Select" }));
  for (const name of ["API", "Search"])
    await user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
  await screen.findByText("2 selected");
  await enter(user, screen.getByRole("searchbox"), "API");
  await screen.findByText("2 selected, 1 not in this list");
});

test("selected components of a group that is folded afterwards are counted apart", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Europe" });
  await makeComponent(daymark, { name: "API", groupID });
  await makeComponent(daymark, { name: "Search" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Select" }));
  for (const name of ["API", "Search"])
    await user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
  await user.click(button("Fold Europe"));
  await screen.findByText("2 selected, 1 not in this list");
  await user.click(button("Unfold Europe"));
  await screen.findByText("2 selected");
});

test("a selection that is closed while its components change stays closed", async () => {
  const names = ["API", "Search", "Website"];
  for (const name of names) await makeComponent(daymark, { name });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Select" }));
  for (const name of names) await user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
  await openMenu(user, "Set status");
  fireEvent.click(button("Partial Outage"));
  fireEvent.click(button("Done"));
  await waitFor(async () =>
    expect((await componentsOf(daymark)).map(({ status }) => status)).toEqual(
      names.map(() => "Partial Outage"),
    ),
  );
  await screen.findAllByRole("button", { name: /: Partial Outage$/ });
  expect(screen.queryByRole("checkbox", { name: /^Select / })).toBeNull();
});
