import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeMaintenance, makeMetric } from "../../support/factories/factories.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { useNewDay } from "../../support/factories/maintenance-schedule.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import type { Bill } from "../../support/workers/bill.ts";

// These tests count the rows that the cron reads, as D1 reports them, on a database with five years of content.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
  const { db } = daymark;
  const now = "2026-11-21T14:37:20.000Z";
  const many = { components: 10, incidents: 9000, maintenances: 1000, days: 5 * 365 };
  await fillHistory(db, { ...many, firstComponentInAll: true, now });
  const count = "WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < 9999)";
  await db.exec(
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, ended_reason, ended_at, everything, created_at) ${count}
      SELECT 'subscriber-' || n, '', 'key-' || n, iif(n % 2, 'confirmed', 'ended'), iif(n % 2, NULL, iif(n % 4, 'complaint', 'erased')), iif(n % 2, NULL, '2024-01-01T00:00:00.000Z'), 1, '2024-01-01T00:00:00.000Z' FROM count`.replace(
      /\s+/g,
      " ",
    ),
  );
  for (let key = 0; key < 20; key += 1) await answer(daymark.administrator.settings.apikeys.$post({}));
  await makeMetric(daymark);
});
afterAll(() => daymark?.stop());

/** Runs the cron and returns how many rows each statement read. */
async function runAndCountRows(minute: string): Promise<Record<string, number>> {
  await daymark.runCron(minute);
  const response = await daymark.fetch("/x-test-cron");
  return (await response.json()) as Record<string, number>;
}

function sumByTable(rows: Record<string, number>): Record<string, number> {
  const tables: Record<string, number> = {};
  for (const [statement, count] of Object.entries(rows)) {
    // Fragments of SQL have capital letters. A table outside them is the statement's own.
    const [, table = statement] =
      /(?:from|update|insert into) "(\w+)"/.exec(statement) ?? /FROM "(\w+)"/.exec(statement) ?? [];
    tables[table] = (tables[table] ?? 0) + count;
  }
  return tables;
}

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, count) => total + count, 0);

const readBill = async () => (await (await daymark.fetch("/x-bill")).json()) as Bill;

// D1 counts a lookup in an index as one row, even if it finds nothing, unless it is by equality.

test("a minute with nothing to do is one statement that reads five rows, or six at night", async () => {
  await makeMaintenance(daymark);
  await daymark.db.exec(
    "INSERT INTO nightly_exports (id, day, finished_at) VALUES (1, '2026-11-21', '2026-11-21T01:00:00.000Z')",
  );
  for (const [minute, next, rowsRead] of [
    ["2026-11-21T03:37:00.000Z", "2026-11-21T03:38:00.000Z", 6],
    ["2026-11-21T14:37:00.000Z", "2026-11-21T14:38:00.000Z", 5],
  ] as const) {
    await daymark.runCron(minute); // It records the run.
    const before = await readBill();
    const rows = await runAndCountRows(next);
    expect(Object.keys(rows)).toHaveLength(1);
    expect(sum(rows)).toBe(rowsRead);
    expect(await readBill()).toEqual({ ...before, rowsRead: before.rowsRead + rowsRead });
  }
});

test("the cron records every tenth minute", async () => {
  const recorded = [];
  for (let minute = 40; minute < 60; minute += 1) {
    const rows = await runAndCountRows(`2026-11-21T14:${minute}:00.000Z`);
    if (Object.keys(rows).length > 1) recorded.push(minute);
  }
  expect(recorded).toEqual([47, 57]);
});

test("the hourly cleanup doesn't read rows that it keeps", async () => {
  const rows = await runAndCountRows("2026-11-21T15:00:00.000Z");
  expect(Math.max(...Object.values(rows))).toBeLessThan(10);
  expect(sumByTable(rows)).toMatchObject({
    subscribers: 13,
    subscriber_components: 2,
    confirmation_limits: 1,
    bounce_notifications: 1,
    undos: 1,
  });
});

test("a run reads few rows of what is due in other lanes", async () => {
  const { db } = daymark;
  const at = new Date().toISOString();
  await db.batch([
    db.prepare("INSERT INTO messages (message_id, kind, created_at) VALUES ('due', 'incident', ?)").bind(at),
    db
      .prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO deliveries (message_id, channel, lane, next_at) SELECT 'due', 'webhook', 'ENDPOINTS', ? FROM n`)
      .bind(at),
  ]);
  const holdQueues = (hold: "on" | "off") =>
    daymark.fetch("/api/health", { headers: { "x-test-hold-queues": hold } });
  await holdQueues("on");
  expect(sumByTable(await runAndCountRows("2026-11-21T14:39:00.000Z")).deliveries).toBeLessThanOrEqual(17);
  await db.exec("DELETE FROM messages");
  await holdQueues("off");
});

test("starting and ending a maintenance reads few rows, however many notices its component has", async () => {
  const at = useNewDay();
  const rowsOfStartAndEnd = async (componentID: string) => {
    const component = { componentID, status: "Under Maintenance" } as const;
    await makeMaintenance(daymark, { startAt: at("10:00"), endAt: at("12:00"), components: [component] });
    return [sum(await runAndCountRows(at("10:00"))), sum(await runAndCountRows(at("12:00")))];
  };
  const { componentID } = await makeComponent(daymark);
  const rowsOfNew = await rowsOfStartAndEnd(componentID);
  const rowsOfOld = await rowsOfStartAndEnd("component-0");
  expect(Math.max(...rowsOfNew)).toBeGreaterThan(20); // shows that rows are counted at all
  // Some dozens of rows come and go, such as entries of the audit log that are due to be deleted. All of its notices are 10,000.
  expect(Math.max(...rowsOfOld)).toBeLessThan(2 * Math.max(...rowsOfNew));
});
