import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import {
  completeTables,
  filledApiKey,
  filledNames,
  fillFiles,
  fillTables,
  readTables,
} from "../support/filled-tables.ts";
import { reads } from "../support/reads.ts";

const migrations = readdirSync(join(root, "migrations"))
  .filter((file) => file.endsWith(".sql"))
  .sort();
const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** Sends every read with all credentials, and returns the responses. */
async function readAll(daymark: Daymark): Promise<Record<string, unknown>> {
  const seconds = now / 1000;
  const headers = {
    "x-test-now": new Date(now).toISOString(),
    "x-api-key": filledApiKey,
    Authorization: await daymark.token({ auth_time: seconds, iat: seconds, exp: seconds + 3600 }),
  };
  const ids: Record<string, string> = filledNames;
  const responses: Record<string, unknown> = {};
  for (const [example] of Object.values(reads).flat()) {
    const path = example.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name);
    const response = await daymark.fetch(path, { headers });
    // Each Worker's ETags start with the ID of its build.
    const etag = response.headers.get("ETag")?.replace(/^"[0-9a-f-]{36}/, "");
    responses[path] = [response.status, etag, await response.text()];
  }
  return responses;
}

let expected: Record<string, unknown>;
let newest: Daymark;
beforeAll(async () => {
  newest = await startDaymark({ build: "faulty-worker" });
  await fillTables(newest.db, now);
  await completeTables(newest.db);
  await fillFiles(newest, now);
  expected = await readAll(newest);
});
afterAll(() => newest.stop());

test("the filled database has an item for every read", () => {
  const failed = Object.entries(expected).filter(([, answer]) => !String(answer).startsWith("200,"));
  expect(failed.map(([path]) => path)).toEqual([
    "/components/nobody/notices.json",
    "/components/nobody/badge.svg",
    "/groups/nobody/badge.svg",
    "/incidents/nobody.md",
    "/incidents/nobody/postmortem.md",
    "/share/red/nothing.png",
    // The filled database has a row that stands for an incomplete search index.
    "/history?q=house&lang=es",
    "/groups/nobody",
    "/components/nobody",
    "/incidents/nobody",
    "/incidents/nobody/postmortem",
    "/metrics/nobody/week.svg",
    "/logos/nobody",
    "/api/docs/nowhere",
    `/api/components/${filledNames.componentID}/uptime?days=1`,
    `/api/groups/${filledNames.groupID}/uptime?days=1`,
    "/api/incidents?limit=5&q=text%20incident",
    "/api/incidents?limit=0",
    "/api/external-metrics",
  ]);
});

test.for(migrations)(
  "an upgrade from the schema of %s loses nothing and changes no response",
  async (last) => {
    let before: Awaited<ReturnType<typeof readTables>> = {};
    let schema: Awaited<ReturnType<typeof fillTables>> = new Map();
    const daymark = await startDaymark({
      build: "faulty-worker",
      async prepare(db) {
        await migrate(db, last);
        schema = await fillTables(db, now);
        before = await readTables(db, schema);
      },
    });
    try {
      expect(await readTables(daymark.db, schema)).toEqual(before);
      await fillTables(daymark.db, now);
      await completeTables(daymark.db);
      await fillFiles(daymark, now);
      expect(await readAll(daymark)).toEqual(expected);
    } finally {
      await daymark.stop();
    }
  },
);

test("after a rollback, the Worker reads and writes the database of a later version", async () => {
  const daymark = await startDaymark({ build: "faulty-worker" });
  onTestFinished(() => daymark.stop());
  const { db } = daymark;
  const schema = await fillTables(db, now);
  await completeTables(db);
  await fillFiles(daymark, now);
  // A migration may only add columns, tables and rows.
  await db.batch([
    ...[...schema.keys()].map((table) =>
      db.prepare(`ALTER TABLE "${table}" ADD COLUMN later text DEFAULT 'later' NOT NULL`),
    ),
    db.prepare("CREATE TABLE later (component_id text REFERENCES components ON DELETE CASCADE)"),
    db.prepare("INSERT INTO later SELECT component_id FROM components"),
    db.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')"),
  ]);
  expect(await readAll(daymark)).toEqual(expected);
  expect((await daymark.fetch("/api/health")).status).toBe(200);
  const { administrator } = daymark;
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Major Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { components });
  const resolved = { status: "Resolved" as const, message: "It works.", restoreComponents: true };
  await answer(administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json: resolved }));
  const { maintenanceID } = await makeMaintenance(daymark, { components });
  expect(
    (await administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } })).status,
  ).toBe(204);
  const { metricID } = await makeMetric(daymark);
  const points = [{ metricID, day: "2026-01-01", points: [[1, 2, 3]] }];
  expect(await daymark.deliver("daymark-datapoints", [points])).toMatchObject({ outcome: "ok" });
  expect(
    await db.prepare("SELECT revision FROM metric_days WHERE metric_id = ?").bind(metricID).first("revision"),
  ).toBe(1);
  await answer(administrator.settings.$patch({ json: { serviceName: "Rolled back" } }));
  await answer(administrator.settings.apikeys.$post());
  await daymark.runCron(new Date(now).toISOString());
  expect((await administrator.components[":componentID"].$delete({ param: { componentID } })).status).toBe(
    204,
  );
});
