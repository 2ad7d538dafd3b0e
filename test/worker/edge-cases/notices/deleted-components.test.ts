import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../../support/factories/factories.ts";
import { addSubscribers } from "../../../support/factories/insert-subscribers.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// Incidents and maintenances still name their components after these are deleted.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await answer(
    daymark.administrator.settings.$patch({
      json: { emailNotification: { enable: true, sourceEmailAddress: "status@example.org" } },
    }),
  );
});
afterAll(() => daymark.stop());

const affected = (componentID: string, status: ComponentStatus = "Partial Outage") => ({
  componentID,
  status,
});
const deleteComponent = (componentID: string) =>
  daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
const postMessage = (incidentID: string, message: string) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: { message } }));
const readText = async (path: string) => (await daymark.fetch(path)).text();

/** Creates an incident with two components and deletes the first one, which has a subscriber and status changes. */
async function makeIncidentWithDeleted(name: string) {
  const [deletedComponent, otherComponent] = [
    await makeComponent(daymark, { name }),
    await makeComponent(daymark),
  ];
  const emailAddress = `${deletedComponent.componentID}@example.com`;
  await addSubscribers(daymark, [
    { emailAddress, components: [deletedComponent.componentID, otherComponent.componentID] },
  ]);
  const components = [
    affected(deletedComponent.componentID),
    affected(otherComponent.componentID, "Degraded Performance"),
  ];
  const { incidentID } = await makeIncident(daymark, { components });
  expect((await deleteComponent(deletedComponent.componentID)).status).toBe(204);
  const expectedComponents = [
    { componentID: deletedComponent.componentID, name, status: "Partial Outage", deleted: true },
    { componentID: otherComponent.componentID, name: "API", status: "Degraded Performance" },
  ];
  return { incidentID, deletedComponent, otherComponent, expectedComponents };
}

test("the API lists a deleted component with its name and deleted: true", async () => {
  const { incidentID, expectedComponents } = await makeIncidentWithDeleted("Old search");
  const headers = { "x-api-key": await makeApiKey(daymark) };
  for (const base of ["/api", "/api/v0"]) {
    const read = async (path: string) => (await daymark.fetch(path, { headers })).json();
    expect(await read(`${base}/incidents/${incidentID}`)).toMatchObject({ components: expectedComponents });
    expect(await read(`${base}/incidents?limit=1`)).toMatchObject([{ components: expectedComponents }]);
  }
  expect(await postMessage(incidentID, "Going on.")).toMatchObject({ components: expectedComponents });
});

test("a PATCH may repeat a deleted component with its status, and a new status for it gets 400", async () => {
  const [deletedComponent, otherComponent] = [
    await makeComponent(daymark, { name: "Old chat" }),
    await makeComponent(daymark),
  ];
  const components = [affected(deletedComponent.componentID), affected(otherComponent.componentID)];
  const { incidentID } = await makeIncident(daymark, { components });
  const { maintenanceID } = await makeMaintenance(daymark, { components });
  await deleteComponent(deletedComponent.componentID);
  const headers = { Authorization: await daymark.token() };
  for (const path of [`/api/incidents/${incidentID}`, `/api/maintenances/${maintenanceID}`]) {
    const { components: listed } = (await (await daymark.fetch(path)).json()) as { components: object[] };
    expect(listed).toContainEqual({
      ...affected(deletedComponent.componentID),
      name: "Old chat",
      deleted: true,
    });
    const send = (list: object[]) =>
      daymark.fetch(path, { method: "PATCH", headers, body: JSON.stringify({ components: list }) });
    const accepted = await send(listed);
    expect([accepted.status, await accepted.json()]).toEqual([
      200,
      expect.objectContaining({ components: listed }),
    ]);
    const rejected = await send([affected(deletedComponent.componentID, "Operational")]);
    const message = `There is no component ${deletedComponent.componentID}.`;
    expect([rejected.status, await rejected.json()]).toEqual([
      400,
      { errorMessage: message, errors: [{ path: "components.0.componentID", message }] },
    ]);
  }
});

test("pages, Markdown, feeds and the status API show a deleted component without a link", async () => {
  const { incidentID, deletedComponent, otherComponent } = await makeIncidentWithDeleted("Old billing");
  for (const path of [
    "/",
    "/history",
    `/incidents/${incidentID}`,
    `/components/${otherComponent.componentID}`,
  ]) {
    const html = await readText(path);
    expect([path, html]).toEqual([path, expect.stringContaining("<bdi>Old billing</bdi> <span>(deleted)")]);
    expect(html).not.toContain(deletedComponent.componentID);
  }
  for (const path of [
    `/incidents/${incidentID}.md`,
    "/history.rss",
    "/history.atom",
    "/history.json",
    `/components/${otherComponent.componentID}/history.atom`,
  ])
    expect([path, await readText(path)]).toEqual([path, expect.stringContaining("Old billing (deleted)")]);
  const summary = JSON.parse(await readText("/api/v2/incidents/unresolved.json"));
  expect(JSON.stringify(summary)).toContain('"name":"Old billing"');
  expect(await readText("/?lang=de")).toContain("(gelöscht)");
  expect((await daymark.fetch(`/components/${deletedComponent.componentID}`)).status).toBe(404);
});

test("the next email names a deleted component", async () => {
  const { incidentID, otherComponent } = await makeIncidentWithDeleted("Old login");
  await postMessage(incidentID, "Still down.");
  const content = await daymark.db
    .prepare("SELECT content FROM messages WHERE notice_id = ? ORDER BY created_at DESC LIMIT 1")
    .bind(incidentID)
    .first<string>("content");
  expect(JSON.parse(content ?? "{}").components).toEqual([
    { componentID: expect.any(String), name: "Old login", status: "Partial Outage", deleted: true },
    { componentID: otherComponent.componentID, name: otherComponent.name, status: "Degraded Performance" },
  ]);
});

test("a maintenance with a deleted component still starts, ends and names it", async () => {
  const [deletedComponent, otherComponent] = [
    await makeComponent(daymark, { name: "Old mail" }),
    await makeComponent(daymark),
  ];
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: "2031-01-01T10:00:00.000Z",
    endAt: "2031-01-01T12:00:00.000Z",
    components: [affected(deletedComponent.componentID), affected(otherComponent.componentID)],
  });
  await deleteComponent(deletedComponent.componentID);
  const read = () =>
    answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } }));
  for (const [minute, status] of [
    ["10:00", "In Progress"],
    ["12:00", "Completed"],
  ] as const) {
    await daymark.runCron(`2031-01-01T${minute}:00.000Z`);
    expect(await read()).toMatchObject({ status, components: [{ name: "Old mail", deleted: true }, {}] });
  }
  expect(await readText(`/maintenances.ics`)).toContain("Old mail");
});

test("deleting a notice deletes its stored names, and deleting an unknown component gets 204", async () => {
  const { incidentID } = await makeIncidentWithDeleted("Old forum");
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  const countNames = daymark.db.prepare("SELECT count(*) AS n FROM deleted_components WHERE notice_id = ?");
  expect(await countNames.bind(incidentID).first("n")).toBe(0);
  expect((await deleteComponent("nowhere00000")).status).toBe(204);
});

test("the page counts deleted components among those that it doesn't list", async () => {
  const created = await Promise.all(
    Array.from({ length: 22 }, () => makeComponent(daymark, { name: "Part" })),
  );
  const { incidentID } = await makeIncident(daymark, {
    components: created.map(({ componentID }) => affected(componentID)),
  });
  for (const { componentID } of created.slice(0, 11)) await deleteComponent(componentID);
  const { components } = await answer(
    daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }),
  );
  expect(components.filter(({ deleted }) => deleted)).toHaveLength(11);
  expect(components).toHaveLength(22);
  expect(await readText("/")).toContain("2 more components");
});

test("listing incidents costs extra rows and a statement only if one has a deleted component", async () => {
  const ownDaymark = await startDaymark({ countsRows: true });
  try {
    const cost = async () => {
      const { headers } = await ownDaymark.fetch("/api/incidents?fresh=1", {
        headers: { Authorization: await ownDaymark.token() },
      });
      return [headers.get("x-test-rows"), headers.get("x-test-statements")].map(Number);
    };
    const { componentID } = await makeComponent(ownDaymark);
    for (const _ of [1, 2, 3]) await makeIncident(ownDaymark, { components: [affected(componentID)] });
    const before = await cost();
    const other = await makeComponent(ownDaymark);
    const { incidentID } = await makeIncident(ownDaymark, { components: [affected(other.componentID)] });
    await ownDaymark.administrator.components[":componentID"].$delete({
      param: { componentID: other.componentID },
    });
    const [rows = 0, statements = 0] = await cost();
    expect(statements).toBe((before[1] ?? 0) + 1);
    expect(rows).toBeGreaterThan(before[0] ?? 0);
    await ownDaymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
    expect(await cost()).toEqual(before);
  } finally {
    await ownDaymark.stop();
  }
});
