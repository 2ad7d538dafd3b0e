import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../support/factories/make-subscribers.ts";
import { dump } from "../../support/readers/dump.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(3));
});
afterAll(() => daymark.stop());

async function send(method: string, path: string, body?: object) {
  const headers = { Authorization: await daymark.token() };
  const json = body && { body: JSON.stringify(body) };
  const response = await daymark.fetch(path, { method, headers, ...json });
  return {
    status: response.status,
    headers: response.headers,
    json: await response.json().catch(() => null),
  };
}
const preview = (body: object) => send("POST", "/api/preview", body);
const banner = async () => (await send("GET", "/api/overview")).json;

const silent = { notifySubscribers: false };

test("the preview says what the write then does, and changes nothing", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const other = await makeComponent(daymark, { name: "Web" });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const fields = { name: "API is down", status: "Investigating" as const, components, message: "We *look*." };
  const before = await dump(daymark);
  const created = await preview({ kind: "incident", ...fields });
  expect(created).toMatchObject({
    status: 200,
    json: {
      html: "<p>We <em>look</em>.</p>\n",
      affects: [{ componentID, name: "API", status: "Partial Outage" }],
      banner: {
        before: { color: "green", text: "All Systems Operational" },
        after: { color: "orange", text: "Partial System Outage" },
      },
      restores: [],
      recipients: {
        mailIsOn: true,
        count: 3,
        endpointsAreOn: false,
        endpointCount: 0,
        channels: [],
        teamChannels: [],
      },
    },
  });
  expect(created.json.email.subject).toContain("API");
  expect(created.json.email.text).toContain("API: Partial Outage");
  expect(await dump(daymark)).toBe(before);
  // Reading takes the settings, components, restored ones, open incidents, recipients and channels of the team.
  expect(Number(created.headers.get("x-test-statements"))).toBe(9);

  const { incidentID } = await makeIncident(daymark, { ...fields, ...silent });
  expect((await banner()).banner).toEqual(created.json.banner.after);

  const resolving = { status: "Resolved", restoreComponents: true };
  for (const change of [resolving, { deletes: true, restoreComponents: true }]) {
    const { json } = await preview({ kind: "incident", noticeID: incidentID, ...change });
    expect(json).toMatchObject({
      banner: { before: { text: "Partial System Outage" }, after: { text: "All Systems Operational" } },
      restores: [
        {
          componentID,
          name: "API",
          because: null,
          currentStatus: "Partial Outage",
          status: "Operational",
        },
      ],
    });
    expect(json.email === null).toBe("deletes" in change);
  }
  const kept = await preview({ kind: "incident", noticeID: incidentID, status: "Resolved" });
  expect(kept.json.banner.after).toEqual({ color: "orange", text: "Partial System Outage" });

  await makeMaintenance(daymark, {
    ...silent,
    status: "In Progress",
    components: [{ componentID: other.componentID, status: "Under Maintenance" }],
  });
  const resolved = await preview({ kind: "incident", noticeID: incidentID, ...resolving });
  await send("PATCH", `/api/incidents/${incidentID}`, { ...resolving, ...silent });
  expect((await banner()).banner).toEqual(resolved.json.banner.after);
});

test("a maintenance's preview names what it restores, and its start shows in the banner", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Search", status: "Degraded Performance" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const { maintenanceID } = await makeMaintenance(daymark, { ...silent, components });
  const planned = await preview({ kind: "maintenance", noticeID: maintenanceID, message: "Soon." });
  expect(planned.json).toMatchObject({ restores: [] });
  expect(planned.json.banner.after).toEqual(planned.json.banner.before);
  const starting = { status: "In Progress" };
  const started = await preview({ kind: "maintenance", noticeID: maintenanceID, ...starting });
  await send("PATCH", `/api/maintenances/${maintenanceID}`, { ...starting, ...silent });
  expect((await banner()).banner).toEqual(started.json.banner.after);
  expect(started.json.banner.after.text).toBe("Major System Outage");
  const { json } = await preview({ kind: "maintenance", noticeID: maintenanceID, status: "Completed" });
  expect(json.restores).toEqual([
    {
      componentID,
      name: "Search",
      because: null,
      currentStatus: "Major Outage",
      status: "Degraded Performance",
    },
  ]);
  await send("PATCH", `/api/maintenances/${maintenanceID}`, { status: "Completed", ...silent });
  expect((await banner()).banner).toEqual(json.banner.after);
});

test("a component that another notice still affects is named with that notice", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Reports" });
  const affected = (status: "Partial Outage" | "Degraded Performance") => [{ componentID, status }];
  await makeIncident(daymark, { name: "Database slow", components: affected("Partial Outage"), ...silent });
  const { incidentID } = await makeIncident(daymark, {
    name: "Exports fail",
    components: affected("Partial Outage"),
    ...silent,
  });
  const resolving = { status: "Resolved", restoreComponents: true };
  const { json } = await preview({ kind: "incident", noticeID: incidentID, ...resolving });
  expect(json.restores).toEqual([
    {
      componentID,
      name: "Reports",
      because: "Database slow",
      currentStatus: "Partial Outage",
      status: "Partial Outage",
    },
  ]);
});

interface Case {
  name: string;
  body: (fixtures: Awaited<ReturnType<typeof makeFixtures>>) => object;
}

const window = { startAt: "2030-01-31T22:00:00.000Z", endAt: "2030-01-31T23:00:00.000Z" };
const backfill = {
  backfilled: true,
  createdAt: "2026-01-01T10:00:00.000Z",
  resolvedAt: "2026-01-01T11:00:00.000Z",
};

async function makeFixtures() {
  const { componentID } = await makeComponent(daymark, { name: "Checkout" });
  const components = [{ componentID, status: "Major Outage" }];
  const template = { kind: "incident", title: "{{components}} is down", message: "Sorry.", components };
  const name = `Outage ${componentID}`;
  const { templateID } = (await send("POST", "/api/templates", { name, ...template })).json;
  const untitled = (
    await send("POST", "/api/templates", { name: `No title ${componentID}`, kind: "incident" })
  ).json.templateID;
  return { componentID, components, templateID, untitled };
}

const newIncidents: Case[] = [
  { name: "components", body: ({ components }) => ({ name: "Down", status: "Identified", components }) },
  { name: "a template", body: ({ templateID }) => ({ templateID }) },
  { name: "a template and a name", body: ({ templateID }) => ({ templateID, name: "Other" }) },
  { name: "what is over already", body: ({ components }) => ({ ...backfill, ...named, components }) },
  { name: "a template, over already", body: ({ templateID }) => ({ ...backfill, templateID }) },
  { name: "an unknown component", body: () => ({ ...named, components: [{ componentID: "x", ...major }] }) },
  { name: "an unknown template", body: () => ({ templateID: "nothing" }) },
  { name: "a template without a title", body: ({ untitled }) => ({ templateID: untitled }) },
  { name: "resolvedAt alone", body: () => ({ ...named, resolvedAt: backfill.resolvedAt }) },
  {
    name: "an end before the start",
    body: () => ({ ...named, ...backfill, resolvedAt: backfill.createdAt }),
  },
  { name: "mail about what is over", body: () => ({ ...named, ...backfill, notifySubscribers: true }) },
];
const named = { name: "Down", status: "Investigating" };
const major = { status: "Major Outage" };

test.each(newIncidents)("a new incident with $name is previewed as it is then created", async ({ body }) => {
  const fixtures = await makeFixtures();
  const fields = body(fixtures);
  const previewed = await preview({ kind: "incident", ...fields });
  const written = await send("POST", "/api/incidents", { ...silent, ...fields });
  if (written.status !== 201) {
    expect([previewed.status, previewed.json]).toEqual([written.status, written.json]);
    return;
  }
  expect((await banner()).banner).toEqual(previewed.json.banner.after);
  const { incidentID, name, message, backfilled = false } = written.json;
  expect(previewed.json.html).toContain(message);
  expect(previewed.json.email === null).toBe(backfilled);
  if (!backfilled) expect(previewed.json.email.text).toContain(name);
  await send("DELETE", `/api/incidents/${incidentID}?restoreComponents=true`);
});

const changes: Case[] = [
  { name: "an unknown component", body: () => ({ components: [{ componentID: "x", ...major }] }) },
  { name: "components to restore too early", body: () => ({ restoreComponents: true, message: "Soon." }) },
  { name: "an end before the start", body: () => ({ endAt: window.startAt }) },
];

test.each(changes)("a change with $name is refused alike in the preview", async ({ body }) => {
  const { maintenanceID } = await makeMaintenance(daymark, { ...silent, ...window });
  const change = body(await makeFixtures());
  const written = await send("PATCH", `/api/maintenances/${maintenanceID}`, change);
  expect(written.status).toBe(400);
  const previewed = await preview({ kind: "maintenance", noticeID: maintenanceID, ...change });
  expect([previewed.status, previewed.json]).toEqual([400, written.json]);
});

test("a maintenance that goes back to Scheduled, and one that is deleted, are previewed as they are written", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Queue" });
  const running = {
    ...silent,
    ...window,
    status: "In Progress" as const,
    components: [{ componentID, status: "Major Outage" as const }],
  };
  const { maintenanceID } = await makeMaintenance(daymark, running);
  for (const change of [{ status: "Scheduled" }, { status: "In Progress" }, { status: "Verifying" }]) {
    const { json } = await preview({ kind: "maintenance", noticeID: maintenanceID, ...change });
    await send("PATCH", `/api/maintenances/${maintenanceID}`, { ...change, ...silent });
    expect((await banner()).banner).toEqual(json.banner.after);
  }
  for (const restoreComponents of [true, false]) {
    const { maintenanceID } = await makeMaintenance(daymark, running);
    const deletion = { kind: "maintenance", noticeID: maintenanceID, deletes: true, restoreComponents };
    const { json } = await preview(deletion);
    await send("DELETE", `/api/maintenances/${maintenanceID}?restoreComponents=${restoreComponents}`);
    expect((await banner()).banner).toEqual(json.banner.after);
  }
});

test("a request without email has none in its preview", async () => {
  const { json } = await preview({ kind: "incident", name: "Down", notifySubscribers: false });
  expect(json.email).toBeNull();
});

test("the preview has the email about a new time only if subscribers are notified", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, { ...silent, ...window });
  const moved = { kind: "maintenance", noticeID: maintenanceID, endAt: "2031-01-01T15:00:00.000Z" };
  expect((await preview(moved)).json.email).toBeNull();
  const { json } = await preview({ ...moved, tellNewTime: true });
  expect(json.email?.subject).toContain("New time: ");
  expect(json.email?.text).toContain("Before ");
});

test("a preview is refused like the write, and only for administrators", async () => {
  expect(await preview({ kind: "incident", noticeID: "nobody" })).toMatchObject({ status: 404 });
  expect(await preview({ kind: "party" })).toMatchObject({ status: 400 });
  expect(await preview({ kind: "incident", message: "x".repeat(20_001) })).toMatchObject({ status: 400 });
  expect((await daymark.fetch("/api/preview", { method: "POST", body: "{}" })).status).toBe(401);
});
