import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import { useNewDay } from "../../../support/factories/maintenance-schedule.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// notice_components repeats each notice's times, so that an index finds a component's newest notices.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark?.stop());

/** Counts rows of notice_components whose times differ from their notice's. */
async function countMismatches({ db }: Daymark): Promise<number> {
  const row = await db
    .prepare(`SELECT count(*) AS wrong FROM notice_components AS nc JOIN notices AS n USING (notice_id)
      WHERE (nc.created_at, nc.changed_at) <> (n.created_at, n.changed_at)`)
    .first<{ wrong: number }>();
  return row?.wrong ?? -1;
}

const affecting = (componentIDs: string[]) =>
  componentIDs.map((componentID) => ({ componentID, status: "Partial Outage" as const }));

test("every change of a notice copies its times to its components", async () => {
  const { incidents, maintenances } = daymark.administrator;
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => makeComponent(daymark)));
  const ids = [one, two].map((component) => component?.componentID ?? "");
  const incident = await makeIncident(daymark, {
    createdAt: "2026-01-01T00:00:00.000Z",
    components: affecting(ids),
  });
  expect(await countMismatches(daymark)).toBe(0);
  const param = { incidentID: incident.incidentID };
  for (const json of [
    { name: "Another name" },
    { status: "Identified", message: "Found.", components: affecting([three?.componentID ?? ""]) },
    { message: "Nearly done.", components: affecting(ids.slice(0, 1)) },
    { createdAt: "2025-12-31T00:00:00.000Z" },
  ] as const) {
    await answer(incidents[":incidentID"].$patch({ param, json }));
    expect([json, await countMismatches(daymark)]).toEqual([json, 0]);
  }
  const [update] = incident.incidentUpdates;
  for (const json of [{ message: "Edited." }, { createdAt: "2025-12-30T00:00:00.000Z" }]) {
    const updateParam = { ...param, incidentUpdateID: update?.incidentUpdateID ?? "" };
    await answer(
      incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({ param: updateParam, json }),
    );
    expect([json, await countMismatches(daymark)]).toEqual([json, 0]);
  }

  const at = useNewDay();
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: at("10:00"),
    endAt: at("12:00"),
    components: ids.map((componentID) => ({ componentID, status: "Under Maintenance" })),
  });
  for (const minute of ["10:00", "12:00"]) {
    await daymark.runCron(at(minute));
    expect([minute, await countMismatches(daymark)]).toEqual([minute, 0]);
  }
  const newWindow = { startAt: at("13:00"), endAt: at("14:00") };
  await answer(maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json: newWindow }));
  expect(await countMismatches(daymark)).toBe(0);
});
