import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { openConsole, openMenu, returnToWindow } from "./support/console.tsx";
import {
  componentsOf,
  type Daymark,
  maintenancesOf,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeProposal,
  startDaymark,
} from "./support/daymark.ts";
import { setWidth } from "./support/set-width.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await daymark.reset();
  await daymark.administrator.settings.$patch({ json: { updateReminderMinutes: 60 } });
});
afterAll(() => daymark.stop());

const ago = (ms: number) => isoTime(Date.now() - ms);
const loadedPanel = async () => {
  const panel = await screen.findByRole("region", { name: "Overview" });
  await within(panel).findByText("The page says:");
  return within(panel);
};
const checks = () =>
  screen
    .queryAllByRole("list", { name: "To check" })
    .flatMap((list) => [...list.children])
    .map((line) =>
      [...line.children]
        .slice(0, -1)
        .map(({ textContent }) => textContent)
        .join(", "),
    );

test("the panel says what the page says, and leads to a new incident", async () => {
  await makeComponent(daymark);
  await openConsole(daymark, "/metrics");
  const panel = await loadedPanel();
  expect(panel.getByText("All Systems Operational")).toBeTruthy();
  expect(panel.getByRole("link", { name: "Report incident" }).getAttribute("href")).toBe("/incidents/new");
  expect(panel.queryByText(/open incident|maintenance/)).toBeNull();
  expect(checks()).toEqual([]);
});

test("the panel counts open notices, and leads to their lists and to the composer of the only open incident", async () => {
  const { incidentID } = await makeIncident(daymark);
  await makeIncident(daymark, { name: "Over", status: "Resolved" });
  await makeMaintenance(daymark, {
    startAt: isoTime(Date.now() + 40 * MINUTE_MS + 30_000),
    endAt: isoTime(Date.now() + HOUR_MS),
  });
  await openConsole(daymark, "/metrics");
  const panel = await loadedPanel();
  const linkTo = (name: string) => panel.getByRole("link", { name }).getAttribute("href");
  expect(linkTo("1 open incident")).toBe("/incidents?show=open");
  expect(linkTo("maintenance in 40 min")).toBe("/maintenances?show=open");
  expect(linkTo("Post update")).toBe(`/incidents/${incidentID}#update`);
});

test("the home screen lists open incidents with their composers, and a new one can still be reported", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "Silent", createdAt: ago(80 * MINUTE_MS) });
  await makeIncident(daymark, { name: "New", createdAt: ago(20 * MINUTE_MS) });
  await openConsole(daymark, "/");
  const panel = await loadedPanel();
  const list = within(await panel.findByRole("list", { name: "Open incidents" }));
  expect(
    list.getAllByRole("listitem").map(({ textContent }) => textContent?.replace("Post updateResolve", "")),
  ).toEqual(["New Investigatingupdated 20 min ago", "Silent InvestigatingNo update for 1 h"]);
  const linkTo = (name: string) => panel.getByRole("link", { name }).getAttribute("href");
  expect(linkTo("Silent")).toBe(`/incidents/${incidentID}`);
  expect(linkTo("Post update: Silent")).toBe(`/incidents/${incidentID}#update`);
  expect(linkTo("Resolve: Silent")).toBe(`/incidents/${incidentID}?status=Resolved#update`);
  expect(linkTo("Report incident")).toBe("/incidents/new");
  expect(checks()).toEqual([]);
});

test("of many open incidents the home screen keeps the worst two and one that needs an update", async () => {
  await makeIncident(daymark, { name: "Silent", createdAt: ago(80 * MINUTE_MS) });
  for (const [minutes, name] of ["Newest", "Newer", "New"].entries())
    await makeIncident(daymark, { name, createdAt: ago(minutes * MINUTE_MS) });
  const user = await openConsole(daymark, "/");
  await loadedPanel();
  expect(rowNames("Open incidents")).toEqual(["Newest", "Newer", "Silent"]);
  await user.click(screen.getByRole("button", { name: "1 more" }));
  expect(rowNames("Open incidents")).toEqual(["Newest", "Newer", "New", "Silent"]);
});

test("of many incidents that need an update the home screen counts those it hides", async () => {
  for (const name of ["First", "Second", "Third", "Fourth"])
    await makeIncident(daymark, { name, createdAt: ago(80 * MINUTE_MS) });
  await makeIncident(daymark, { name: "New" });
  await openConsole(daymark, "/");
  await loadedPanel();
  expect(rowNames("Open incidents")[0]).toBe("New");
  expect(rowNames("Open incidents")).toHaveLength(3);
  expect(screen.getByRole("button", { name: "2 more · 2 to check" })).toBeTruthy();
});

const rowNames = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map((row) => row.querySelector("bdi")?.textContent);

test("of many incidents that need an update none takes the place of a running maintenance", async () => {
  for (const name of ["First", "Second", "Third", "Fourth"])
    await makeIncident(daymark, { name, createdAt: ago(80 * MINUTE_MS) });
  const hours = { startAt: ago(HOUR_MS), endAt: isoTime(Date.now() + HOUR_MS) };
  await makeMaintenance(daymark, { name: "Running", status: "In Progress", ...hours });
  await openConsole(daymark, "/");
  await loadedPanel();
  expect(rowNames("Open incidents")).toHaveLength(3);
  expect(rowNames("Maintenances")).toEqual(["Running"]);
});

test("the home screen lists running maintenances with their composers, with four rows at most", async () => {
  for (const name of ["First", "Second"]) await makeIncident(daymark, { name });
  const made = [];
  for (const [hours, name] of ["Ends now", "Ends first", "Ends next", "Ends last"].entries())
    made.push(
      await makeMaintenance(daymark, {
        name,
        status: "In Progress",
        startAt: ago(HOUR_MS),
        endAt: isoTime(Date.now() + hours * HOUR_MS + 30_000),
      }),
    );
  const user = await openConsole(daymark, "/");
  const panel = await loadedPanel();
  expect(checks()).toEqual(["Ends now ends in < 1 min."]);
  expect(rowNames("Maintenances")).toEqual(["Ends first", "Ends next"]);
  expect(panel.getByText("ends in 1 h")).toBeTruthy();
  const path = `/maintenances/${made[1]?.maintenanceID}`;
  const linkTo = (name: string) => panel.getByRole("link", { name }).getAttribute("href");
  expect(linkTo("Ends first")).toBe(path);
  expect(linkTo("Post update: Ends first")).toBe(`${path}#update`);
  expect(linkTo("Complete: Ends first")).toBe(`${path}?status=Completed#update`);
  await user.click(screen.getByRole("button", { name: "1 more" }));
  expect(rowNames("Maintenances")).toHaveLength(3);
});

test("a maintenance that starts within a day has a row on the home screen, unless another is running", async () => {
  const startAt = isoTime(Date.now() + DAY_MS + MINUTE_MS);
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt,
    endAt: isoTime(Date.now() + 2 * DAY_MS),
  });
  await openConsole(daymark, "/");
  const panel = await loadedPanel();
  expect(panel.queryByRole("list", { name: "Maintenances" })).toBeNull();

  const json = { startAt: isoTime(Date.now() + 2 * HOUR_MS + 30_000) };
  await daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json });
  await returnToWindow();
  expect(await panel.findByText("starts in 2 h")).toBeTruthy();
  expect(panel.getByRole("link", { name: "Start now: Database upgrade" }).getAttribute("href")).toBe(
    `/maintenances/${maintenanceID}?status=In+Progress#update`,
  );

  const running = { startAt: ago(HOUR_MS), endAt: isoTime(Date.now() + HOUR_MS) };
  await makeMaintenance(daymark, { name: "Running", status: "In Progress", ...running });
  await returnToWindow();
  await waitFor(() => expect(rowNames("Maintenances")).toEqual(["Running"]));
});

test("on a phone the home screen says in few words which incident needs an update", async () => {
  await makeIncident(daymark, { name: "Silent", createdAt: ago(80 * MINUTE_MS) });
  setWidth(390);
  onTestFinished(() => setWidth(1024));
  await openConsole(daymark, "/");
  const list = within(await screen.findByRole("list", { name: "Open incidents" }));
  expect(list.getByText("No update for 1 h")).toBeTruthy();
});

test("on a phone the panel is one line, except where incidents are worked on", async () => {
  await makeIncident(daymark, { createdAt: ago(80 * MINUTE_MS) });
  setWidth(390);
  onTestFinished(() => setWidth(1024));
  const user = await openConsole(daymark, "/metrics");
  const details = await screen.findByRole("button", { name: "Details (1 to check)" });
  expect(details.getAttribute("aria-expanded")).toBe("false");
  expect(checks()).toEqual([]);
  expect(screen.getByRole("link", { name: "Report incident" })).toBeTruthy();
  await user.click(details);
  expect(checks()).toEqual(["API is down Investigating, No update for 1 h"]);

  await makeProposal(daymark);
  await openConsole(daymark, "/metrics");
  await user.click(await screen.findByRole("button", { name: "Details (2 to check)" }));
  await screen.findByRole("link", { name: "1 proposal" });

  await openConsole(daymark, "/incidents");
  expect((await screen.findByRole("button", { name: /^Details/ })).getAttribute("aria-expanded")).toBe(
    "true",
  );
});

test("on a phone the row of an incident stands in for the menu, and the rest is counted by what it needs", async () => {
  for (const name of ["First", "Second", "Third"])
    await makeIncident(daymark, { name, createdAt: ago(80 * MINUTE_MS) });
  await makeIncident(daymark, { name: "New" });
  setWidth(390);
  onTestFinished(() => setWidth(1024));
  await openConsole(daymark, "/incidents");
  expect(await screen.findByRole("button", { name: "2 more need an update" })).toBeTruthy();
  expect(screen.getAllByRole("link", { name: /^Post update: / })).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /^Post update/ })).toBeNull();
});

test("on a tablet the rows of some incidents stand in for the menu, which would have a line of its own", async () => {
  await makeIncident(daymark, { name: "Silent", createdAt: ago(80 * MINUTE_MS) });
  await makeIncident(daymark, { name: "New" });
  setWidth(768);
  onTestFinished(() => setWidth(1024));
  await openConsole(daymark, "/incidents");
  expect(await screen.findByRole("link", { name: "Post update: Silent" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Post update/ })).toBeNull();
});

test("on a phone Report incident is in a bar on the screens of what visitors see", async () => {
  setWidth(390);
  onTestFinished(() => setWidth(1024));
  await makeComponent(daymark);
  await openConsole(daymark, "/metrics");
  const link = await screen.findByRole("link", { name: "Report incident" });
  expect(link.closest("[data-thumb]")).toBeTruthy();

  await openConsole(daymark, "/users");
  await screen.findByRole("region", { name: "Overview" });
  await screen.findByText("All Systems Operational");
  expect(screen.queryByRole("link", { name: "Report incident" })).toBeNull();
});

test("on a tablet the panel is one line, except where incidents are worked on", async () => {
  await makeIncident(daymark, { createdAt: ago(80 * MINUTE_MS) });
  setWidth(768);
  onTestFinished(() => setWidth(1024));
  await openConsole(daymark, "/metrics");
  expect(await screen.findByRole("button", { name: "Details (1 to check)" })).toBeTruthy();
  expect(checks()).toEqual([]);
  await openConsole(daymark, "/incidents");
  await waitFor(() => expect(checks()).toHaveLength(1));
});

test("with several open incidents Post update asks for which one", async () => {
  const first = await makeIncident(daymark, { name: "First", createdAt: ago(20 * MINUTE_MS) });
  await makeIncident(daymark, { name: "Second" });
  const user = await openConsole(daymark, "/metrics");
  await loadedPanel();
  await openMenu(user, "Post update: choose an incident");
  const links = within(screen.getByRole("list", { name: "Open incidents" })).getAllByRole("link");
  expect(links.map((link) => link.querySelector("bdi")?.textContent)).toEqual(["Second", "First"]);
  expect(links[1]?.textContent).toBe("FirstInvestigating, updated 20 min ago");
  expect(links[1]?.getAttribute("href")).toBe(`/incidents/${first.incidentID}#update`);
});

test("the drawer has the number of open incidents beside Incidents", async () => {
  await openConsole(daymark, "/components");
  const drawer = within(await screen.findByRole("navigation", { name: "Screens" }));
  expect(drawer.getByRole("link", { name: "Incidents" })).toBeTruthy();
  await makeIncident(daymark);
  await returnToWindow();
  expect(await drawer.findByRole("link", { name: "Incidents 1 open" })).toBeTruthy();
});

test("a component whose status no notice explains is pointed out, and set to Operational with one press", async () => {
  await makeComponent(daymark, { name: "API", status: "Partial Outage" });
  const user = await openConsole(daymark, "/components");
  await loadedPanel();
  expect(checks()).toEqual(["API has the status Partial Outage, but no open incident says so."]);
  const row = within(await screen.findByRole("list", { name: "Components" }));
  expect(row.getByText("No open incident or maintenance explains this status.")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Set to Operational: API" }));
  await waitFor(() => expect(checks()).toEqual([]));
  expect(row.queryByText("No open incident or maintenance explains this status.")).toBeNull();
  expect(screen.getByRole("region", { name: "Overview" })).toBe(document.activeElement);
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Operational" }]);
});

test("a press that fails says why, and the check stays", async () => {
  await makeComponent(daymark, { name: "API", status: "Partial Outage" });
  const user = await openConsole(daymark, "/users");
  await loadedPanel();
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  await user.click(screen.getByRole("button", { name: "Set to Operational: API" }));
  const panel = within(screen.getByRole("region", { name: "Overview" }));
  expect((await panel.findByRole("alert")).textContent).toMatch(/Can't reach the server/);
  expect(checks()).toHaveLength(1);
});

test("an incident without an update for an hour is pointed out, and no longer once it has one", async () => {
  const { incidentID } = await makeIncident(daymark, { createdAt: ago(80 * MINUTE_MS) });
  await openConsole(daymark, "/metrics");
  await loadedPanel();
  expect(checks()).toEqual(["API is down Investigating, No update for 1 h"]);
  const link = screen.getByRole("link", { name: "Post update: API is down" });
  expect(link.getAttribute("href")).toBe(`/incidents/${incidentID}#update`);

  const param = { incidentID };
  await daymark.administrator.incidents[":incidentID"].$patch({ param, json: { message: "Still on it" } });
  await returnToWindow();
  await waitFor(() => expect(checks()).toEqual([]));
});

test("the time after which an incident needs an update is a setting, and 0 turns it off", async () => {
  await makeIncident(daymark, { createdAt: ago(20 * MINUTE_MS) });
  const user = await openConsole(daymark, "/settings?tab=notifications");
  await loadedPanel();
  expect(checks()).toEqual([]);
  const field = await screen.findByLabelText("Remind us if there is no update for (minutes)");
  const panel = within(screen.getByRole("tabpanel", { name: "Notifications" }));
  const save = async (minutes: string) => {
    await user.clear(field);
    await user.type(field, minutes);
    const [button] = panel.getAllByRole("button", { name: "Save" });
    if (button) await user.click(button);
  };
  await save("1.5");
  expect((await panel.findByRole("alert")).textContent).toBe(
    "Enter a whole number of minutes from 0 to 10,000.",
  );
  await save("15");
  await waitFor(() => expect(checks()).toEqual(["API is down Investigating, No update for 20 min"]));
  await save("0");
  await waitFor(() => expect(checks()).toEqual([]));
});

test("an incident that has been Monitoring for more than a day leads to the composer with Resolved", async () => {
  const { incidentID } = await makeIncident(daymark, {
    status: "Monitoring",
    createdAt: ago(DAY_MS + 2 * HOUR_MS),
  });
  await openConsole(daymark, "/metrics");
  await loadedPanel();
  expect(checks()).toEqual(["API is down Monitoring, Monitoring for 1 d"]);
  const link = screen.getByRole("link", { name: "Resolve: API is down" });
  expect(link.getAttribute("href")).toBe(`/incidents/${incidentID}?status=Resolved#update`);
});

test("a maintenance that ends in 12 minutes is extended by 30 with one press", async () => {
  const endAt = isoTime(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 12 * MINUTE_MS);
  const running = { status: "In Progress", startAt: ago(HOUR_MS), endAt } as const;
  const { maintenanceID } = await makeMaintenance(daymark, { ...running, components: [] });
  await makeMaintenance(daymark, { name: "Not soon", ...running, endAt: isoTime(Date.now() + HOUR_MS) });
  const user = await openConsole(daymark, "/metrics");
  await loadedPanel();
  expect(checks()).toEqual([expect.stringMatching(/^Database upgrade ends in 1[12] min\.$/)]);
  expect(screen.getByRole("link", { name: "Complete: Database upgrade" }).getAttribute("href")).toBe(
    `/maintenances/${maintenanceID}?status=Completed#update`,
  );

  await user.click(screen.getByRole("button", { name: "Extend by 30 min: Database upgrade" }));
  await waitFor(() => expect(checks()).toEqual([]));
  const extended = (await maintenancesOf(daymark)).find((each) => each.maintenanceID === maintenanceID);
  expect(extended?.endAt).toBe(isoTime(Date.parse(endAt) + 30 * MINUTE_MS));
  expect(extended?.maintenanceUpdates).toHaveLength(1);
});

const conflictMessage =
  "Someone else just changed this, so nothing was saved. You now see the current version.";

test("a press doesn't settle a check that another administrator has changed, and says so", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", status: "Partial Outage" });
  const user = await openConsole(daymark, "/metrics");
  await loadedPanel();
  const json = { status: "Major Outage" } as const;
  await daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json });
  await user.click(screen.getByRole("button", { name: "Set to Operational: API" }));
  await screen.findByText(conflictMessage);
  await waitFor(() =>
    expect(checks()).toEqual(["API has the status Major Outage, but no open incident says so."]),
  );
  expect(await componentsOf(daymark)).toMatchObject([json]);
});

test("a maintenance whose end another administrator has moved is not extended", async () => {
  const endAt = isoTime(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 12 * MINUTE_MS);
  const running = { status: "In Progress", startAt: ago(HOUR_MS), endAt } as const;
  const { maintenanceID } = await makeMaintenance(daymark, { ...running, components: [] });
  const user = await openConsole(daymark, "/metrics");
  await loadedPanel();
  const theirs = isoTime(Date.parse(endAt) + 2 * HOUR_MS);
  const param = { maintenanceID };
  await daymark.administrator.maintenances[":maintenanceID"].$patch({ param, json: { endAt: theirs } });
  await user.click(screen.getByRole("button", { name: "Extend by 30 min: Database upgrade" }));
  await screen.findByText(conflictMessage);
  await waitFor(() => expect(checks()).toEqual([]));
  expect(await maintenancesOf(daymark)).toMatchObject([{ endAt: theirs }]);
});

test("a component that was only moved meanwhile is set to Operational", async () => {
  const { componentID, order } = await makeComponent(daymark, { name: "API", status: "Partial Outage" });
  const user = await openConsole(daymark, "/metrics");
  await loadedPanel();
  const json = { order: order + 10 };
  await daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json });
  await user.click(screen.getByRole("button", { name: "Set to Operational: API" }));
  await waitFor(() => expect(checks()).toEqual([]));
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Operational", order: order + 10 }]);
});

test("the first line has no menu for updates where each open incident has a row with its composer", async () => {
  for (const name of ["First", "Second"])
    await makeIncident(daymark, { name, createdAt: ago(80 * MINUTE_MS) });
  await openConsole(daymark, "/incidents");
  const panel = await loadedPanel();
  expect(panel.getAllByRole("link", { name: /^Post update: / })).toHaveLength(2);
  expect(panel.getAllByRole("link", { name: /^Resolve: / })).toHaveLength(2);
  expect(panel.queryByRole("button", { name: /^Post update/ })).toBeNull();
  await makeIncident(daymark, { name: "New" });
  await returnToWindow();
  await panel.findByRole("button", { name: "Post update: choose an incident" });
  expect(checks()).toHaveLength(2);
});

test("several checks are one line on screens where no incident is worked on", async () => {
  for (const name of ["First", "Second", "Third", "Fourth"])
    await makeIncident(daymark, { name, createdAt: ago(80 * MINUTE_MS) });
  const user = await openConsole(daymark, "/metrics");
  await loadedPanel();
  const button = screen.getByRole("button", { name: "4 need an update" });
  expect(checks()).toEqual([]);
  await user.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(checks()).toHaveLength(4);
  await makeComponent(daymark, { status: "Major Outage" });
  await returnToWindow();
  await screen.findByRole("button", { name: "5 to check" });
});

test("more than three checks are folded", async () => {
  for (const name of ["API", "Website", "Search", "Mail", "Jobs"])
    await makeComponent(daymark, { name, status: "Major Outage" });
  const user = await openConsole(daymark, "/components");
  await loadedPanel();
  expect(checks()).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "2 more to check" }));
  expect(checks()).toHaveLength(5);
  await user.click(screen.getByRole("button", { name: "Show fewer" }));
  expect(checks()).toHaveLength(3);
});

test("a component's status is changed in its row, without an incident", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await openMenu(user, "Status of API: Operational");
  await user.click(screen.getByRole("button", { name: "Degraded Performance" }));
  expect(await screen.findByRole("button", { name: "Status of API: Degraded Performance" })).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Statuses for API" })).toBeNull();
  expect(await componentsOf(daymark)).toMatchObject([{ status: "Degraded Performance" }]);
});

test("a status that another administrator has just changed is not overwritten", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await openMenu(user, "Status of API: Operational");
  const json = { status: "Major Outage" } as const;
  await daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json });
  await user.click(screen.getByRole("button", { name: "Degraded Performance" }));
  expect((await screen.findByRole("alert")).textContent).toBe(conflictMessage);
  expect(await screen.findByRole("button", { name: "Status of API: Major Outage" })).toBeTruthy();
  expect(await componentsOf(daymark)).toMatchObject([json]);
});

test("a status that can't be changed shows why", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await openMenu(user, "Status of API: Operational");
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  await user.click(screen.getByRole("button", { name: "Major Outage" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/Can't reach the server/);
  expect(screen.getByRole("button", { name: "Status of API: Operational" })).toBeTruthy();
});

test("the address of a metric's check opens its dialog, until it is closed", async () => {
  const { metricID } = await makeMetric(daymark, { title: "Load" });
  const user = await openConsole(daymark, `/metrics?edit=${metricID}`);
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Metric" }));
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.location.pathname + window.location.search).toBe("/metrics");
});
