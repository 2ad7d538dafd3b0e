import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  button,
  enter,
  expectDialogClosed,
  namesIn,
  openConsole,
  openMenu,
  press,
  pressInMenu,
  returnToWindow,
} from "./support/console.tsx";
import { componentsOf, type Daymark, makeComponent, makeGroup, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const expectNames = (...names: string[]) =>
  waitFor(async () => expect(await namesIn("Components")).toEqual(names));
const groupField = () => screen.findByLabelText<HTMLSelectElement>("Group");

test("a dialog asks for the group of a component, once there are groups", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await press(user, "Add");
  await screen.findByLabelText("Name");
  expect(screen.queryByLabelText("Group")).toBeNull();
  await user.keyboard("{Escape}");
  await expectDialogClosed();

  const { groupID } = await makeGroup(daymark, { name: "Platform" });
  await openConsole(daymark, "/components");
  await press(user, "Add");
  const names = within(await groupField())
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["None", "Platform"]);
  await user.selectOptions(await groupField(), "Platform");
  await enter(user, screen.getByLabelText("Name"), "Search{Enter}");
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([
    { name: "API", groupID: null },
    { name: "Search", groupID },
  ]);
});

test("a component is moved to another group and out of its group in its dialog", async () => {
  const { groupID: platform } = await makeGroup(daymark, { name: "Platform" });
  const { groupID: website } = await makeGroup(daymark, { name: "Website" });
  await makeComponent(daymark, { name: "API", groupID: platform });
  const user = await openConsole(daymark, "/components");
  for (const [name, groupID] of [
    ["Website", website],
    ["None", null],
  ] as const) {
    await press(user, "Edit API");
    await user.selectOptions(await groupField(), name);
    await press(user, "Save");
    await expectDialogClosed();
    expect(await componentsOf(daymark)).toMatchObject([{ name: "API", groupID }]);
  }
});

test("saving another field keeps a group that someone else has chosen", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform" });
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await press(user, "Edit API");
  await groupField();
  await enter(user, screen.getByLabelText("Name"), " v2");
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { groupID },
  });
  await press(user, "Save");
  expect(await screen.findByText("Group is now Platform (was None)")).toBeTruthy();
  await press(user, "Keep mine");
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API v2", groupID }]);
});

test("a group is added, renamed and deleted, and its components stay", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await press(user, "New group");
  await enter(user, await screen.findByLabelText("Name"), "Platform{Enter}");
  await expectDialogClosed();
  await expectNames("API", "Platform");
  expect(screen.getByText("Empty group, hidden from visitors")).toBeTruthy();

  await press(user, "Rename Platform");
  await enter(user, await screen.findByLabelText("Name"), " A{Enter}");
  await expectDialogClosed();
  await expectNames("API", "Platform A");
  await pressInMenu(user, "API", "Move down API into Platform A");
  await expectNames("Platform A", "API");
  expect(screen.getByText("Group of 1 component")).toBeTruthy();
  expect(screen.getByText("In the group Platform A")).toBeTruthy();

  await pressInMenu(user, "Platform A", "Delete Platform A");
  expect(await screen.findByText(/^Its components stay/)).toBeTruthy();
  await press(user, "Delete");
  await expectDialogClosed();
  await expectNames("API");
  expect(await componentsOf(daymark)).toMatchObject([{ componentID, groupID: null }]);
});

test("while a filter is on, a group says how many of its components it has found", async () => {
  const user = await openConsole(daymark, "/components");
  const { groupID } = await makeGroup(daymark, { name: "Identity" });
  for (const name of ["Sign-in", "Single sign-on", "Sessions"])
    await makeComponent(daymark, { name, groupID });
  await returnToWindow();
  expect(await screen.findByText("Group of 3 components")).toBeTruthy();
  await user.type(screen.getByRole("searchbox", { name: "Find a component" }), "sign");
  expect(await screen.findByText("2 of 3 components")).toBeTruthy();
});

test("the members of a group are chosen in its dialog", async () => {
  for (const name of ["API", "Search"]) await makeComponent(daymark, { name });
  const user = await openConsole(daymark, "/components");
  const choose = async (name: string) => user.click(await screen.findByRole("checkbox", { name }));
  await press(user, "New group");
  await enter(user, await screen.findByLabelText("Name"), "Platform");
  await choose("Search");
  await press(user, "Add");
  await expectDialogClosed();
  await expectNames("API", "Platform", "Search");

  await press(user, "Rename Platform");
  await choose("Search");
  await choose("API");
  await press(user, "Save");
  await expectDialogClosed();
  await expectNames("Search", "Platform", "API");
});

test("a component that someone else moves to another group stays there when it is removed from its first one", async () => {
  const { groupID: first } = await makeGroup(daymark, { name: "Platform" });
  const { groupID } = await makeGroup(daymark, { name: "Europe" });
  const { componentID } = await makeComponent(daymark, { name: "API", groupID: first });
  const user = await openConsole(daymark, "/components");
  await press(user, "Rename Platform");
  await user.click(await screen.findByRole("checkbox", { name: "API" }));
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { groupID },
  });
  await press(user, "Save");
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API", groupID }]);
});

test("the menus move components through groups, keep the focus, and move groups with their components", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform", order: 20 });
  await makeComponent(daymark, { name: "API", order: 10 });
  await makeComponent(daymark, { name: "Search", order: 15, groupID });
  await makeComponent(daymark, { name: "Mail", order: 30 });
  const user = await openConsole(daymark, "/components");
  await expectNames("API", "Platform", "Search", "Mail");
  const move = async (name: string, ...names: string[]) => {
    const [, , item = ""] = name.split(" ");
    await pressInMenu(user, item, name);
    await expectNames(...names);
    expect(document.activeElement).toBe(button(`More for ${item}`));
  };
  await move("Move down API into Platform", "Platform", "API", "Search", "Mail");
  await move("Move down API", "Platform", "Search", "API", "Mail");
  await move("Move down API out of Platform", "Platform", "Search", "API", "Mail");
  await move("Move down API", "Platform", "Search", "Mail", "API");
  await move("Move down Platform", "Mail", "Platform", "Search", "API");
  await move("Move up API into Platform", "Mail", "Platform", "Search", "API");
  await move("Move up API", "Mail", "Platform", "API", "Search");
  await move("Move up API out of Platform", "Mail", "API", "Platform", "Search");
  await move("Move up Platform", "Mail", "Platform", "Search", "API");
  await openMenu(user, "More for Mail");
  expect(button("Move up Mail").getAttribute("aria-disabled")).toBe("true");
  await openMenu(user, "More for API");
  expect(button("Move down API").getAttribute("aria-disabled")).toBe("true");

  const stored = await componentsOf(daymark);
  expect(stored.filter((component) => component.groupID === groupID)).toMatchObject([{ name: "Search" }]);
});

test("groups and components with orders next to each other still come to each place", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform", order: 10 });
  await makeGroup(daymark, { name: "Website", order: 11 });
  await makeComponent(daymark, { name: "API", order: 10 });
  await makeComponent(daymark, { name: "Search", order: 12, groupID });
  await makeComponent(daymark, { name: "Mail", order: 11 });
  const user = await openConsole(daymark, "/components");
  await expectNames("Platform", "Search", "API", "Website", "Mail");
  await pressInMenu(user, "Website", "Move up Website");
  await expectNames("Platform", "Search", "Website", "API", "Mail");
  await pressInMenu(user, "Platform", "Move down Platform");
  await expectNames("Website", "Platform", "Search", "API", "Mail");
});

test("a group of a long list is chosen with a search, which keeps what is chosen", async () => {
  await Promise.all(
    ["API", "Website", ...Array.from({ length: 14 }, (_, index) => `Region ${index}`)].map((name) =>
      makeComponent(daymark, { name }),
    ),
  );
  const user = await openConsole(daymark, "/components");
  await waitFor(async () => expect(await namesIn("Components")).toHaveLength(16));
  await press(user, "New group");
  const dialog = within(await screen.findByRole("dialog"));
  const boxes = () => dialog.queryAllByRole("checkbox").map((box) => box.closest("label")?.textContent);
  await user.click(await dialog.findByRole("checkbox", { name: "API" }));
  await user.type(dialog.getByLabelText("Name"), "Core");
  await user.type(dialog.getByRole("searchbox", { name: "Find a component" }), "web{Enter}");
  expect(boxes().sort()).toEqual(["API", "Website"]);
  expect(screen.queryByRole("dialog")).toBeTruthy();
  await user.click(dialog.getByRole("checkbox", { name: "API" }));
  expect(boxes().sort()).toEqual(["API", "Website"]);
});

test("the menu of a group leads to its history, and to its page once it has components", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform" });
  const user = await openConsole(daymark, "/components");
  await openMenu(user, "More for Platform");
  expect(button("View on page, Platform").getAttribute("aria-disabled")).toBe("true");
  await user.click(button("History, Platform"));
  expect(window.location.search).toBe(`?item=${groupID}`);

  await makeComponent(daymark, { name: "API", groupID });
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  await openConsole(daymark, "/components");
  await pressInMenu(user, "Platform", "View on page, Platform");
  expect(opened.mock.calls[0]?.[0]).toMatch(new RegExp(`/groups/${groupID}$`));
});
