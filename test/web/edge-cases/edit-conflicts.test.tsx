import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "../../../web/admin/times/dates.ts";
import {
  button,
  choose,
  chooseStatus,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  press,
  returnToWindow,
} from "../support/console.tsx";
import {
  componentsOf,
  type Daymark,
  incidentsOf,
  maintenancesOf,
  makeComponent,
  makeIncident,
  makeMaintenance,
  settingsOf,
  startDaymark,
} from "../support/daymark.ts";

// These tests have two administrators: the console is used by one, and `daymark.administrator` is the other.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const conflictList = async () => {
  const alert = await screen.findByRole("alert");
  expect(
    within(alert).getByText("Someone else just changed this. Your changes aren't saved yet."),
  ).toBeTruthy();
  return within(alert)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
};

function changeComponentAsOther(
  componentID: string,
  json: { name?: string; description?: string; order?: number },
) {
  return daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json });
}

function updateAsOther(incidentID: string, json: { status?: "Monitoring"; message?: string; name?: string }) {
  return daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
}

test("a list shows another administrator's new component without dimming", async () => {
  await openConsole(daymark, "/components");
  await screen.findByText("No components yet");
  await makeComponent(daymark, { name: "API" });
  const isDimmed: boolean[] = [];
  const observer = new MutationObserver(() => {
    isDimmed.push(document.querySelector("[aria-busy=true]") !== null);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  expect(await screen.findByText("API")).toBeTruthy();
  observer.disconnect();
  expect(isDimmed).not.toContain(true);
});

test("returning to the window shows changes of another administrator at once", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await openConsole(daymark, "/components");
  await screen.findByText("API");
  await changeComponentAsOther(componentID, { name: "Public API" });
  await returnToWindow();
  expect(await screen.findByText("Public API")).toBeTruthy();
});

test("an open dialog keeps what was typed when the list behind it changes", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await enter(user, screen.getByLabelText("Message"), "Half written");
  await updateAsOther(incidentID, { status: "Monitoring", message: "It is back." });
  await returnToWindow();
  expect(await screen.findByText("It is back.")).toBeTruthy();
  expect(fieldValue("Message")).toBe("Half written");
});

test("saving over another administrator's change of a component first shows that change", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", description: "Old" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await enter(user, screen.getByLabelText("Name"), " of mine");
  await changeComponentAsOther(componentID, { name: "API of theirs", description: "" });
  await user.click(button("Save"));

  expect(await conflictList()).toEqual([
    "Name is now API of theirs (was API)",
    "Description is now empty (was Old)",
  ]);
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of theirs" }]);
  expect(fieldValue("Name")).toBe("API of mine");
  await user.click(button("Keep mine"));
  await expectDialogClosed();
  // Fields that were not edited here keep the other's values.
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of mine", description: "" }]);
});

test("a conflict can be resolved by taking the other administrator's values", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await enter(user, screen.getByLabelText("Name"), " of mine");
  await enter(user, screen.getByLabelText("Description (optional)"), "Mine");
  await changeComponentAsOther(componentID, { name: "API of theirs" });
  await user.click(button("Save"));
  await conflictList();
  await user.click(button("Use theirs"));

  expect(screen.queryByRole("alert")).toBeNull();
  expect(fieldValue("Name")).toBe("API of theirs");
  await user.click(button("Save"));
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of theirs", description: "Mine" }]);
});

test("a second change while the first conflict is shown is a conflict, too", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await enter(user, screen.getByLabelText("Name"), " of mine");
  await changeComponentAsOther(componentID, { name: "API II" });
  await user.click(button("Save"));
  await conflictList();
  await changeComponentAsOther(componentID, { name: "API III" });
  await user.click(button("Keep mine"));
  await waitFor(async () => expect(await conflictList()).toEqual(["Name is now API III (was API)"]));
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API III" }]);
});

test("a component that another administrator only moved is saved without a conflict", async () => {
  const { componentID, order } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await user.click(await screen.findByRole("button", { name: "Edit API" }));
  await enter(user, screen.getByLabelText("Name"), " of mine");
  await changeComponentAsOther(componentID, { order: order + 10 });
  await user.click(button("Save"));
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of mine", order: order + 10 }]);
});

test("updating an incident that another administrator just updated first shows that update", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await choose(user, "Incident Status", "Identified");
  await enter(user, screen.getByLabelText("Message"), "A disk is full.");
  await updateAsOther(incidentID, { status: "Monitoring", message: "It is back." });
  await user.click(button("Update"));

  expect(await conflictList()).toEqual([
    "Incident Status is now Monitoring (was Investigating)",
    "New update, Monitoring: It is back.",
  ]);
  expect((await incidentsOf(daymark))[0]?.incidentUpdates).toHaveLength(2);
  await user.click(button("Use theirs"));
  expect(fieldValue("Incident Status")).toBe("Monitoring");

  expect(fieldValue("Message")).toBe("A disk is full.");
  await user.click(button("Update"));
  await expectDialogClosed();
  expect((await incidentsOf(daymark))[0]?.incidentUpdates).toMatchObject([
    { incidentStatus: "Monitoring", message: "A disk is full." },
    { message: "It is back." },
    {},
  ]);
});

test("another administrator's status of a component replaces only that component's choice", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Website" });
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Edit API is down" }));
  await chooseStatus(user, "API", "Partial Outage");
  await chooseStatus(user, "Website", "Partial Outage");
  await daymark.administrator.incidents[":incidentID"].$patch({
    param: { incidentID },
    json: { components: [{ componentID: api.componentID, status: "Major Outage" }] },
  });
  await user.click(button("Update"));
  expect(await conflictList()).toEqual(["API is now Major Outage", "New update, Investigating: no message"]);
  await user.click(button("Use theirs"));
  await user.click(button("Update"));
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([
    { status: "Major Outage" },
    { status: "Partial Outage" },
  ]);
});

test("saving over another administrator's edit of a previous update first shows that edit", async () => {
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
  await enter(user, editor, "As I say");
  await user.click(button("Save"));
  expect(await conflictList()).toEqual(["Message is now As they say (was As it was)"]);
  const message = async () => {
    const [incident] = await incidentsOf(daymark);
    return incident?.message;
  };
  expect(await message()).toBe("As they say");
  await user.click(button("Keep mine"));
  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(await message()).toBe("As I say");
});

test("in the timeline, too, only what another administrator changed of an update is shown", async () => {
  const { incidentID, incidentUpdates } = await makeIncident(daymark, { message: "As it was" });
  const incidentUpdateID = incidentUpdates[0]?.incidentUpdateID ?? "";
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await press(user, /^Edit the update/);
  await user.type(await screen.findByLabelText("Edited message"), "!");
  const param = { incidentID, incidentUpdateID };
  const json = { message: "As they say" };
  await daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
    param,
    json,
  });
  await press(user, /^Save/);
  expect(await conflictList()).toEqual(["Message is now As they say (was As it was)"]);
});

test("saving a maintenance that another administrator moved first shows the new times", async () => {
  const { maintenanceID, startAt } = await makeMaintenance(daymark);
  const user = await openConsole(daymark, "/maintenances");
  await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
  await enter(user, screen.getByLabelText("Name"), " II");
  const theirs = "2027-01-02T20:00:00.000Z";
  await daymark.administrator.maintenances[":maintenanceID"].$patch({
    param: { maintenanceID },
    json: { startAt: theirs },
  });
  await user.click(button("Update"));
  expect(await conflictList()).toEqual([
    `Start Time is now ${formatDateTime(theirs)} (was ${formatDateTime(startAt)})`,
  ]);
  await user.click(button("Keep mine"));
  await expectDialogClosed();
  expect(await maintenancesOf(daymark)).toMatchObject([{ name: "Database upgrade II", startAt: theirs }]);
});

test("only another administrator's changes on the same settings tab are a conflict", async () => {
  const user = await openConsole(daymark, "/settings");
  const name = await screen.findByLabelText("Service name");
  await enter(user, name, "Mine");
  await daymark.administrator.settings.$patch({ json: { backgroundColor: "#123456" } });
  await user.click(button("Save"));
  await screen.findByText("Settings saved");
  expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Mine", backgroundColor: "#123456" });

  await enter(user, name, " II");
  await daymark.administrator.settings.$patch({ json: { serviceName: "Theirs" } });
  await user.click(button("Save"));
  expect(await conflictList()).toEqual(["Service name is now Theirs (was Mine)"]);
  await user.click(button("Keep mine"));
  await waitFor(async () => expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Mine II" }));
});

test("an API key that another administrator creates appears without a reload", async () => {
  await openConsole(daymark, "/settings");
  await screen.findByText("No API keys yet");
  await daymark.administrator.settings.apikeys.$post();
  await returnToWindow();
  expect(await screen.findByLabelText("API key 1")).toBeTruthy();
});
