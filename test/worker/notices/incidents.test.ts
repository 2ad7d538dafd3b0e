import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

// The tests in notices.test.ts are for both incidents and maintenances.

const statusOf = async (componentID: string) => {
  const components = await answer(daymark.visitor.components.$get());
  return components.find((component) => component.componentID === componentID)?.status;
};
const statusChangesOf = async (componentID: string) => {
  const rows = await daymark.db
    .prepare("SELECT status, at, cause FROM status_changes WHERE component_id = ? ORDER BY id")
    .bind(componentID)
    .all<{ status: string; at: string; cause: string }>();
  return rows.results;
};

test("opening an incident sets the status of the components it names, and records the change", async () => {
  const { componentID } = await makeComponent(daymark);
  const incident = await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  expect(await statusOf(componentID)).toBe("Major Outage");
  expect((await statusChangesOf(componentID)).at(-1)).toEqual({
    status: "Major Outage",
    at: incident.createdAt,
    cause: `incident:${incident.incidentID}`,
  });
});

test("an incident with a past `createdAt` has that time, and its components count from then, or from their creation", async () => {
  const createdAt = new Date(Date.now() - 30 * HOUR_MS).toISOString();
  const { componentID, createdAt: componentCreatedAt } = await makeComponent(daymark);
  const incident = await makeIncident(daymark, {
    createdAt,
    components: [{ componentID, status: "Partial Outage" }],
  });
  expect(incident).toMatchObject({ createdAt, incidentUpdates: [{ createdAt }] });
  expect((await statusChangesOf(componentID)).at(-1)).toMatchObject({
    status: "Partial Outage",
    at: incident.updatedAt,
  });
  const overrides = daymark.db.prepare('SELECT "from", "to" FROM status_overrides WHERE component_id = ?');
  expect((await overrides.bind(componentID).all()).results).toEqual([
    { from: componentCreatedAt, to: incident.updatedAt },
  ]);
});

test("an update changes the components that it names and no others", async () => {
  const [api, web] = [await makeComponent(daymark), await makeComponent(daymark)];
  const components = [api, web].map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  const { incidentID } = await makeIncident(daymark, { components });
  const incident = await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved", components: [{ componentID: api.componentID, status: "Operational" }] },
    }),
  );
  expect(incident.components.map(({ status }) => status)).toEqual(["Operational", "Major Outage"]);
  expect(await statusOf(api.componentID)).toBe("Operational");
  expect(await statusOf(web.componentID)).toBe("Major Outage");
});

test("deleting an incident doesn't change component statuses", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, {
    components: [{ componentID, status: "Major Outage" }],
  });
  const param = { incidentID };
  expect((await daymark.administrator.incidents[":incidentID"].$delete({ param })).status).toBe(204);
  expect(await statusOf(componentID)).toBe("Major Outage");
});
