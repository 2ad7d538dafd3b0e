import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDateTime, formatRange } from "../../../web/admin/times/dates.ts";
import { timeNote } from "../../../web/admin/times/time-note.ts";
import type { IncidentChange } from "../../../worker/notices/incident/schema.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import {
  button,
  chooseStatus,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  openMenu,
  pickDate,
  press,
  pressInMenu,
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
  makeWriteUp,
  startDaymark,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

/** It says what the update does for visitors. */
const post = () => button(/^(Post update|Resolve|Complete)$/);
const region = (name: string) => within(screen.getByRole("region", { name }));

async function updateAsOther(incidentID: string, json: IncidentChange) {
  await daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
}

async function updatesOf() {
  const [incident] = await incidentsOf(daymark);
  return incident?.incidentUpdates ?? [];
}

test("a row leads to the incident's detail screen, which has its timeline as visitors see it, newest first", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID, createdAt } = await makeIncident(daymark, {
    message: "We **look** into it.",
    components,
  });
  await updateAsOther(incidentID, { status: "Monitoring", message: "Better:\n\n- reads\n- writes" });
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("link", { name: "API is down" }));

  expect(await screen.findByRole("heading", { level: 1, name: "API is down" })).toBeTruthy();
  expect(window.location.pathname).toBe(`/incidents/${incidentID}`);
  expect(
    screen.getByText((text) => text.startsWith(`began at ${formatDateTime(createdAt)} · open for `)),
  ).toBeTruthy();
  expect(screen.getByRole("list", { name: "Affected components" }).textContent).toBe("API Major Outage");
  await waitFor(() => expect(region("Earlier Updates").getByText("look").tagName).toBe("STRONG"));
  const newest = region("Previous Updates");
  expect(newest.getByText("Monitoring")).toBeTruthy();
  expect(newest.getByText("writes").tagName).toBe("LI");
  expect(screen.getByRole("link", { name: /^Incidents/, current: "page" })).toBeTruthy();
  const publicAddress = new URL(`/incidents/${incidentID}`, daymark.settings.apiURL).href;
  await waitFor(() =>
    expect(screen.getByRole<HTMLAnchorElement>("link", { name: /^View on status page/ }).href).toBe(
      publicAddress,
    ),
  );
});

test("the detail screen names the present status of a component, or a plan, or how bad it was", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const affected = (status: "Major Outage" | "Partial Outage" | "Under Maintenance") => ({
    components: [{ componentID, status }],
  });
  const chips = async () => {
    const list = await screen.findByRole("list", { name: "Affected components" });
    return list.textContent;
  };
  const { maintenanceID } = await makeMaintenance(daymark, affected("Under Maintenance"));
  await openConsole(daymark, `/maintenances/${maintenanceID}`);
  await waitFor(async () => expect(await chips()).toBe("API will be Under Maintenance"));
  // No icon says it where there is little room.
  expect(screen.getByText("will be Under Maintenance").className).not.toContain("sr-only");

  const { incidentID } = await makeIncident(daymark, affected("Partial Outage"));
  await makeIncident(daymark, affected("Major Outage"));
  await openConsole(daymark, `/incidents/${incidentID}`);
  await waitFor(async () => expect(await chips()).toBe("API Major Outage"));
  await updateAsOther(incidentID, { status: "Resolved" });
  await openConsole(daymark, `/incidents/${incidentID}`);
  await waitFor(async () => expect(await chips()).toBe("API at its worst Partial Outage · now Major Outage"));
});

test("a link in a message opens in a new tab, and leaves the console as it is", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "See [our host](https://host.example)." });
  await openConsole(daymark, `/incidents/${incidentID}`);
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "our host" });
  expect(link.target).toBe("_blank");
  expect(link.rel).toContain("noreferrer");
});

test("an update is posted from the detail screen, and the focus moves to it", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}#update`);
  const message = await screen.findByLabelText("Message");
  expect(document.activeElement).toBe(message);
  expect(window.location.hash).toBe("");
  await user.keyboard("A disk is full.{Enter}We replace it.");
  await user.click(screen.getByRole("radio", { name: "Identified" }));
  await user.click(post());

  await waitFor(() => expect(region("Previous Updates").getByText(/A disk is full/)).toBeTruthy());
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Previous Updates" }));
  expect(fieldValue("Message")).toBe("");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Identified" }).checked).toBe(true);
  expect(await updatesOf()).toMatchObject([
    { incidentStatus: "Identified", message: "A disk is full.\nWe replace it." },
    { incidentStatus: "Investigating" },
  ]);
});

test("an incident is resolved with two presses, which restore its components", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { components });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("radio", { name: "Resolved" }));
  await user.click(button("Resolve"));

  await waitFor(async () => expect(await updatesOf()).toHaveLength(2));
  expect(await incidentsOf(daymark)).toMatchObject([{ status: "Resolved" }]);
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Operational" }]);
});

test("an address can name the status of the update that it leads to", async () => {
  const { incidentID } = await makeIncident(daymark);
  await openConsole(daymark, `/incidents/${incidentID}?status=Resolved#update`);
  const resolved = await screen.findByRole<HTMLInputElement>("radio", { name: "Resolved" });
  expect(resolved.checked).toBe(true);
  expect(window.location.href.endsWith(`/incidents/${incidentID}`)).toBe(true);
});

test("an update has the spec's words, and its own time where that differs", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We look into it." });
  await updateAsOther(incidentID, { status: "Monitoring" });
  const [newest, oldest] = await updatesOf();
  const param = { incidentID, incidentUpdateID: oldest?.incidentUpdateID ?? "" };
  const createdAt = "2026-01-31T09:15:00.000Z";
  const { incidentupdates } = daymark.administrator.incidents[":incidentID"];
  await incidentupdates[":incidentUpdateID"].$patch({ param, json: { createdAt } });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  expect(await screen.findByRole("heading", { level: 2, name: "Previous Updates" })).toBeTruthy();
  const updatedAt = formatDateTime(newest?.updatedAt ?? "");
  expect(region("Previous Updates").getByText(`updated at ${updatedAt}`)).toBeTruthy();
  const changedAt = formatDateTime((await updatesOf())[1]?.updatedAt ?? "");
  const times = `updated at ${changedAt} · posted at ${formatDateTime(createdAt)}`;
  expect(region("Earlier Updates").getByText(times)).toBeTruthy();

  expect((await screen.findByLabelText("Message")).getAttribute("rows")).toBe("2");
  await user.click(button(/^Edit the update Investigating/));
  expect(screen.getByLabelText("Edited message").getAttribute("rows")).toBe("1");
});

test("a notice that is deleted elsewhere closes its editing, and what was typed can be copied", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We look into it." });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await enter(user, await screen.findByLabelText("Message"), "Half written");
  await user.click(button(/^Edit the update Investigating/));
  await enter(user, screen.getByLabelText("Edited message"), " Half edited");
  await pressInMenu(user, "API is down", "Rename API is down");
  await enter(user, await screen.findByLabelText("Name"), " again");
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  await returnToWindow();

  expect((await screen.findByRole("alert")).textContent).toBe(
    "This incident was deleted, so it can't be changed anymore. What you typed wasn't saved: copy it from here.",
  );
  expect(screen.queryByRole("dialog")).toBeNull();
  for (const name of [/^Edit/, /^More for/, "Post update"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  const texts = screen.getAllByRole<HTMLTextAreaElement>("textbox");
  expect(texts.map(({ value }) => value).sort()).toEqual([
    "API is down again",
    "Half written",
    "We look into it. Half edited",
  ]);
  expect(texts.every(({ readOnly }) => readOnly)).toBe(true);
  expect(document.activeElement).toBe(texts[0]);
  await user.click(button("Copy name"));
  expect(await navigator.clipboard.readText()).toBe("API is down again");
});

test("a deletion that is undone elsewhere opens the editing again, with what was typed", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  const user = await openConsole(daymark, `/maintenances/${maintenanceID}`);
  await enter(user, await screen.findByLabelText("Message"), "Half written");
  const param = { maintenanceID };
  const headers = { Prefer: "undo" };
  const deleted = await daymark.administrator.maintenances[":maintenanceID"].$delete({ param }, { headers });
  await returnToWindow();
  await screen.findByText(/^This scheduled maintenance was deleted/);
  const undoToken = deleted.headers.get("Undo")?.split("/").at(-1) ?? "";
  await daymark.administrator.undo[":undoToken"].$post({ param: { undoToken }, json: {} });
  await returnToWindow();
  await screen.findByRole("button", { name: "Post update" });
  expect(fieldValue("Message")).toBe("Half written");
});

test("a maintenance has a detail screen, too", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  const user = await openConsole(daymark, `/maintenances/${maintenanceID}`);
  await user.click(await screen.findByRole("radio", { name: "In Progress" }));
  await enter(user, screen.getByLabelText("Message"), "We start now.");
  await user.click(post());
  await waitFor(() => expect(region("Previous Updates").getByText("We start now.")).toBeTruthy());
  expect(await maintenancesOf(daymark)).toMatchObject([{ status: "In Progress", message: "We start now." }]);
});

const inFiveDays = isoTime(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 5 * DAY_MS);
const planned = { startAt: inFiveDays, endAt: isoTime(Date.parse(inFiveDays) + 3 * HOUR_MS) };

test.for([true, false])(
  "Start now offers to move the window to now, and moves it if ticked: %s",
  async (moves) => {
    const { maintenanceID } = await makeMaintenance(daymark, planned);
    const user = await openConsole(daymark, `/maintenances/${maintenanceID}`);
    await user.click(await screen.findByRole("button", { name: "Start now" }));
    const ticked = await screen.findByLabelText<HTMLInputElement>(
      /^Move the window to now: (\w+ \d+, )?\d\d:\d\d.+ \(3 h\)$/,
    );
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "In Progress" }).checked).toBe(true);
    expect(ticked.checked).toBe(true);
    if (!moves) await user.click(ticked);
    await user.click(post());
    await waitFor(async () =>
      expect(await maintenancesOf(daymark)).toMatchObject([{ status: "In Progress" }]),
    );
    const [started] = await maintenancesOf(daymark);
    const { startAt = "", endAt = "" } = started ?? {};
    if (!moves) expect(started).toMatchObject(planned);
    else expect(Math.abs(Date.parse(startAt) - Date.now())).toBeLessThan(2 * MINUTE_MS);
    expect(Date.parse(endAt) - Date.parse(startAt)).toBe(3 * HOUR_MS);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Start now" })).toBeNull());
    expect(screen.getByText((text) => text.startsWith(formatRange(startAt, endAt)))).toBeTruthy();
  },
);

test("Start now shows the statuses that the components get, and one that is chosen instead is sent", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const website = await makeComponent(daymark, { name: "Website" });
  const { maintenanceID } = await makeMaintenance(daymark, {
    ...planned,
    components: [componentID, website.componentID].map((id) => ({
      componentID: id,
      status: "Under Maintenance",
    })),
  });
  const user = await openConsole(daymark, `/maintenances/${maintenanceID}`);
  await user.click(await screen.findByRole("button", { name: "Start now" }));
  await screen.findByLabelText("API");
  expect(fieldValue("API")).toBe("Under Maintenance");
  await chooseStatus(user, "Website", "Operational");
  await user.click(post());
  await waitFor(async () => expect(await maintenancesOf(daymark)).toMatchObject([{ status: "In Progress" }]));
  expect(await componentsOf(daymark)).toMatchObject([
    { name: "API", status: "Under Maintenance" },
    { name: "Website", status: "Operational" },
  ]);
});

test("completing a maintenance early says that it ends now", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: isoTime(Date.parse(inFiveDays) - 6 * DAY_MS),
    endAt: planned.endAt,
    status: "In Progress",
  });
  const user = await openConsole(daymark, `/maintenances/${maintenanceID}`);
  await user.click(await screen.findByRole("radio", { name: "Completed" }));
  await screen.findByText(/^It ends now: .+ \(1 d\)\. It was planned for /);
  await user.click(button("Complete"));
  await waitFor(async () => expect(await maintenancesOf(daymark)).toMatchObject([{ status: "Completed" }]));
  const [completed] = await maintenancesOf(daymark);
  expect(Date.parse(completed?.endAt ?? "")).toBeLessThanOrEqual(Date.now());
});

test("an update without a change says what is missing, and posts nothing", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("button", { name: "Post update" }));
  expect(screen.getByRole("alert").textContent).toBe(
    "Write a message, or change the status or a component's status.",
  );
  expect(document.activeElement).toBe(screen.getByLabelText("Message"));
  expect(await updatesOf()).toHaveLength(1);
});

test("an update's text, status and time can be edited", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We lok into it." });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("button", { name: /^Edit the update Investigating/ }));
  const text = screen.getByLabelText("Edited message");
  expect(document.activeElement).toBe(text);
  await user.clear(text);
  await enter(user, text, "We look into it.");
  await user.selectOptions(screen.getByLabelText("Status of this update"), "Identified");
  pickDate("Posted at, date", "2026-01-31");
  await user.selectOptions(screen.getByLabelText("Posted at, time"), "09:15");
  expect(screen.getByText(timeNote("2026-01-31T09:15"))).toBeTruthy();
  await user.click(button("Save"));

  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(document.activeElement).toBe(button(/^Edit the update Identified/));
  expect(await updatesOf()).toMatchObject([
    {
      incidentStatus: "Identified",
      message: "We look into it.",
      createdAt: new Date(2026, 0, 31, 9, 15).toISOString(),
    },
  ]);
});

test("another administrator's update leaves the focus in the message, also after an update was edited", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We look into it." });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("button", { name: /^Edit the update Investigating/ }));
  await enter(user, screen.getByLabelText("Edited message"), " Now.");
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  await enter(user, screen.getByLabelText("Message"), "Half written");
  await updateAsOther(incidentID, { status: "Monitoring", message: "It is back." });
  await returnToWindow();
  await waitFor(() => expect(region("Previous Updates").getByText("It is back.")).toBeTruthy());
  expect(document.activeElement).toBe(screen.getByLabelText("Message"));
});

test("deleting the newest update says what follows, and the only update can't be deleted", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "We look into it." });
  await updateAsOther(incidentID, { status: "Resolved", message: "Wrong incident." });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("button", { name: /^Delete the update Resolved/ }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "It disappears from the status page, from feeds and from the search.",
    "The status goes back to Investigating. Components keep their present statuses.",
    "Email that was sent about it can't be taken back. Email that is still waiting isn't sent.",
  ]);
  await user.click(dialog.getByRole("button", { name: "Delete" }));

  await expectDialogClosed();
  expect(await updatesOf()).toMatchObject([{ message: "We look into it." }]);
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Previous Updates" }));
  expect(screen.queryByRole("button", { name: /^Delete the update/ })).toBeNull();
});

test("another administrator's update appears without losing what was typed, and is a conflict only once", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await enter(user, await screen.findByLabelText("Message"), "Half written");
  await user.click(button(/^Edit the update Investigating/));
  await enter(user, screen.getByLabelText("Edited message"), "Half edited");
  await updateAsOther(incidentID, { status: "Monitoring", message: "It is back." });
  await returnToWindow();
  await waitFor(() => expect(region("Previous Updates").getByText("It is back.")).toBeTruthy());
  expect(fieldValue("Message")).toBe("Half written");
  expect(region("Earlier Updates").getByLabelText("Edited message")).toBeTruthy();

  await user.click(post());
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Incident Status is now Monitoring (was Investigating)",
    "New update, Monitoring: It is back.",
  ]);
  await user.click(button("Keep mine"));
  await waitFor(() => expect(region("Previous Updates").getByText("Half written")).toBeTruthy());
  expect(await updatesOf()).toMatchObject([
    { incidentStatus: "Monitoring", message: "Half written" },
    { incidentStatus: "Monitoring", message: "It is back." },
    { incidentStatus: "Investigating" },
  ]);
});

test("a newer update leaves the focus in the composer while the update before is being edited", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("button", { name: /^Edit the update Investigating/ }));
  await enter(user, screen.getByLabelText("Edited message"), "Half edited");
  await enter(user, screen.getByLabelText("Message"), "Half written");
  await updateAsOther(incidentID, { status: "Monitoring", message: "It is back." });
  await returnToWindow();
  await waitFor(() => expect(region("Previous Updates").getByText("It is back.")).toBeTruthy());
  expect(document.activeElement).toBe(screen.getByLabelText("Message"));
  await user.keyboard("!");
  expect([fieldValue("Message"), fieldValue("Edited message")]).toEqual(["Half written!", "Half edited"]);
});

test("a newer update leaves the focus, the caret and the text in the update that is being edited", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("button", { name: /^Edit the update Investigating/ }));
  await enter(user, screen.getByLabelText("Edited message"), "Half edited{ArrowLeft}{ArrowLeft}");
  await updateAsOther(incidentID, { status: "Monitoring", message: "It is back." });
  await returnToWindow();
  await waitFor(() => expect(region("Previous Updates").getByText("It is back.")).toBeTruthy());
  const text = region("Earlier Updates").getByLabelText("Edited message");
  expect(document.activeElement).toBe(text);
  await user.keyboard("_");
  expect(fieldValue("Edited message")).toBe("Half edit_ed");
  expect(screen.queryByText(/^Your draft from/)).toBeNull();
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(document.activeElement).toBe(button(/^Edit the update Investigating/));
  expect(await updatesOf()).toMatchObject([{ message: "It is back." }, { message: "Half edit_ed" }]);
});

test("the menu edits the times, which posts no update, and deleting leads back to the list", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await pressInMenu(user, "API is down", "Edit times of API is down");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Times" }));
  for (const label of ["Name", "Message", "Incident Status"])
    expect(dialog.queryByLabelText(label)).toBeNull();
  pickDate("Began at, date", "2026-01-31");
  await user.click(dialog.getByRole("button", { name: /^Save/ }));
  await expectDialogClosed();
  const [incident] = await incidentsOf(daymark);
  expect(incident?.createdAt).toMatch(/^2026-01-3/);
  expect(incident?.incidentUpdates).toHaveLength(1);

  await pressInMenu(user, "API is down", "Delete API is down");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No incidents")).toBeTruthy();
  expect(window.location.pathname).toBe("/incidents");
});

test("the times of a maintenance are edited in its place, too", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: planned.startAt,
    endAt: planned.endAt,
  });
  const user = await openConsole(daymark, `/maintenances/${maintenanceID}`);
  await pressInMenu(user, "Database upgrade", "Edit times of Database upgrade");
  await user.click(await screen.findByRole("button", { name: "1 h" }));
  await user.click(button(/^Save/));
  await expectDialogClosed();
  expect(await maintenancesOf(daymark)).toMatchObject([
    {
      startAt: planned.startAt,
      endAt: isoTime(Date.parse(planned.startAt) + HOUR_MS),
      maintenanceUpdates: [{}],
    },
  ]);
});

test("Copy link offers the public address and the console's", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  for (const [item, origin] of [
    ["Copy public link", daymark.settings.apiURL],
    ["Copy console link", window.location.href],
  ] as const) {
    await openMenu(user, "Copy link");
    await press(user, item);
    await screen.findByText("Copied");
    const copied = await navigator.clipboard.readText();
    expect(copied).toBe(new URL(`/incidents/${incidentID}`, origin).href);
  }
});

test("after Resolved, the composer folds to Reopen, and a write-up is offered", async () => {
  const { incidentID } = await makeIncident(daymark);
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("radio", { name: "Resolved" }));
  await user.click(post());
  await screen.findByRole("button", { name: "Reopen" });
  expect(screen.queryByLabelText("Message")).toBeNull();
  // The toast doesn't repeat what is on the screen.
  const offers = screen.getAllByRole<HTMLAnchorElement>("link", { name: "Write up now" });
  expect(offers.map(({ pathname }) => pathname)).toEqual([`/incidents/${incidentID}/write-up`]);

  // An undo gives the form back, with what was in it.
  await press(user, "Undo");
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Resolved" })).checked).toBe(true);
  await user.click(post());
  await press(user, "Reopen");
  expect(document.activeElement).toBe(screen.getByLabelText("Message"));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Investigating" }).checked).toBe(true);
  await user.click(post());
  await waitFor(async () => expect(await incidentsOf(daymark)).toMatchObject([{ status: "Investigating" }]));
});

test("an incident that is over can get another update without being reopened", async () => {
  const { incidentID } = await makeIncident(daymark);
  await updateAsOther(incidentID, { status: "Resolved" });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await press(user, "Post an update");
  expect(document.activeElement).toBe(screen.getByLabelText("Message"));
  await user.keyboard("The cause was a full disk.");
  await user.click(post());
  await screen.findByRole("button", { name: "Reopen" });
  expect(await updatesOf()).toMatchObject([
    { incidentStatus: "Resolved", message: "The cause was a full disk." },
    { incidentStatus: "Resolved" },
    {},
  ]);
});

test("an unknown address says so, with a way back", async () => {
  const user = await openConsole(daymark, "/maintenances/doesNotExist");
  expect(await screen.findByText("Nothing is at this address. It may have been deleted.")).toBeTruthy();
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Scheduled Maintenance" }));
  expect(await screen.findByText("No scheduled maintenance")).toBeTruthy();
});

test("no write-up is offered for an incident that has a published one", async () => {
  const { incidentID } = await makeIncident(daymark);
  await updateAsOther(incidentID, { status: "Resolved" });
  await makeWriteUp(daymark, incidentID, { body: "A full disk.", state: "Published" });
  await updateAsOther(incidentID, { status: "Investigating" });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await user.click(await screen.findByRole("radio", { name: "Resolved" }));
  await user.click(post());
  await screen.findByRole("button", { name: "Reopen" });
  expect(screen.queryByRole("link", { name: "Write up now" })).toBeNull();
});
