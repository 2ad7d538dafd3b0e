import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let newest: string;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
  newest = (await daymark.db.prepare("SELECT max(name) AS name FROM d1_migrations").first("name")) ?? "";
});
afterAll(() => daymark.stop());

let minute = 0;

/** Each call is a minute later, because requests within a second share a response. */
async function checkHealth() {
  minute += 1;
  const now = new Date(Date.UTC(2001, 0, 1, 12, minute)).toISOString();
  const response = await daymark.fetch("/api/health", { headers: { "x-test-now": now } });
  const { errorMessage, status, warning } = (await response.json()) as Record<string, string | undefined>;
  const rows = Number(response.headers.get("x-test-rows"));
  return {
    code: response.status,
    retryAfter: response.headers.get("Retry-After"),
    errorMessage,
    status,
    warning,
    rows,
  };
}

test("the health check reads one row", async () => {
  expect(await checkHealth()).toMatchObject({ code: 200, status: "ok", rows: 1 });
});

test("the health check is a 503 with the missing migration and the command, until it is applied", async () => {
  await daymark.db.exec(`DELETE FROM d1_migrations WHERE name = '${newest}'`);
  const missing = await checkHealth();
  expect(missing).toMatchObject({ code: 503, retryAfter: "60" });
  expect(missing.errorMessage).toBe(
    `The database is missing migrations that this version needs, up to ${newest}. Run \`npm run deploy\`, or ` +
      "`npx wrangler d1 migrations apply daymark --remote` alone.",
  );
  await daymark.db.exec(`INSERT INTO d1_migrations (name) VALUES ('${newest}')`);
  expect(await checkHealth()).toMatchObject({ code: 200 });
});

test("a database that is newer than the Worker is healthy, and the health check and the log say so", async () => {
  await daymark.db.exec("INSERT INTO d1_migrations (name) VALUES ('9999_of_a_later_version.sql')");
  const health = await checkHealth();
  expect(health).toMatchObject({ code: 200, status: "ok", rows: 2 });
  expect(health.warning).toBe(
    "The database has migrations that this version of the Worker doesn't know, up to 9999_of_a_later_version.sql. Migrations only add, so this version works with them.",
  );
  await expect
    .poll(() => daymark.logs)
    .toContainEqual(JSON.stringify({ level: "warn", warning: health.warning }));
});

test("visitors are served while the database lacks a migration or has more", async () => {
  await daymark.db.exec(`DELETE FROM d1_migrations WHERE name = '${newest}'`);
  for (const path of ["/", "/history", "/api/components"])
    expect((await daymark.fetch(path)).status).toBe(200);
  expect((await checkHealth()).code).toBe(503);
  await expect.poll(() => daymark.logs).toContainEqual(expect.stringContaining(`up to ${newest}`));
  await daymark.db.exec(`INSERT INTO d1_migrations (name) VALUES ('${newest}')`);
});

test("the health check of an empty database names the missing migrations", async () => {
  await daymark.db.exec("ALTER TABLE d1_migrations RENAME TO renamed");
  expect(await checkHealth()).toMatchObject({ code: 503, errorMessage: expect.stringContaining(newest) });
});
