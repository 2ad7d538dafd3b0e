import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// The strip of a component reads the days of its notices when a visitor first uses it.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const noticesOf = async (componentID: string) => {
  const response = await daymark.fetch(`/components/${componentID}/notices.json`);
  return { status: response.status, notices: await response.json() };
};

test("a component's notices have the days on which they began and were closed for the last time", async () => {
  const { componentID } = await makeComponent(daymark);
  const other = await makeComponent(daymark, { name: "Website" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID } = await makeIncident(daymark, {
    name: "API <fails>",
    components,
    createdAt: "2026-01-31T20:15:00.000Z",
  });
  const path = `/incidents/${incidentID}`;
  expect(await noticesOf(componentID)).toEqual({
    status: 200,
    notices: [{ path, name: "API <fails>", from: "2026-01-31" }],
  });
  expect((await noticesOf(other.componentID)).notices).toEqual([]);

  const change = daymark.administrator.incidents[":incidentID"];
  const param = { incidentID };
  for (const status of ["Resolved", "Monitoring", "Resolved", "Resolved"] as const)
    await answer(change.$patch({ param, json: { status, message: status } }));
  const at = ["2026-02-01", "2026-02-02", "2026-02-03", "2026-02-04"];
  const { incidentUpdates } = await answer(daymark.visitor.incidents[":incidentID"].$get({ param }));
  const [last, resolvedAgain, reopened, resolved] = incidentUpdates.map((update) => update.incidentUpdateID);
  for (const [index, id] of [resolved, reopened, resolvedAgain, last].entries())
    await daymark.db
      .prepare("UPDATE notice_updates SET created_at = ? WHERE notice_update_id = ?")
      .bind(`${at[index]}T10:00:00.000Z`, id)
      .run();
  await makeComponent(daymark, { name: "Search" }); // raises the content version
  expect((await noticesOf(componentID)).notices).toEqual([
    { path, name: "API <fails>", from: "2026-01-31", to: "2026-02-03" },
  ]);
});

test("a maintenance has no day until it begins", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const { maintenanceID } = await makeMaintenance(daymark, {
    components,
    startAt: "2026-03-01T23:00:00.000Z",
    endAt: "2030-03-02T01:00:00.000Z",
  });
  expect((await noticesOf(componentID)).notices).toEqual([]);
  const change = daymark.administrator.maintenances[":maintenanceID"];
  await answer(change.$patch({ param: { maintenanceID }, json: { status: "In Progress" } }));
  const began = { path: `/maintenances/${maintenanceID}`, name: "Moving house", from: "2026-03-01" };
  expect((await noticesOf(componentID)).notices).toEqual([began]);
  await answer(change.$patch({ param: { maintenanceID }, json: { status: "Completed" } }));
  expect((await noticesOf(componentID)).notices).toEqual([
    { ...began, to: expect.stringMatching(/^\d{4}-/) },
  ]);
});

test("an unknown component has no notices", async () => {
  expect(await noticesOf("nobody")).toEqual({ status: 404, notices: [] });
});
