import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeMaintenance, makeMetric } from "../support/factories.ts";
import { grow } from "../support/grown.ts";
import { someDay } from "../support/scheduled.ts";

// How many rows the cron reads, by D1's own account, of a page that has been in use for five years.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  const { db } = daymark;
  const now = "2026-11-21T14:37:20.000Z";
  const many = { components: 10, incidents: 9000, maintenances: 1000, days: 5 * 365 };
  await grow(db, { ...many, allOfOne: true, now });
  const count = "WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < 9999)";
  await db.exec(
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, is_keyed, token, state, ended_reason, ended_at, everything, created_at) ${count}
      SELECT 'subscriber-' || n, '', 'key-' || n, 1, '', iif(n % 2, 'confirmed', 'ended'), iif(n % 2, NULL, iif(n % 4, 'complaint', 'erased')), iif(n % 2, NULL, '2024-01-01T00:00:00.000Z'), 1, '2024-01-01T00:00:00.000Z' FROM count`.replace(
      /\s+/g,
      " ",
    ),
  );
  for (let key = 0; key < 20; key += 1) await answer(daymark.administrator.settings.apikeys.$post({}));
  await makeMetric(daymark);
  // What has been there from before is rolled up by and by; here it is over.
  for (let run = 0; run < 5; run += 1) await daymark.tick("2026-11-21T00:00:00.000Z");
});
afterAll(() => daymark?.stop());

/** How many rows each statement of a run at that minute read, those about mail apart. */
async function rowsOf(minute: string): Promise<Record<string, number>> {
  await daymark.tick(minute);
  const response = await daymark.fetch("/x-test-cron");
  const rows = (await response.json()) as Record<string, number>;
  return Object.fromEntries(Object.entries(rows).filter(([statement]) => !statement.includes("mail_")));
}

function byTable(rows: Record<string, number>): Record<string, number> {
  const tables: Record<string, number> = {};
  for (const [statement, count] of Object.entries(rows)) {
    const [, table = statement] = statement.match(/(?:from|update) "(\w+)"/) ?? [];
    tables[table] = (tables[table] ?? 0) + count;
  }
  return tables;
}

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, count) => total + count, 0);

// D1 counts each lookup of an index as one row, whether it finds anything or not.

test("a minute in which nothing is due looks each table up once and finds nothing", async () => {
  expect(byTable(await rowsOf("2026-11-21T14:38:00.000Z"))).toEqual({
    // One lookup a status: Scheduled, In Progress, Verifying.
    notices: 3,
    notice_components: 3,
    status_changes: 2,
    metrics: 1,
    api_keys: 1,
    idempotency_keys: 2,
    restores: 1,
    subscribers: 1,
  });
});

test("the hour's look for what is to be forgotten reads nothing of what stays", async () => {
  expect(byTable(await rowsOf("2026-11-21T15:00:00.000Z"))).toMatchObject({
    subscribers: 7,
    subscriber_components: 2,
    confirmation_limits: 1,
    subscribe_clients: 1,
    bounce_notifications: 1,
  });
});

test("a maintenance starts and ends with few rows, however many its component was part of", async () => {
  const at = someDay();
  const startAndEnd = async (componentID: string) => {
    const touched = { componentID, status: "Under Maintenance" } as const;
    await makeMaintenance(daymark, { startAt: at("10:00"), endAt: at("12:00"), components: [touched] });
    return [sum(await rowsOf(at("10:00"))), sum(await rowsOf(at("12:00")))];
  };
  const { componentID } = await makeComponent(daymark);
  const ofNew = await startAndEnd(componentID);
  const ofOld = await startAndEnd("component-0");
  expect(Math.max(...ofNew)).toBeGreaterThan(20); // or nobody has counted
  expect(Math.max(...ofOld)).toBeLessThan(Math.max(...ofNew) + 20);
});
