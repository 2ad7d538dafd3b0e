import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../worker/components/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { addSubscribers } from "../support/subscribers.ts";

// A component that is deleted stays named in the incidents and maintenances that it was part of.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  await answer(
    daymark.administrator.settings.$patch({
      json: { emailNotification: { enable: true, sourceEmailAddress: "status@example.org" } },
    }),
  );
});
afterAll(() => daymark.stop());

const touched = (componentID: string, status: ComponentStatus = "Partial Outage") => ({
  componentID,
  status,
});
const remove = (componentID: string) =>
  daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
const change = (incidentID: string, message: string) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: { message } }));
const text = async (path: string) => (await daymark.fetch(path)).text();

/** An incident of two components, of which the first is deleted; subscribers and status changes hang on it. */
async function incidentWithDeleted(name: string) {
  const [gone, kept] = [await makeComponent(daymark, { name }), await makeComponent(daymark)];
  const emailAddress = `${gone.componentID}@example.com`;
  await addSubscribers(daymark, [{ emailAddress, components: [gone.componentID, kept.componentID] }]);
  const components = [touched(gone.componentID), touched(kept.componentID, "Degraded Performance")];
  const { incidentID } = await makeIncident(daymark, { components });
  expect((await remove(gone.componentID)).status).toBe(204);
  const named = [
    { componentID: gone.componentID, name, status: "Partial Outage", deleted: true },
    { componentID: kept.componentID, name: "API", status: "Degraded Performance" },
  ];
  return { incidentID, gone, kept, named };
}

test("the API names it in the list and in the item, with deleted: true", async () => {
  const { incidentID, named } = await incidentWithDeleted("Old search");
  const headers = { "x-api-key": await makeApiKey(daymark) };
  for (const base of ["/api", "/api/v0"]) {
    const read = async (path: string) => (await daymark.fetch(path, { headers })).json();
    expect(await read(`${base}/incidents/${incidentID}`)).toMatchObject({ components: named });
    expect(await read(`${base}/incidents?limit=1`)).toMatchObject([{ components: named }]);
  }
  expect(await change(incidentID, "Going on.")).toMatchObject({ components: named });
});

test("an incident and a maintenance take their own list back, and no other status of what is deleted", async () => {
  const [gone, kept] = [await makeComponent(daymark, { name: "Old chat" }), await makeComponent(daymark)];
  const components = [touched(gone.componentID), touched(kept.componentID)];
  const { incidentID } = await makeIncident(daymark, { components });
  const { maintenanceID } = await makeMaintenance(daymark, { components });
  await remove(gone.componentID);
  const headers = { Authorization: await daymark.token() };
  for (const path of [`/api/incidents/${incidentID}`, `/api/maintenances/${maintenanceID}`]) {
    const { components: listed } = (await (await daymark.fetch(path)).json()) as { components: object[] };
    expect(listed).toContainEqual({ ...touched(gone.componentID), name: "Old chat", deleted: true });
    const send = (list: object[]) =>
      daymark.fetch(path, { method: "PATCH", headers, body: JSON.stringify({ components: list }) });
    const taken = await send(listed);
    expect([taken.status, await taken.json()]).toEqual([
      200,
      expect.objectContaining({ components: listed }),
    ]);
    const refused = await send([touched(gone.componentID, "Operational")]);
    const message = `There is no component ${gone.componentID}.`;
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { errorMessage: message, errors: [{ path: "components.0.componentID", message }] },
    ]);
  }
});

test("page, Markdown, feeds and status API name it, without a link or a status", async () => {
  const { incidentID, gone, kept } = await incidentWithDeleted("Old billing");
  for (const path of ["/", "/history", `/incidents/${incidentID}`, `/components/${kept.componentID}`]) {
    const html = await text(path);
    expect([path, html]).toEqual([path, expect.stringContaining("<bdi>Old billing</bdi> <span>(deleted)")]);
    expect(html).not.toContain(gone.componentID);
  }
  for (const path of [
    `/incidents/${incidentID}.md`,
    "/history.rss",
    "/history.atom",
    "/history.json",
    `/components/${kept.componentID}/history.atom`,
  ])
    expect([path, await text(path)]).toEqual([path, expect.stringContaining("Old billing (deleted)")]);
  const summary = JSON.parse(await text("/api/v2/incidents/unresolved.json"));
  expect(JSON.stringify(summary)).toContain('"name":"Old billing"');
  expect(await text("/?lang=de")).toContain("(gelöscht)");
  expect((await daymark.fetch(`/components/${gone.componentID}`)).status).toBe(404);
});

test("the next mail names it", async () => {
  const { incidentID, kept } = await incidentWithDeleted("Old login");
  await change(incidentID, "Still down.");
  const content = await daymark.db
    .prepare("SELECT content FROM mail_messages WHERE notice_id = ? ORDER BY created_at DESC LIMIT 1")
    .bind(incidentID)
    .first<string>("content");
  expect(JSON.parse(content ?? "{}").components).toEqual([
    { name: "Old login", status: "Partial Outage", deleted: true },
    { name: kept.name, status: "Degraded Performance" },
  ]);
});

test("a maintenance names it, too, and starts and ends without it", async () => {
  const [gone, kept] = [await makeComponent(daymark, { name: "Old mail" }), await makeComponent(daymark)];
  const { maintenanceID } = await makeMaintenance(daymark, {
    ...{ startAt: "2041-01-01T10:00:00.000Z", endAt: "2041-01-01T12:00:00.000Z" },
    components: [touched(gone.componentID), touched(kept.componentID)],
  });
  await remove(gone.componentID);
  const read = () =>
    answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } }));
  for (const [minute, status] of [
    ["10:00", "In Progress"],
    ["12:00", "Completed"],
  ] as const) {
    await daymark.tick(`2041-01-01T${minute}:00.000Z`);
    expect(await read()).toMatchObject({ status, components: [{ name: "Old mail", deleted: true }, {}] });
  }
  expect(await text(`/maintenances.ics`)).toContain("Old mail");
});

test("a deleted notice takes the names along, and an unknown component is deleted without a trace", async () => {
  const { incidentID } = await incidentWithDeleted("Old forum");
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  const left = daymark.db.prepare("SELECT count(*) AS n FROM deleted_components WHERE notice_id = ?");
  expect(await left.bind(incidentID).first("n")).toBe(0);
  expect((await remove("nowhere00000")).status).toBe(204);
});

test("among more components than a page loads, the deleted ones are counted", async () => {
  const made = await Promise.all(Array.from({ length: 22 }, () => makeComponent(daymark, { name: "Part" })));
  const { incidentID } = await makeIncident(daymark, {
    components: made.map(({ componentID }) => touched(componentID)),
  });
  for (const { componentID } of made.slice(0, 11)) await remove(componentID);
  const { components } = await answer(
    daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }),
  );
  expect(components.filter(({ deleted }) => deleted)).toHaveLength(11);
  expect(components).toHaveLength(22);
  expect(await text("/")).toContain("2 more components");
});

test("a page of notices without deleted components reads as many rows and runs as many statements", async () => {
  const without = await startDaymark({ build: "faulty-worker" });
  try {
    const cost = async () => {
      const { headers } = await without.fetch("/api/incidents?fresh=1", {
        headers: { Authorization: await without.token() },
      });
      return [headers.get("x-test-rows"), headers.get("x-test-statements")].map(Number);
    };
    const { componentID } = await makeComponent(without);
    for (const _ of [1, 2, 3]) await makeIncident(without, { components: [touched(componentID)] });
    const before = await cost();
    const other = await makeComponent(without);
    const { incidentID } = await makeIncident(without, { components: [touched(other.componentID)] });
    await without.administrator.components[":componentID"].$delete({
      param: { componentID: other.componentID },
    });
    const [rows = 0, statements = 0] = await cost();
    expect(statements).toBe((before[1] ?? 0) + 1);
    expect(rows).toBeGreaterThan(before[0] ?? 0);
    await without.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
    expect(await cost()).toEqual(before);
  } finally {
    await without.stop();
  }
});

test("components that were deleted before the upgrade are named where an update knew them", async () => {
  const time = "2026-02-01T00:00:00.000Z";
  const upgraded = await startDaymark({
    leftBy: {
      migration: "0016_console_version.sql",
      statements: [
        `INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
          VALUES ('kept', 'Kept', '', 'Operational', 1, '${time}', '${time}')`,
        ...["first", "second"].flatMap((id) => [
          `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
            VALUES ('${id}', 'incident', '${id}', 'Resolved', '', '${time}', '${time}')`,
          ...["Old name", "New name"].flatMap((name, at) => [
            `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
              VALUES ('${id}${at}', '${id}', 'Resolved', '', '2026-02-01T0${at}:00:00.000Z', '${time}')`,
            `INSERT INTO notice_update_components (notice_update_id, component_id, name, old_status, new_status) VALUES
              ('${id}${at}', 'gone', '${name}', 'Operational', '${at ? "Major Outage" : "Partial Outage"}'),
              ('${id}${at}', 'kept', 'Kept', 'Operational', 'Operational')`,
          ]),
          `INSERT INTO notice_components (notice_id, component_id, status) VALUES ('${id}', 'kept', 'Operational')`,
        ]),
      ],
    },
  });
  try {
    const listed = await answer(upgraded.visitor.incidents.$get());
    const named = [
      { componentID: "gone", name: "New name", status: "Major Outage", deleted: true },
      { componentID: "kept", name: "Kept", status: "Operational" },
    ];
    expect(listed.map(({ components }) => components)).toEqual([named, named]);
  } finally {
    await upgraded.stop();
  }
});
