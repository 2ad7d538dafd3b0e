import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  choose,
  chooseStatus,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  openMenu,
  press,
} from "../support/console.tsx";
import {
  type Daymark,
  incidentsOf,
  maintenancesOf,
  makeComponent,
  makeIncident,
  makeTemplate,
  startDaymark,
  templatesOf,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const TAB = "/settings?tab=templates";
const outcome = async (text: RegExp | string) => screen.findByText(text);

test("a template is added with variables from buttons, edited and deleted", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, TAB);
  await screen.findByText("No templates yet");
  await press(user, "Add template");
  await enter(user, screen.getByLabelText("Name"), "Outage");
  await enter(user, screen.getByLabelText("Title"), " is down");
  screen.getByLabelText<HTMLInputElement>("Title").setSelectionRange(0, 0);
  await openMenu(user, "Insert into Title");
  await press(user, "Insert {{components}} into Title");
  await openMenu(user, "Insert into Message");
  await press(user, "Insert {{start}} into Message");
  await choose(user, "Status", "Identified");
  expect(screen.queryByRole("radio", { name: "Major Outage" })).toBeNull();
  await user.click(await screen.findByRole("checkbox", { name: /^Affected: / }));
  await chooseStatus(user, "API", "Major Outage");
  expect(screen.getByRole("region", { name: "Example" }).textContent).toMatch(
    /^For exampleAPI is downIdentified\w{3} \d\d, \d{4} - \d\d:\d\d \(UTC\)\s*$/,
  );
  await press(user, "Add");
  await expectDialogClosed();
  expect(await screen.findByText("Identified · 1 component")).toBeTruthy();
  const examples = within(screen.getByText("More examples:").parentElement ?? document.body);
  expect(examples.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Back to normal",
    "Planned work",
  ]);
  const row = within(screen.getByRole("list", { name: "Templates" })).getByRole("listitem");
  expect(row.textContent).toBe("Outage Identified · 1 componentcomponents is down");
  const fields = { title: "{{components}} is down", message: "{{start}}", status: "Identified" };
  const components = [{ componentID, status: "Major Outage" }];
  expect(await templatesOf(daymark)).toMatchObject([
    { name: "Outage", kind: "incident", ...fields, components },
  ]);

  await press(user, "Edit Outage");
  await choose(user, "For", "Maintenance");
  expect(fieldValue("Status")).toBe("Leave as it is");
  await user.click(await screen.findByRole("checkbox", { name: /^Affected: / })); // no longer
  await press(user, "Save");
  await expectDialogClosed();
  expect(await templatesOf(daymark)).toMatchObject([{ kind: "maintenance", status: null, components: [] }]);

  await press(user, "Delete Outage");
  await press(user, "Delete");
  await screen.findByText("No templates yet");
  expect(await templatesOf(daymark)).toEqual([]);
});

test("a template shows no present status of a component", async () => {
  const components = [];
  for (let number = 1; number <= 9; number++)
    components.push(await makeComponent(daymark, { name: `Part ${number}`, status: "Major Outage" }));
  const [first] = components;
  await makeIncident(daymark, {
    components: [{ componentID: first?.componentID ?? "", status: "Major Outage" }],
  });
  const user = await openConsole(daymark, TAB);
  await press(user, "Add template");
  const dialog = within(await screen.findByRole("dialog"));
  const recent = within(await dialog.findByRole("group", { name: "Recently affected" }));
  expect(recent.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Part 1"]);
  expect(recent.getByRole("button").querySelector("svg")).toBeNull();
  await user.click(dialog.getByRole("combobox", { name: "Add a component" }));
  const option = dialog.getByRole("option", { name: "Part 2" });
  expect([option.textContent, option.querySelector("svg")]).toEqual(["Part 2", null]);
});

test("with many components, a template searches for those it affects, whatever their status is now", async () => {
  for (let number = 1; number <= 12; number += 1)
    await makeComponent(daymark, { name: `Part ${number}`, status: "Major Outage" });
  const user = await openConsole(daymark, TAB);
  await press(user, "Add template");
  await enter(user, screen.getByLabelText("Name"), "Outage");
  const dialog = within(screen.getByRole("dialog"));
  const field = await dialog.findByRole("combobox", { name: "Add a component" });
  expect(dialog.queryByLabelText("Part 12")).toBeNull();
  await enter(user, field, "Part 12{Enter}");
  expect(fieldValue("Part 12")).toBe("Partial Outage");
  await chooseStatus(user, "Part 12", "Operational");
  await press(user, "Add");
  await expectDialogClosed();
  expect(await templatesOf(daymark)).toMatchObject([{ components: [{ status: "Operational" }] }]);
});

test("an unknown variable is named beside its field while typing, and nothing is sent", async () => {
  const user = await openConsole(daymark, TAB);
  await press(user, "Add template");
  await enter(user, screen.getByLabelText("Name"), "Outage");
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "In {{region}}" } });
  expect(screen.getByText("Unknown: {{region}}")).toBeTruthy();
  await press(user, "Add");
  expect(screen.getByRole("alert").textContent).toMatch(/^There is no variable \{\{region}}\. Use only /);
  expect(screen.queryByText(/^Unknown/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Message"));
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "In \\{{region}}" } });
  expect(screen.queryByText(/^Unknown/)).toBeNull();
  await press(user, "Add");
  await expectDialogClosed();
});

test("single braces are said to be no variable", async () => {
  const user = await openConsole(daymark, TAB);
  await press(user, "Add template");
  const write = (value: string) => fireEvent.change(screen.getByLabelText("Title"), { target: { value } });
  write("Slow in {region}");
  const hint = "isn't a variable: visitors read it as it is. A variable has two braces:";
  expect(screen.getByText(`{region} ${hint} {{components}}.`)).toBeTruthy();
  write("{{service}} in {duration}");
  expect(screen.getByText(`{duration} ${hint} {{duration}}.`)).toBeTruthy();
  write("{{service}} is slow");
  expect(screen.queryByText(/isn't a variable/)).toBeNull();
});

test("a taken name is refused, and what was typed stays", async () => {
  await makeTemplate(daymark, { name: "Outage" });
  const user = await openConsole(daymark, TAB);
  await press(user, "Add template");
  await enter(user, screen.getByLabelText("Name"), "OUTAGE");
  await press(user, "Add");
  await screen.findByText("There is already a template named OUTAGE. Choose another name.");
  expect(fieldValue("Name")).toBe("OUTAGE");
});

async function makeOutage() {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await makeTemplate(daymark, {
    name: "Outage",
    title: "{{components}} is down",
    message: "We are on it.",
    status: "Identified",
    components: [{ componentID, status: "Major Outage" }],
  });
  await makeTemplate(daymark, {
    name: "Move",
    kind: "maintenance",
    title: "Moving",
    message: "{{duration}}",
  });
}

test("the first template can start with an example, which Add sends as it is", async () => {
  const user = await openConsole(daymark, TAB);
  await screen.findByText("No templates yet");
  await press(user, "Planned work");
  expect(fieldValue("Title")).toBe("Maintenance of {{components}}");
  await press(user, "Add");
  await expectDialogClosed();
  expect(await templatesOf(daymark)).toMatchObject([{ name: "Planned work", kind: "maintenance" }]);
});

test("a template fills an empty form, which is sent as it is shown", async () => {
  await makeOutage();
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await press(user, "Use a template");
  await press(user, "Outage");
  await outcome("Inserted from “Outage”: Name, Status, Message, API.");
  expect(screen.queryByRole("button", { name: "Outage" })).toBeNull();
  await press(user, "Change the template");
  expect(screen.queryByRole("button", { name: "Move" })).toBeNull();
  await press(user, "Outage");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change the template" }));
  expect([
    fieldValue("Name"),
    fieldValue("Message"),
    fieldValue("Incident Status"),
    fieldValue("API"),
  ]).toEqual(["API is down", "We are on it.", "Identified", "Major Outage"]);
  await press(user, "Add");
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([
    { name: "API is down", status: "Identified", components: [{ name: "API", status: "Major Outage" }] },
  ]);
});

test("a template never replaces what was typed or chosen, and says what it left", async () => {
  await makeOutage();
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "My words");
  await choose(user, "Incident Status", "Monitoring");
  await chooseStatus(user, "API", "Partial Outage");
  await press(user, "Use a template");
  await press(user, "Outage");
  await outcome("Inserted from “Outage”: Message. Left as it was: Name, Status, API.");
  expect([fieldValue("Name"), fieldValue("Incident Status"), fieldValue("API")]).toEqual([
    "My words",
    "Monitoring",
    "Partial Outage",
  ]);
});

test("another template replaces what is left of the one before", async () => {
  await makeOutage();
  await makeTemplate(daymark, { name: "Slow", title: "It is slow", message: "Wait." });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await press(user, "Use a template");
  await press(user, "Outage");
  await user.type(screen.getByLabelText("Message"), "!");
  await press(user, "Change the template");
  await press(user, "Slow");
  await outcome("Inserted from “Slow”: Name. Left as it was: Message.");
  expect(["Name", "Message", "Incident Status", "API"].map(fieldValue)).toEqual([
    "It is slow",
    "We are on it.!",
    "Investigating",
    "Operational",
  ]);
});

test("inserted texts name components that are chosen later, until they are edited", async () => {
  await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Mail" });
  await makeTemplate(daymark, { name: "Slow", title: "{{components}} is slow", message: "{{components}}" });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await press(user, "Use a template");
  await press(user, "Slow");
  expect([fieldValue("Name"), fieldValue("Message")]).toEqual(["our service is slow", "our service"]);
  await chooseStatus(user, "API", "Major Outage");
  expect([fieldValue("Name"), fieldValue("Message")]).toEqual(["API is slow", "API"]);
  await user.type(screen.getByLabelText("Message"), "!");
  await chooseStatus(user, "Mail", "Major Outage");
  expect([fieldValue("Name"), fieldValue("Message")]).toEqual(["API and Mail is slow", "API!"]);
});

test("a maintenance's template knows how long it takes", async () => {
  await makeOutage();
  const user = await openConsole(daymark, "/maintenances");
  await press(user, "Add");
  fireEvent.change(screen.getByLabelText("Start Time, date"), { target: { value: "2030-01-01" } });
  fireEvent.change(screen.getByLabelText("End Time, date"), { target: { value: "2030-01-03" } });
  await press(user, "Use a template");
  await press(user, "Move");
  expect([fieldValue("Name"), fieldValue("Message")]).toEqual(["Moving", "2 days, 1 hour"]);
  await press(user, "Add");
  await expectDialogClosed();
  expect(await maintenancesOf(daymark)).toMatchObject([{ name: "Moving", message: "2 days, 1 hour" }]);
});

test("an update takes only a message and a status from a template", async () => {
  await makeOutage();
  await makeIncident(daymark, { name: "Own name" });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit Own name");
  await press(user, "Use a template");
  await press(user, "Outage");
  await outcome("Inserted from “Outage”: Status, Message.");
  expect(screen.queryByRole("button", { name: "Same as last time" })).toBeNull();
  expect([fieldValue("Name"), fieldValue("Incident Status"), fieldValue("Message")]).toEqual([
    "Own name",
    "Identified",
    "We are on it.",
  ]);
});

test("the same as last time comes from the newest notice of a chosen component", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const website = await makeComponent(daymark, { name: "Website" });
  await makeComponent(daymark, { name: "Mail" });
  await makeIncident(daymark, {
    name: "Slow {{start}}",
    status: "Identified",
    message: "A disk is full.",
    components: [
      { componentID: api.componentID, status: "Partial Outage" },
      { componentID: website.componentID, status: "Degraded Performance" },
    ],
  });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await press(user, "Use a template");
  const link = await screen.findByRole("link", { name: "Settings → Templates" });
  expect(link.parentElement?.textContent).toBe(
    "There are no templates for this yet. Add them under Settings → Templates.",
  );
  expect(link.getAttribute("href")).toBe(TAB);
  await press(user, "Same as last time");
  await outcome("First choose a component below. Then this inserts what you last wrote about it.");
  await chooseStatus(user, "Mail", "Major Outage");
  await press(user, "Same as last time");
  await outcome("There is no earlier incident of the components that you chose.");
  await chooseStatus(user, "API", "Major Outage");
  await press(user, "Same as last time");
  await outcome("Inserted from “Slow {{start}}”: Name, Status, Message, Website. Left as it was: API.");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("Slow {{start}}");
  await waitFor(() => expect(fieldValue("Website")).toBe("Degraded Performance"));
  expect(fieldValue("API")).toBe("Major Outage");
});
