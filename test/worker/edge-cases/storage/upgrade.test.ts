import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate } from "../../../../tools/start/migrations.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import {
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../../support/factories/factories.ts";
import {
  filledApiKey,
  filledNames,
  fillFiles,
  fillTables,
  readTables,
} from "../../../support/factories/filled-tables.ts";
import { reads } from "../../../support/readers/all-reads.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";
import { dropEverything } from "../../../support/starters/drop-everything.ts";

/** Half an hour ago, so that no age is close to a whole hour, while the product's own clock goes on. */
const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;

/** Sends every read with all credentials, and returns the responses. */
async function readAll(daymark: Daymark, at = now): Promise<Record<string, unknown>> {
  const seconds = Math.floor(at / 1000);
  const headers = {
    "x-test-now": new Date(at).toISOString(),
    "x-api-key": filledApiKey,
    Authorization: await daymark.token({ auth_time: seconds, iat: seconds, exp: seconds + 3600 }),
  };
  const ids: Record<string, string> = filledNames;
  const responses: Record<string, unknown> = {};
  for (const [example] of Object.values(reads).flat()) {
    // It says how the Worker is doing now, such as how its clock differs from the database's.
    if (example.endsWith("/health/deep")) continue;
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
  newest = await startDaymark();
  await fillTables(newest.db, now);
  await fillFiles(newest, now);
  expected = await readAll(newest);
});
afterAll(() => newest.stop());

test("the filled database has an item for every read", () => {
  const failed = Object.entries(expected).filter(([, answer]) => !String(answer).startsWith("200,"));
  expect(failed.map(([path]) => path).sort()).toEqual(
    [
      "/components/nobody/notices.json",
      "/components/nobody/badge.svg",
      "/groups/nobody/badge.svg",
      "/incidents/nobody.md",
      "/incidents/nobody/postmortem.md",
      "/groups/nobody",
      "/components/nobody",
      "/incidents/nobody",
      "/incidents/nobody/postmortem",
      "/metrics/nobody/week.svg",
      "/logos/nobody",
      `/api/components/${filledNames.componentID}/uptime?days=1`,
      `/api/groups/${filledNames.groupID}/uptime?days=1`,
      "/api/incidents?limit=0",
      // The filled database has webhooks, chat and push turned off.
      "/api/subscribers/push",
      "/subscribe/push?lang=ar",
      "/api/external-metrics",
      // Its pages are encrypted, and none is made here.
      "/api/v0/nightly-exports/2026-01-31/pages/1",
    ].sort(),
  );
});

test("the product's own build responds as the Worker of the tests", async () => {
  const product = await startDaymark({ build: "worker" });
  onTestFinished(() => product.stop());
  await fillTables(product.db, now);
  await fillFiles(product, now);
  const at = Date.now();
  const responses = await Promise.all([readAll(product, at), readAll(newest, at)]);
  // The product's clock can't be stopped, so uptimes, ages and ETags differ a little.
  const [own, tests] = responses.map((each) =>
    Object.entries(each).map(([path, response]) => [
      path,
      String(response).replaceAll(/~[0-9a-f]+|[\d.]+/g, "#"),
    ]),
  );
  expect(own).toEqual(tests);
});

test("an upgrade from the baseline loses nothing, and every read responds as before", async () => {
  const { db } = newest;
  await dropEverything(db);
  await migrate(db, "0000_baseline.sql");
  const schema = await fillTables(db, now);
  const before = await readTables(db, schema);
  await migrate(db);
  expect(await readTables(db, schema)).toEqual(before);
  await fillTables(db, now);
  const statuses = (responses: Record<string, unknown>) =>
    Object.entries(responses).map(([path, response]) => [path, String(response).slice(0, 3)]);
  expect(statuses(await readAll(newest))).toEqual(statuses(expected));
});

test("after a rollback, the Worker reads and writes the database of a later version", async () => {
  const daymark = await startDaymark();
  onTestFinished(() => daymark.stop());
  const { db } = daymark;
  const schema = await fillTables(db, now);
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
  const { "/api/health": health, ...responses } = await readAll(daymark);
  const { "/api/health": _, ...expectedResponses } = expected;
  expect(responses).toEqual(expectedResponses);
  expect(health).toEqual([200, undefined, expect.stringMatching(/^{"status":"ok","warning":".*9999_later/)]);
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
