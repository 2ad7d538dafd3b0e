import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseComponentList } from "../../web/admin/components/component-list.ts";
import { enter, expectDialogClosed, namesIn, openConsole, press } from "./support/console.tsx";
import { componentsOf, type Daymark, makeComponent, makeMetric, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const loadedList = () => screen.findByRole("region", { name: "Set up your page" });

test("an empty installation opens on a list of what to do, which knows what is done", async () => {
  await openConsole(daymark, "/");
  expect(within(await loadedList()).getByText("0 of 7 done")).toBeTruthy();

  await daymark.administrator.settings.$patch({ json: { serviceName: "Acme", endpointsEnabled: true } });
  await makeComponent(daymark);
  await makeMetric(daymark);
  const user = await openConsole(daymark, "/");
  const list = within(await loadedList());
  expect(list.getByText("4 of 7 done")).toBeTruthy();
  expect(list.getByText("Name and colors").textContent).toBe("Name and colors (done)");
  for (const step of ["Send yourself a test", "Invite a colleague"])
    await user.click(list.getByRole("checkbox", { name: step }));
  expect(list.getByText("6 of 7 done")).toBeTruthy();
  await user.click(list.getByRole("checkbox", { name: "Share the page" }));
  expect(screen.queryByRole("region", { name: "Set up your page" })).toBeNull();
});

test("the list can be hidden, and is only on the home screen", async () => {
  const user = await openConsole(daymark, "/");
  await user.click(within(await loadedList()).getByRole("button", { name: "Hide" }));
  expect(screen.queryByRole("region", { name: "Set up your page" })).toBeNull();
  await openConsole(daymark, "/components");
  await screen.findByText("No components yet");
  expect(screen.queryByRole("region", { name: "Set up your page" })).toBeNull();
});

test("a pasted list makes components and their groups", async () => {
  const user = await openConsole(daymark, "/");
  await press(user, "Paste a list");
  await enter(
    user,
    await screen.findByLabelText(/^List of components/),
    "Website\n- Europe / API\n- Europe / Search\n",
  );
  await press(user, "Add 3 components");
  await expectDialogClosed();
  await waitFor(async () =>
    expect(await namesIn("Components")).toEqual(["Website", "Europe", "API", "Search"]),
  );
});

test("what a list had before a line that is refused is added, and the next try begins there", async () => {
  const user = await openConsole(daymark, "/");
  await press(user, "Paste a list");
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^List of components/);
  await enter(user, field, `API\n${"x".repeat(201)}\nSearch`);
  await press(user, "Add 3 components");
  await within(screen.getByRole("dialog")).findByRole("alert");
  expect((await componentsOf(daymark)).map(({ name }) => name)).toEqual(["API"]);
  expect(field.value).toBe(`${"x".repeat(201)}\nSearch`);
});

test.each([
  ["API", [{ group: undefined, name: "API" }]],
  ["  * Europe / API  ", [{ group: "Europe", name: "API" }]],
  ["A/B testing", [{ group: undefined, name: "A/B testing" }]],
  ["Europe / API / v2", [{ group: "Europe", name: "API / v2" }]],
  ["\n \n", []],
])("the line %j of a list is read as %j", (text, expected) => {
  expect(parseComponentList(text)).toEqual(expected);
});
