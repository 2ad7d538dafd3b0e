import { afterAll, beforeAll, expect, test } from "vitest";
import { makeIncident } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark?.stop());

test("an incident accepts 200 updates and, beyond that, only the one that resolves it", async () => {
  const { incidentID } = await makeIncident(daymark);
  await daymark.db
    .prepare(
      `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        SELECT notice_update_id || value, notice_id, status, message, created_at, updated_at
        FROM notice_updates, json_each(?) WHERE notice_id = ?`,
    )
    .bind(JSON.stringify(Array.from({ length: 198 }, (_, n) => n)), incidentID)
    .run();
  const incident = daymark.administrator.incidents[":incidentID"];
  const param = { incidentID };
  await answer(incident.$patch({ param, json: { message: "The last one" } }));
  const rejected = await incident.$patch({ param, json: { message: "One more" } });
  expect([rejected.status, await rejected.json()]).toEqual([
    409,
    {
      errorMessage:
        "This incident has reached the limit of 200 updates. Nothing was saved. Close it and create a new one.",
    },
  ]);
  await answer(incident.$patch({ param, json: { name: "Renamed" } }));
  await answer(incident.$patch({ param, json: { status: "Resolved" } }));
});
