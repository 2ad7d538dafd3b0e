import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "../../web/admin/dates.ts";
import { openConsole } from "./console.tsx";
import {
  componentsOf,
  type Daymark,
  emptyPage,
  incidentsOf,
  maintenancesOf,
  makeComponent,
  makeIncident,
  makeMaintenance,
  settingsOf,
  startDaymark,
} from "./daymark.ts";

// The console is one administrator's; the other one works through `daymark.administrator`.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => emptyPage(daymark));
afterAll(() => daymark.stop());

const button = (name: string) => screen.getByRole("button", { name });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const written = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const told = async () => {
  const alert = await screen.findByRole("alert");
  expect(
    within(alert).getByText("Someone else just changed this. Your changes aren't saved yet."),
  ).toBeTruthy();
  return within(alert)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
};

function theyChangeComponent(
  componentID: string,
  json: { name?: string; description?: string; order?: number },
) {
  return daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json });
}

function theyUpdate(incidentID: string, json: { status?: "Monitoring"; message?: string; name?: string }) {
  return daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
}

/** Time passes in front of a window that is visible, or one is come back to. */
const comeBack = () => act(async () => void window.dispatchEvent(new Event("visibilitychange")));

test("a list shows by itself, and without dimming, what another administrator added", async () => {
  await openConsole(daymark, "/components");
  await screen.findByText("No components yet");
  await makeComponent(daymark, { name: "API" });
  const dimmed: boolean[] = [];
  const watching = new MutationObserver(() => {
    dimmed.push(document.querySelector("[aria-busy=true]") !== null);
  });
  watching.observe(document.body, { subtree: true, childList: true, attributes: true });
  expect(await screen.findByText("API")).toBeTruthy();
  watching.disconnect();
  expect(dimmed).not.toContain(true);
});

test("coming back to the window shows at once what changed meanwhile", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await openConsole(daymark, "/components");
  await screen.findByText("API");
  await theyChangeComponent(componentID, { name: "Public API" });
  await comeBack();
  expect(await screen.findByText("Public API")).toBeTruthy();
});

test("an open dialog keeps what was typed when the list behind it changes", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.type(screen.getByLabelText("Message"), "Half written");
  await theyUpdate(incidentID, { status: "Monitoring", message: "It is back." });
  await comeBack();
  expect(await screen.findByText("It is back.")).toBeTruthy();
  expect(written("Message")).toBe("Half written");
});

test("a component that somebody else changed is not saved over unseen, but over what was seen", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", description: "Old" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await user.type(screen.getByLabelText("Name"), " of mine");
  await theyChangeComponent(componentID, { name: "API of theirs", description: "" });
  await user.click(button("Save"));

  expect(await told()).toEqual(["Name is now API of theirs (was API)", "Description is now empty (was Old)"]);
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of theirs" }]);
  expect(written("Name")).toBe("API of mine");
  await user.click(button("Save mine anyway"));
  await closed();
  // What was not edited here stays theirs.
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of mine", description: "" }]);
});

test("instead of saving over somebody else's change theirs can be taken", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await user.type(screen.getByLabelText("Name"), " of mine");
  await user.type(screen.getByLabelText("Description (optional)"), "Mine");
  await theyChangeComponent(componentID, { name: "API of theirs" });
  await user.click(button("Save"));
  await told();
  await user.click(button("Take theirs"));

  expect(screen.queryByRole("alert")).toBeNull();
  expect(written("Name")).toBe("API of theirs");
  await user.click(button("Save"));
  await closed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of theirs", description: "Mine" }]);
});

test("a second change while the first is being read is noticed, too", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await user.type(screen.getByLabelText("Name"), " of mine");
  await theyChangeComponent(componentID, { name: "API II" });
  await user.click(button("Save"));
  await told();
  await theyChangeComponent(componentID, { name: "API III" });
  await user.click(button("Save mine anyway"));
  await waitFor(async () => expect(await told()).toEqual(["Name is now API III (was API)"]));
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API III" }]);
});

test("a component that somebody else only moved is saved without a word", async () => {
  const { componentID, order } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await user.type(screen.getByLabelText("Name"), " of mine");
  await theyChangeComponent(componentID, { order: order + 10 });
  await user.click(button("Save"));
  await closed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of mine", order: order + 10 }]);
});

test("an incident that somebody else updated says what is new before it is updated again", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.selectOptions(screen.getByLabelText("Incident Status"), "Identified");
  await user.type(screen.getByLabelText("Message"), "A disk is full.");
  await theyUpdate(incidentID, { status: "Monitoring", message: "It is back." });
  await user.click(button("Update"));

  expect(await told()).toEqual([
    "Incident Status is now Monitoring (was Investigating)",
    "New update, Monitoring: It is back.",
  ]);
  expect((await incidentsOf(daymark))[0]?.incidentUpdates).toHaveLength(2);
  await user.click(button("Take theirs"));
  expect(written("Incident Status")).toBe("Monitoring");
  // A message is no change of theirs.
  expect(written("Message")).toBe("A disk is full.");
  await user.click(button("Update"));
  await closed();
  expect((await incidentsOf(daymark))[0]?.incidentUpdates).toMatchObject([
    { incidentStatus: "Monitoring", message: "A disk is full." },
    { message: "It is back." },
    {},
  ]);
});

test("what somebody else says of a component is told, and only that choice is given up for it", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Website" });
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.selectOptions(await screen.findByLabelText("API"), "Partial Outage");
  await user.selectOptions(screen.getByLabelText("Website"), "Partial Outage");
  await daymark.administrator.incidents[":incidentID"].$patch({
    param: { incidentID },
    json: { components: [{ componentID: api.componentID, status: "Major Outage" }] },
  });
  await user.click(button("Update"));
  expect(await told()).toEqual(["API is now Major Outage", "New update, Investigating: no message"]);
  await user.click(button("Take theirs"));
  await user.click(button("Update"));
  await closed();
  expect(await componentsOf(daymark)).toMatchObject([
    { status: "Major Outage" },
    { status: "Partial Outage" },
  ]);
});

test("a previous update that somebody else edited meanwhile is shown before it is written over", async () => {
  const { incidentID, incidentUpdates } = await makeIncident(daymark, { message: "As it was" });
  const incidentUpdateID = incidentUpdates[0]?.incidentUpdateID ?? "";
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await user.click(screen.getByRole("button", { name: /^Edit the message/ }));
  await daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
    param: { incidentID, incidentUpdateID },
    json: { message: "As they say" },
  });
  const editor = screen.getByLabelText("Edited message");
  await user.clear(editor);
  await user.type(editor, "As I say");
  await user.click(button("Save"));
  expect(await told()).toEqual(["Message is now As they say (was As it was)"]);
  const message = async () => {
    const [incident] = await incidentsOf(daymark);
    return incident?.message;
  };
  expect(await message()).toBe("As they say");
  await user.click(button("Save mine anyway"));
  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(await message()).toBe("As I say");
});

test("a maintenance that somebody else moved to another time says so", async () => {
  const { maintenanceID, startAt } = await makeMaintenance(daymark);
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
  await user.type(screen.getByLabelText("Name"), " II");
  const theirs = "2027-01-02T20:00:00.000Z";
  await daymark.administrator.maintenances[":maintenanceID"].$patch({
    param: { maintenanceID },
    json: { startAt: theirs },
  });
  await user.click(button("Update"));
  expect(await told()).toEqual([
    `Start Time is now ${formatDateTime(theirs)} (was ${formatDateTime(startAt)})`,
  ]);
  await user.click(button("Save mine anyway"));
  await closed();
  expect(await maintenancesOf(daymark)).toMatchObject([{ name: "Database upgrade II", startAt: theirs }]);
});

test("of the settings, only what the same tab changes is in the way", async () => {
  const user = await openConsole(daymark, "/settings");
  const name = await screen.findByLabelText("Service name");
  await user.type(name, "Mine");
  await daymark.administrator.settings.$patch({ json: { backgroundColor: "#123456" } });
  await user.click(button("Save"));
  await screen.findByText("Saved");
  expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Mine", backgroundColor: "#123456" });

  await user.type(name, " II");
  await daymark.administrator.settings.$patch({ json: { serviceName: "Theirs" } });
  await user.click(button("Save"));
  expect(await told()).toEqual(["Service name is now Theirs (was Mine)"]);
  await user.click(button("Save mine anyway"));
  await screen.findByText("Saved");
  expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Mine II" });
});

test("an API key that another administrator creates appears by itself", async () => {
  await openConsole(daymark, "/settings");
  await screen.findByText("No API keys yet");
  await daymark.administrator.settings.apikeys.$post();
  await comeBack();
  expect(await screen.findByLabelText("API key 1")).toBeTruthy();
});
