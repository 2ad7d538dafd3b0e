import { afterAll, beforeAll, expect, test } from "vitest";
import type { IncidentChange, IncidentUpdateChange } from "../../worker/incidents/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const read = (incidentID: string) =>
  answer(daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }));
const change = (incidentID: string, json: IncidentChange) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
const changeUpdate = (incidentID: string, incidentUpdateID: string, json: IncidentUpdateChange) =>
  daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
    param: { incidentID, incidentUpdateID },
    json,
  });
const statusOf = async (componentID: string) => {
  const components = await answer(daymark.visitor.components.$get());
  return components.find((component) => component.componentID === componentID)?.status;
};
const changesOf = async (componentID: string) => {
  const rows = await daymark.db
    .prepare("SELECT status, at, cause FROM status_changes WHERE component_id = ? ORDER BY id")
    .bind(componentID)
    .all<{ status: string; at: string; cause: string }>();
  return rows.results;
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test("opening an incident makes its first update and changes the components it names", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Database" });
  const incident = await makeIncident(daymark, {
    name: "Writes fail",
    message: "We are **looking**.",
    components: [{ componentID, status: "Major Outage" }],
  });
  expect(incident).toEqual({
    incidentID: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
    name: "Writes fail",
    status: "Investigating",
    message: "We are **looking**.",
    components: [{ componentID, name: "Database", status: "Major Outage" }],
    createdAt: expect.any(String),
    updatedAt: incident.createdAt,
    incidentUpdates: [
      {
        incidentUpdateID: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
        incidentID: incident.incidentID,
        incidentStatus: "Investigating",
        message: "We are **looking**.",
        createdAt: incident.createdAt,
        updatedAt: incident.createdAt,
      },
    ],
  });
  expect(await statusOf(componentID)).toBe("Major Outage");
  expect(await read(incident.incidentID)).toEqual(incident);
  expect((await changesOf(componentID)).at(-1)).toEqual({
    status: "Major Outage",
    at: incident.createdAt,
    cause: `incident:${incident.incidentID}`,
  });
});

test("50 administrators posting at once give 50 incidents", async () => {
  const opened = await Promise.all(
    Array.from({ length: 50 }, (_, n) => makeIncident(daymark, { name: `At once ${n}` })),
  );
  const listed = await answer(daymark.visitor.incidents.$get({ query: { limit: "100" } }));
  expect(new Set(opened.map(({ incidentID }) => incidentID)).size).toBe(50);
  expect(
    listed
      .filter(({ name }) => name.startsWith("At once "))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(opened.map(({ name }) => name).sort());
});

test("an incident that was noticed late began when it is said to have begun", async () => {
  const createdAt = hoursAgo(30);
  const { componentID, createdAt: since } = await makeComponent(daymark);
  const incident = await makeIncident(daymark, {
    createdAt,
    components: [{ componentID, status: "Partial Outage" }],
  });
  expect(incident).toMatchObject({ createdAt, incidentUpdates: [{ createdAt }] });
  // The component did not exist yet: its history grows at its end only.
  expect((await changesOf(componentID)).at(-1)).toMatchObject({ status: "Partial Outage", at: since });
});

test("a status, a message or components append an update; a name or a time alone does not", async () => {
  const { incidentID } = await makeIncident(daymark);
  expect(await change(incidentID, { name: "Renamed" })).toMatchObject({
    name: "Renamed",
    incidentUpdates: [{}],
  });
  const createdAt = hoursAgo(2);
  expect(await change(incidentID, { createdAt })).toMatchObject({
    name: "Renamed",
    createdAt,
    incidentUpdates: [{}],
  });
  await change(incidentID, { message: "Found it." });
  await change(incidentID, { status: "Monitoring" });
  const last = await change(incidentID, { components: [] });
  expect(last.incidentUpdates.map(({ incidentStatus, message }) => [incidentStatus, message])).toEqual([
    ["Monitoring", ""],
    ["Monitoring", ""],
    ["Investigating", "Found it."],
    ["Investigating", ""],
  ]);
  expect(last).toMatchObject({ status: "Monitoring", message: "", name: "Renamed" });
});

test("an update changes the components that it names and leaves the others alone", async () => {
  const [api, web] = [await makeComponent(daymark), await makeComponent(daymark)];
  const both = [api, web].map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  const { incidentID } = await makeIncident(daymark, { components: both });
  const incident = await change(incidentID, {
    status: "Resolved",
    components: [{ componentID: api.componentID, status: "Operational" }],
  });
  expect(incident.components.map(({ status }) => status)).toEqual(["Operational", "Major Outage"]);
  expect(await statusOf(api.componentID)).toBe("Operational");
  expect(await statusOf(web.componentID)).toBe("Major Outage");
});

test("a resolved incident can be opened again", async () => {
  const { incidentID } = await makeIncident(daymark);
  await change(incidentID, { status: "Resolved" });
  expect(await change(incidentID, { status: "Investigating" })).toMatchObject({ status: "Investigating" });
});

test("editing the newest update changes what the incident says", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "first" });
  const { incidentUpdates } = await change(incidentID, { status: "Identified", message: "second" });
  const [newest, oldest] = incidentUpdates;
  const edited = await answer(
    changeUpdate(incidentID, newest?.incidentUpdateID ?? "", {
      message: "second, better",
      incidentStatus: "Monitoring",
    }),
  );
  expect(edited).toEqual({
    ...newest,
    message: "second, better",
    incidentStatus: "Monitoring",
    updatedAt: edited.updatedAt,
  });
  expect(await read(incidentID)).toMatchObject({ status: "Monitoring", message: "second, better" });
  await answer(changeUpdate(incidentID, oldest?.incidentUpdateID ?? "", { message: "first, better" }));
  expect(await read(incidentID)).toMatchObject({ message: "second, better" });
});

test("an update that is dated back below another one is no longer the newest", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "first", createdAt: hoursAgo(1) });
  const { incidentUpdates } = await change(incidentID, { status: "Resolved", message: "second" });
  await answer(
    changeUpdate(incidentID, incidentUpdates[0]?.incidentUpdateID ?? "", { createdAt: hoursAgo(2) }),
  );
  expect(await read(incidentID)).toMatchObject({ status: "Investigating", message: "first" });
});

test("a time that is a little ahead is kept as now, so that what is said later is newer", async () => {
  const createdAt = new Date(Date.now() + 40_000).toISOString();
  const { incidentID, ...opened } = await makeIncident(daymark, { createdAt });
  expect(opened.createdAt < createdAt).toBe(true);
  expect(await change(incidentID, { status: "Resolved" })).toMatchObject({
    status: "Resolved",
    incidentUpdates: [{ incidentStatus: "Resolved" }, { incidentStatus: "Investigating" }],
  });
});

test("an edited update says when it was edited", async () => {
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const [{ incidentUpdateID, createdAt } = { incidentUpdateID: "", createdAt: "" }] = incidentUpdates;
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(createdAt));
  const edited = await answer(changeUpdate(incidentID, incidentUpdateID, { message: "Better said." }));
  expect(edited.updatedAt > createdAt).toBe(true);
  expect((await read(incidentID)).incidentUpdates).toEqual([{ ...edited, createdAt }]);
});

test("of updates of the same millisecond the one that was stored later is the newest", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "first" });
  await change(incidentID, { status: "Identified", message: "second" });
  const { incidentUpdates } = await change(incidentID, { status: "Monitoring", message: "third" });
  await daymark.db
    .prepare("UPDATE notice_updates SET created_at = '2001-01-01T00:00:00.000Z' WHERE notice_id = ?")
    .bind(incidentID)
    .run();
  await answer(changeUpdate(incidentID, incidentUpdates[2]?.incidentUpdateID ?? "", { message: "1st" }));
  const incident = await read(incidentID);
  expect(incident.incidentUpdates.map(({ message }) => message)).toEqual(["third", "second", "1st"]);
  expect(incident).toMatchObject({ status: "Monitoring", message: "third" });
});

test("an update of another incident is a 404 and stays as it is", async () => {
  const [mine, other] = [await makeIncident(daymark), await makeIncident(daymark, { message: "theirs" })];
  const response = await changeUpdate(mine.incidentID, other.incidentUpdates[0]?.incidentUpdateID ?? "", {
    message: "x",
  });
  expect(response.status).toBe(404);
  expect(await read(other.incidentID)).toEqual(other);
});

test("a maintenance's update is none of an incident's", async () => {
  const maintenance = await makeMaintenance(daymark);
  const [mine] = maintenance.maintenanceUpdates;
  const { incidentID } = await makeIncident(daymark);
  for (const id of [incidentID, maintenance.maintenanceID])
    expect((await changeUpdate(id, mine?.maintenanceUpdateID ?? "", { message: "x" })).status).toBe(404);
  const param = { maintenanceID: maintenance.maintenanceID };
  expect(await answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param }))).toEqual(maintenance);
});

test("a deleted incident takes its updates along and leaves component statuses as they are", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Major Outage" }],
  });
  for (const _ of ["first", "again"]) {
    const gone = await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
    expect(gone.status).toBe(204);
  }
  expect((await daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } })).status).toBe(404);
  expect(await statusOf(componentID)).toBe("Major Outage");
  const left = daymark.db
    .prepare("SELECT count(*) AS n FROM notice_updates WHERE notice_id = ?")
    .bind(incidentID);
  expect(await left.first("n")).toBe(0);
});

test("a deleted component stays named by its incidents", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Major Outage" }],
  });
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  expect(await read(incidentID)).toMatchObject({
    components: [{ componentID, name: "API", status: "Major Outage", deleted: true }],
  });
});

test("150 components in one incident are as good as one", async () => {
  const made = await Promise.all(Array.from({ length: 150 }, () => makeComponent(daymark)));
  const components = made.map(({ componentID }) => ({
    componentID,
    status: "Degraded Performance" as const,
  }));
  const incident = await makeIncident(daymark, { components });
  expect(incident.components).toHaveLength(150);
});

test("the list is newest first, and its Link header leads through all of it once", async () => {
  const began = "2001-01-01T00:00:00.000Z";
  const made = [];
  for (const name of ["a", "b", "c", "d", "e"])
    made.push(await makeIncident(daymark, { name, createdAt: began }));
  const seen: string[] = [];
  let next: string | null = "/api/incidents?limit=2&before=2001-01-01T00:00:00.001Z";
  while (next !== null && seen.length < 20) {
    const response: Response = await daymark.fetch(next);
    const page = (await response.json()) as { incidentID: string; createdAt: string }[];
    expect(page.length).toBeLessThanOrEqual(2);
    seen.push(...page.map(({ incidentID }) => incidentID));
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
  }
  expect(seen.sort()).toEqual(made.map(({ incidentID }) => incidentID).sort());
  const whole = await daymark.fetch("/api/incidents?limit=5&before=2001-01-01T00:00:00.001Z");
  expect([((await whole.json()) as unknown[]).length, whole.headers.get("Link")]).toEqual([5, null]);
});

test("a cursor that no Link header has is refused, so that nobody fills the caches with its endings", async () => {
  for (const ending of ["", "x", "anything at all", "0123456789AB0", "0123456789A-"]) {
    const before = encodeURIComponent(`2027-01-01T00:00:00Z_${ending}`);
    const response = await daymark.fetch(`/api/incidents?before=${before}`);
    expect([ending, response.status]).toEqual([ending, 400]);
  }
});

test("50 incidents are a page unless told otherwise, newest first", async () => {
  const seconds = Array.from({ length: 52 }, (_, second) =>
    new Date(Date.UTC(2002, 0, 1, 0, 0, second)).toISOString(),
  );
  await Promise.all(seconds.map((createdAt) => makeIncident(daymark, { createdAt })));
  const query = { before: "2003-01-01T00:00:00.000Z" };
  const listed = await answer(daymark.visitor.incidents.$get({ query }));
  expect(listed.map(({ createdAt }) => createdAt)).toEqual(seconds.toReversed().slice(0, 50));
});
