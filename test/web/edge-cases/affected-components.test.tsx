import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { componentStatuses } from "../../../worker/components/domain.ts";
import {
  button,
  chooseStatus,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  press,
} from "../support/console.tsx";
import {
  componentsOf,
  type Daymark,
  incidentsOf,
  maintenancesOf,
  makeComponent,
  makeGroup,
  makeIncident,
  startDaymark,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

async function makeComponents(...names: string[]) {
  for (const name of names) await makeComponent(daymark, { name });
}

const manyNames = ["API", "CDN", "DNS", "Email", "Files", "Login", "Search", "Status", "Website"];

test("one press on its status says that a component is affected, and another takes it back", async () => {
  await makeComponents("API", "Search", "Website");
  await makeComponent(daymark, { name: "Files", status: "Degraded Performance" });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "Two are down");
  await chooseStatus(user, "API", "Major Outage");
  await chooseStatus(user, "Website", "Major Outage");
  await chooseStatus(user, "Search", "Major Outage");
  await chooseStatus(user, "Search", "Operational");
  // A component can be affected and keep its status.
  expect(fieldValue("Files")).toBe("Degraded Performance");
  await user.click(screen.getByRole("checkbox", { name: "Affected: Files" }));
  await user.click(button("Add"));

  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([
    {
      components: [
        { name: "API", status: "Major Outage" },
        { name: "Website", status: "Major Outage" },
        { name: "Files", status: "Degraded Performance" },
      ],
    },
  ]);
});

test("of more than 8 components only affected ones have a row, and a search adds others", async () => {
  await makeComponents(...manyNames);
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "Two are down");
  const search = await screen.findByLabelText("Add a component");
  expect(screen.queryByLabelText("API")).toBeNull();
  await enter(user, search, "web{Enter}");
  await enter(user, search, "dns{Enter}");
  expect([fieldValue("DNS"), fieldValue("Website")]).toEqual(["Partial Outage", "Partial Outage"]);
  // The row stays, so that the press can be undone.
  await chooseStatus(user, "DNS", "Operational");
  expect(fieldValue("DNS")).toBe("Operational");
  await user.click(button("Add"));

  await expectDialogClosed();
  const [incident] = await incidentsOf(daymark);
  expect(incident?.components).toMatchObject([{ name: "Website", status: "Partial Outage" }]);
});

test("of more than 8 components, broken and recently affected ones are one press away, and their rows take them back", async () => {
  await makeComponents(...manyNames);
  const [, , , email, files] = await componentsOf(daymark);
  const components = [{ componentID: files?.componentID ?? "", status: "Operational" as const }];
  await makeIncident(daymark, { status: "Resolved", components });
  const param = { componentID: email?.componentID ?? "" };
  const json = { status: "Major Outage" } as const;
  await daymark.administrator.components[":componentID"].$patch({ param, json });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "One is down");
  const recent = within(await screen.findByRole("group", { name: "Recently affected" }));
  expect(recent.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Email", "Files"]);

  await user.click(recent.getByRole("button", { name: "Email" }));
  // The button keeps its name and place, and the status is chosen next.
  expect(recent.getAllByRole("button", { pressed: true }).map(({ textContent }) => textContent)).toEqual([
    "✓Email",
  ]);
  const emailRow = within(screen.getByRole("group", { name: "Email" }));
  expect(document.activeElement).toBe(emailRow.getByRole("radio", { checked: true }));
  await user.click(recent.getByRole("button", { name: "Files" }));
  expect(emailRow.queryByRole("checkbox")).toBeNull();
  await user.click(recent.getByRole("button", { name: "Email" }));
  expect(screen.queryByRole("group", { name: "Email" })).toBeNull();
  expect(recent.getByRole("button", { name: "Email", pressed: false })).toBeTruthy();
  // Its status doesn't depend on the one that was chosen before.
  expect(fieldValue("Files")).toBe("Partial Outage");
  await user.click(button("Add"));
  await expectDialogClosed();
  const [incident] = await incidentsOf(daymark);
  expect(incident?.components).toMatchObject([{ name: "Files", status: "Partial Outage" }]);
});

test("of more than 8 components, a broken one stays affected when its present status is chosen again", async () => {
  await makeComponents(...manyNames);
  await makeComponent(daymark, { name: "Zone", status: "Major Outage" });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "One is down");
  await press(user, "Zone");
  await chooseStatus(user, "Zone", "Partial Outage");
  await chooseStatus(user, "Zone", "Major Outage");
  await user.click(button("Add"));
  await expectDialogClosed();
  const [incident] = await incidentsOf(daymark);
  expect(incident?.components).toMatchObject([{ name: "Zone", status: "Major Outage" }]);
});

test("of more than 8 components, one that was added can be removed, and its search has the focus again", async () => {
  await makeComponents(...manyNames);
  const [api] = await componentsOf(daymark);
  const components = [{ componentID: api?.componentID ?? "", status: "Major Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { components });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  const search = await screen.findByLabelText("Add a component");
  await enter(user, search, "web{Enter}");
  await enter(user, search, "dns{Enter}");
  await user.click(button("Remove Website"));
  expect(screen.queryByRole("group", { name: "Website" })).toBeNull();
  expect(document.activeElement).toBe(search);
  // The incident has its own components anyway.
  expect(screen.queryByRole("button", { name: "Remove API" })).toBeNull();
  await press(user, "Post update");
  await waitFor(async () =>
    expect((await incidentsOf(daymark))[0]?.components).toMatchObject([
      { name: "API", status: "Major Outage" },
      { name: "DNS", status: "Partial Outage" },
    ]),
  );
});

test("of more than 8 components, a row stays when an arrow key passes the status that its component has", async () => {
  await makeComponents(...manyNames);
  const [api] = await componentsOf(daymark);
  const components = [{ componentID: api?.componentID ?? "", status: "Operational" as const }];
  await makeIncident(daymark, { status: "Resolved", components });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  const recent = within(await screen.findByRole("group", { name: "Recently affected" }));
  await user.click(recent.getByRole("button", { name: "API" }));
  within(screen.getByLabelText("API")).getByRole("radio", { name: "Partial Outage" }).focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(fieldValue("API")).toBe("Operational");
  await user.keyboard("{ArrowLeft}");
  expect(fieldValue("API")).toBe("Major Outage");
});

test("in a search for a component, Enter chooses the one whose name begins with the text", async () => {
  await makeComponents("Public API", ...manyNames);
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, await screen.findByLabelText("Add a component"), "api{Enter}");
  expect(fieldValue("API")).toBe("Partial Outage");
});

test("the search offers components below their groups with their present status, and all of a group at once", async () => {
  await makeComponents(...manyNames);
  const { groupID } = await makeGroup(daymark, { name: "Payments" });
  await makeComponent(daymark, { name: "Cards", groupID });
  await makeComponent(daymark, { name: "Payouts", groupID, status: "Major Outage" });
  await makeComponent(daymark, { name: "Pay later", groupID });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "Payments fail");
  const search = await screen.findByLabelText("Add a component");
  const list = () => within(screen.getByRole("listbox", { name: "Add a component" }));
  const options = () =>
    list()
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  await user.click(search);
  await waitFor(() =>
    expect(options()).toEqual([
      ...manyNames,
      ...["All of Payments3", "Cards", "PayoutsMajor Outage", "Pay later"],
    ]),
  );
  // A group comes before its components, but Enter chooses the one that begins with the text.
  await enter(user, search, "pay");
  expect(options()).toEqual([
    ...["All of Payments3", "CardsPayments", "PayoutsPaymentsMajor Outage", "Pay laterPayments"],
  ]);
  await user.keyboard("{Enter}");
  expect(fieldValue("Payouts")).toBe("Major Outage");
  await enter(user, search, "payments{Enter}");
  expect(["Cards", "Payouts", "Pay later"].map(fieldValue)).toEqual([
    ...["Partial Outage", "Major Outage", "Partial Outage"],
  ]);
  await user.click(button("Add"));
  await expectDialogClosed();
  const [incident] = await incidentsOf(daymark);
  expect(incident?.components).toHaveLength(3);
});

test("on the detail screen an incident's own components come first", async () => {
  await makeComponents("API", "CDN");
  const { componentID } = await makeComponent(daymark, { name: "Website" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { components });
  await openConsole(daymark, `/incidents/${incidentID}`);
  await screen.findByLabelText("Website");
  expect(statusGroups()).toEqual(["Website", "API", "CDN"]);
});

test("of more than 8 components, the incident's own come before those that were affected recently", async () => {
  await makeComponents(...manyNames);
  const [api, cdn] = await componentsOf(daymark);
  const affects = (id = "") => [{ componentID: id, status: "Major Outage" as const }];
  await makeIncident(daymark, { components: affects(api?.componentID) });
  const { incidentID } = await makeIncident(daymark, { components: affects(cdn?.componentID) });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  const recent = await screen.findByRole("group", { name: "Recently affected" });
  const isBefore = (one: Element, other: Element) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const search = screen.getByLabelText("Add a component");
  expect(isBefore(screen.getByLabelText("CDN"), recent)).toBe(true);
  // The row that a press adds doesn't move the other buttons.
  await user.click(within(recent).getByRole("button", { name: "API" }));
  expect(statusGroups()).toEqual(["CDN", "API"]);
  const added = screen.getByRole("group", { name: "API" });
  expect(isBefore(recent, added)).toBe(true);
  expect(isBefore(added, search)).toBe(true);
});

test("the arrow keys move between the statuses of a component, which are named in full", async () => {
  await makeComponents("API");
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  const group = within(await screen.findByLabelText("API"));
  const names = group.getAllByRole<HTMLInputElement>("radio").map((radio) => radio.value);
  expect(names).toEqual([...componentStatuses]);
  group.getByRole("radio", { name: "Operational" }).focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(fieldValue("API")).toBe("Degraded Performance");
});

/** The components that have a row, in order. */
function statusGroups() {
  const section = within(screen.getByRole("group", { name: "Component Status" }));
  const groups = section
    .getAllByRole("group")
    .filter((group) => within(group).queryAllByRole("radio").length > 0);
  return groups.map(
    (group) => document.getElementById(group.getAttribute("aria-labelledby") ?? "")?.textContent,
  );
}

test("an address fills the dialog of a new incident", async () => {
  await makeComponents("API", "Files: EU", "Website");
  const address = new URLSearchParams([
    ["name", "API is down"],
    ["status", "ident"],
    ["message", "A **disk** is full."],
    ["component", "api:maj"],
    ["component", "Files: EU"],
  ]);
  const user = await openConsole(daymark, `/incidents/new?${address}`);
  await screen.findByRole("dialog", { name: "Add Incident" });
  expect([fieldValue("Name"), fieldValue("Incident Status"), fieldValue("Message")]).toEqual([
    "API is down",
    "Identified",
    "A **disk** is full.",
  ]);
  await screen.findByLabelText("API");
  expect(["API", "Files: EU", "Website"].map(fieldValue)).toEqual([
    "Major Outage",
    "Partial Outage",
    "Operational",
  ]);
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await expectDialogClosed();
  expect(window.location.pathname + window.location.search).toBe("/incidents");
  expect(await incidentsOf(daymark)).toMatchObject([
    { name: "API is down", status: "Identified", components: [{ name: "API" }, { name: "Files: EU" }] },
  ]);
});

test("the dialog tells what an address says that can't be used", async () => {
  await makeComponents("API", "Website", "Website");
  const address =
    "name=Down&component=Databse:major&component=API:out&component=website&severity=1&status=closed";
  await openConsole(daymark, `/incidents/new?${address}`);
  const dialog = within(await screen.findByRole("dialog", { name: "Add Incident" }));
  const notice = dialog.getByText("Parts of the link can't be used:").closest<HTMLElement>("[role=status]");
  const problems = within(notice ?? document.body).getAllByRole("listitem");
  expect(problems.map(({ textContent }) => textContent)).toEqual([
    'There is no component "Databse".',
    'The component status "out" could be Partial Outage or Major Outage.',
    expect.stringMatching(/^2 components are named "website"\. Use an ID: \w+, \w+\.$/),
    '"severity" has no meaning here. Use name, message, status, component.',
    'There is no incident status "closed". Use one of: Investigating, Identified, Monitoring, Resolved.',
  ]);
  expect(fieldValue("Name")).toBe("Down");
});

/** Requests for the list of components go to `answer`. */
function interceptComponents(answer: () => Promise<unknown>) {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (new URL(String(input)).pathname === "/api/components") await answer();
    return send(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = send;
  });
}

test("an address fills the dialog without the list of components, says so, and chooses them after a retry", async () => {
  await makeComponents("API", "Website");
  let isUnreachable = true;
  interceptComponents(async () => {
    if (isUnreachable) throw new TypeError("Failed to fetch");
  });
  const address = "name=API%20is%20down&status=ident&message=A%20disk%20is%20full.&component=api:maj";
  const user = await openConsole(daymark, `/incidents/new?${address}`);
  const dialog = within(await screen.findByRole("dialog", { name: "Add Incident" }));
  expect(["Name", "Incident Status", "Message"].map(fieldValue)).toEqual([
    "API is down",
    "Identified",
    "A disk is full.",
  ]);
  expect(dialog.getByText("The link's components aren't chosen yet: api:maj")).toBeTruthy();
  expect(await dialog.findAllByRole("alert")).toHaveLength(1);
  await enter(user, screen.getByLabelText("Message"), " We replace it.");

  isUnreachable = false;
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await screen.findByLabelText("API");
  expect([fieldValue("Message"), fieldValue("API")]).toEqual([
    "A disk is full. We replace it.",
    "Major Outage",
  ]);
  expect(dialog.queryByText(/aren't chosen yet/)).toBeNull();
  expect(dialog.queryByRole("alert")).toBeNull();
});

test("an address of a maintenance offers the retry where it can be seen", async () => {
  interceptComponents(() => Promise.reject(new TypeError("Failed to fetch")));
  await openConsole(daymark, "/maintenances/new?name=Move&component=API");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Scheduled Maintenance" }));
  const alert = await dialog.findByRole("alert");
  expect(alert.closest("details")).toBeNull();
  expect(dialog.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("an address fills the dialog although the list of components doesn't load", async () => {
  interceptComponents(() => new Promise(() => undefined));
  await openConsole(daymark, "/incidents/new?name=API%20is%20down&component=API");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Incident" }));
  expect(fieldValue("Name")).toBe("API is down");
  expect(dialog.getByText("The link's components aren't chosen yet: API")).toBeTruthy();
});

test("an address fills the dialog of a new maintenance", async () => {
  const address = "name=Move&start=2028-01-31T22:00:00Z&end=2028-02-01T01:30:00%2B02:00";
  const user = await openConsole(daymark, `/maintenances/new?${address}`);
  const dialog = within(await screen.findByRole("dialog", { name: "Add Scheduled Maintenance" }));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await expectDialogClosed();
  await waitFor(async () =>
    expect(await maintenancesOf(daymark)).toMatchObject([
      { name: "Move", startAt: "2028-01-31T22:00:00.000Z", endAt: "2028-01-31T23:30:00.000Z" },
    ]),
  );
});
