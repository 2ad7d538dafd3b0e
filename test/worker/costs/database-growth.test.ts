import { afterAll, beforeAll, expect, test } from "vitest";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { makeReadFixtures } from "../../support/factories/read-fixtures.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const now = new Date().toISOString();
let oneYear: FilledDaymark;
let fiveYears: FilledDaymark;
beforeAll(async () => {
  // Both have the same number of notices a day, so responses about the last year are equal.
  [oneYear, fiveYears] = await Promise.all([startWithYears(1), startWithYears(5)]);
});
afterAll(() => Promise.all([oneYear?.daymark.stop(), fiveYears?.daymark.stop()]));

interface FilledDaymark {
  daymark: Daymark;
  /** Returns the path for an example of reads.ts. */
  pathOf: (example: string) => string;
  headers: Record<string, string>;
}

async function startWithYears(years: number): Promise<FilledDaymark> {
  const daymark = await startDaymark({ countsRows: true });
  const counts = { incidents: 1800 * years, maintenances: 200 * years, days: 365 * years };
  await fillHistory(daymark.db, { components: 10, firstComponentInAll: true, ...counts, now });
  await fillAuditLog(daymark, { entries: 1800 * years, days: 365 * years });
  const fixturePathOf = await makeReadFixtures(daymark);
  const { value } = await answer(
    daymark.administrator.settings.apikeys.$post({ json: { scopes: ["all", "archive"] } }),
  );
  // Filling a database can take minutes, and the Worker's clock stands still: a token of now would be from the future.
  const iat = Math.floor(Date.parse(now) / SECOND_MS);
  const token = await daymark.token({ iat, auth_time: iat });
  return {
    daymark,
    pathOf: (example) =>
      fixturePathOf(
        example
          .replace(":componentID", "component-0")
          .replace(":incidentID", "grown7")
          .replace(":maintenanceID", "done7"),
      ),
    headers: { "x-test-now": now, "x-api-key": value, Authorization: token },
  };
}

/** Each component has a tenth of the entries. */
async function fillAuditLog({ db }: Daymark, { entries, days }: { entries: number; days: number }) {
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '${now}', '-' || ((${entries} - n) * ${days} * 86400.0 / ${entries}) || ' seconds')`;
  await db.exec(
    `WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < ${entries - 1})
      INSERT INTO audit_entries SELECT n + 1, ${at}, 'user:1', 'ada@example.com', 'component', 'changed', 'component-' || (n % 10), 'API', NULL, 'request', '{}', '{}' FROM count`.replace(
      /\s+/g,
      " ",
    ),
  );
}

async function rowsRead({ daymark, pathOf, headers }: FilledDaymark, example: string) {
  const response = await daymark.fetch(pathOf(example), { headers });
  await response.arrayBuffer();
  return { status: response.status, rows: Number(response.headers.get("x-test-rows")) };
}

const examples = Object.values(reads).flatMap((each) => each.map(([example]) => example));
/** Rows that each example read after five years. A second request would be served from memory. */
const rowsByExample = new Map<string, number>();
/** D1 counts a lookup without a result as one row if the index has later entries, which depends on random IDs. */
const TOLERATED_ROWS = 5;
/** A search counts up to 1,000 maintenances, to decide whether to look up each of them: 200 after one year. */
const COUNTED_ROWS = { "/history?q=house&lang=es": 800 };
/** A search for a word of one character. */
const WITHOUT_INDEX = "/api/incidents?limit=5&q=%E6%9D%B1";

test.each(examples)("%s reads no more rows after five years than after one", async (example) => {
  const [before, after] = [await rowsRead(oneYear, example), await rowsRead(fiveYears, example)];
  rowsByExample.set(example, after.rows);
  expect(after.status).toBe(before.status);
  const { [example]: countedRows = 0 }: Record<string, number> = COUNTED_ROWS;
  expect(after.rows).toBeLessThanOrEqual(before.rows + countedRows + TOLERATED_ROWS);
});

test("after five years with 10,000 notices no response reads more than 2,500 rows, or 3,004 for a search without the index", () => {
  expect(rowsByExample.get("/")).toBeGreaterThan(1000); // shows that rows are counted at all
  expect(rowsByExample.get("/")).toBeLessThan(2000);
  expect(rowsByExample.get("/components/:componentID")).toBeLessThan(1200);
  expect(rowsByExample.get("/components/:componentID/history.rss")).toBeLessThan(500);
  // None of the newest 500 notices has the word, which is too short for the index, so the texts of each are read.
  expect(rowsByExample.get(WITHOUT_INDEX)).toBeLessThanOrEqual(3004 + TOLERATED_ROWS);
  const others = [...rowsByExample].filter(([example]) => example !== WITHOUT_INDEX);
  expect(Math.max(...others.map(([, rows]) => rows))).toBeLessThan(2500);
});

test("the table of reads lists every GET route", async () => {
  const routes = (await (await oneYear.daymark.fetch("/x-test-routes")).json()) as string[];
  const paths = routes.filter((route) => route.startsWith("GET ")).map((route) => route.slice("GET ".length));
  expect(Object.keys(reads).sort()).toEqual(paths.sort());
});

test("opening an incident reads at most 95 rows after five years, with what the audit log reads", async () => {
  const { daymark, headers } = fiveYears;
  const components = [{ componentID: "component-1", status: "Major Outage" }];
  const response = await daymark.fetch("/api/incidents", {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "API is down", status: "Investigating", message: "We look.", components }),
  });
  expect(response.status).toBe(201);
  expect(Number(response.headers.get("x-test-rows"))).toBeLessThanOrEqual(95);
});
