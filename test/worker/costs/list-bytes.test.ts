import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiKey, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const MAX_LIST_BYTES = 1e6;

let daymark: Daymark;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark();
  apiKey = await makeApiKey(daymark);
  // Each is 80 kB of JSON, which has the newest message twice.
  const message = "障害\n".repeat(5000);
  for (let n = 0; n < 16; n += 1)
    await Promise.all([
      makeIncident(daymark, { name: `Incident ${n}`, message }),
      makeMaintenance(daymark, { name: `Maintenance ${n}`, message }),
    ]);
});
afterAll(() => daymark.stop());

interface Listed {
  name: string;
  incidentID: string;
  incidentUpdates: { message: string }[];
}

async function read(path: string) {
  const response = await daymark.fetch(path, { headers: { "x-api-key": apiKey } });
  const text = await response.text();
  return {
    bytes: new TextEncoder().encode(text).length,
    items: JSON.parse(text) as Listed[],
    next: /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1],
  };
}

test.for(["/api/incidents", "/api/maintenances", "/api/v0/incidents", "/api/v0/maintenances"])(
  "%s ends at 1 MB, and its link leads to the rest",
  async (path) => {
    const names: string[] = [];
    let pages = 0;
    for (let next: string | undefined = path; next !== undefined; pages += 1) {
      const page = await read(next);
      expect(page.bytes).toBeLessThanOrEqual(MAX_LIST_BYTES);
      names.push(...page.items.map(({ name }) => name));
      next = page.next;
    }
    const kind = path.endsWith("incidents") ? "Incident" : "Maintenance";
    expect(names.toSorted()).toEqual(Array.from({ length: 16 }, (_, n) => `${kind} ${n}`).toSorted());
    expect(pages).toBeGreaterThan(1);
  },
);

test("an incident that is larger than a list comes with its newest updates, and whole by its ID", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "Larger" });
  await daymark.db
    .prepare(
      `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
      SELECT 'update' || value, ?1, 'Investigating', value || ?2, '2026-01-01T00:00:0' || (value % 10) || '.000Z', '2026-01-01T00:00:00.000Z'
      FROM json_each(?3)`,
    )
    .bind(incidentID, "\n".repeat(19_990), JSON.stringify(Array.from({ length: 60 }, (_, n) => n)))
    .run();
  const { items, bytes, next } = await read("/api/v0/incidents?limit=3");
  expect(items).toMatchObject([{ name: "Larger" }]);
  expect(bytes).toBeLessThanOrEqual(MAX_LIST_BYTES);
  const whole = await daymark.fetch(`/api/incidents/${incidentID}`);
  const { incidentUpdates } = (await whole.json()) as Listed;
  expect(incidentUpdates).toHaveLength(61);
  const shown = items[0]?.incidentUpdates ?? [];
  expect(shown.length).toBeGreaterThan(10);
  expect(shown).toEqual(incidentUpdates.slice(0, shown.length));
  expect((await read(next ?? "")).items[0]?.name).toMatch(/^Incident \d+$/);
});
