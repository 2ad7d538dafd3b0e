import { afterAll, beforeAll, expect, test } from "vitest";
import { addressInEachLanguage } from "../../../web/status/addresses/page-address.ts";
import type { OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { publicAddresses } from "../../support/readers/public-addresses.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { withoutIndexing } from "../../support/starters/without-indexing.ts";

const BUDGET_BYTES = 32 * 1024 * 1024;

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  const now = new Date().toISOString();
  await fillHistory(daymark.db, { components: 50, incidents: 400, maintenances: 20, days: 90, now });
  // The longest messages that are allowed, in characters that JavaScript stores as two bytes each.
  const longest = "障害".repeat(9900);
  await withoutIndexing(daymark.db, async () => {
    await daymark.db.prepare("UPDATE notice_updates SET message = ?1 || rowid").bind(longest).run();
    await daymark.db
      .prepare(
        `INSERT INTO postmortems (notice_id, postmortem_id, body, state, published_at, created_at, updated_at)
        SELECT notice_id, notice_id, ?1, 'Published', ?2, ?2, ?2 FROM notices WHERE kind = 'incident'`,
      )
      .bind(longest, now)
      .run();
    // A response has fewer than 20 of these notices.
    await daymark.db.exec("DELETE FROM notice_search");
    await daymark.db.exec(
      `INSERT INTO notice_search (rowid, text)
      SELECT position, text FROM notice_texts ORDER BY position DESC LIMIT 20`.replace(/\s+/g, " "),
    );
  });
});
afterAll(() => daymark.stop());

async function readAndMeasureBytes(path: string, clock: Record<string, string> = {}): Promise<number> {
  const headers = { Connection: "close", "x-test-slow-timers": "60", ...clock };
  const response = await fetch(daymark.url + path, { headers });
  await response.arrayBuffer();
  expect([path, response.status]).toEqual([path, 200]);
  return Number(response.headers.get("x-test-held-bytes"));
}

async function readIDs(table: string, id: string, where = ""): Promise<string[]> {
  const { results } = await daymark.db
    .prepare(`SELECT ${id} AS id FROM ${table} ${where}`)
    .all<{ id: string }>();
  return results.map((row) => row.id);
}

test("all caches of an isolate together stay within their budget, whatever is read and written", async () => {
  const newest = (kind: string) => `WHERE kind = '${kind}' ORDER BY created_at DESC LIMIT 20`;
  const components = await readIDs("components", "component_id");
  const allAddresses = publicAddresses({
    components,
    incidents: await readIDs("notices", "notice_id", newest("incident")),
    maintenances: await readIDs("notices", "notice_id", newest("maintenance")),
    metrics: [],
    months: [new Date().toISOString().slice(0, 7)],
  });
  // A seventh of them is more than the caches hold. There are 7 languages and 6 feeds of each component, so every 13th is of each.
  const addresses = allAddresses.filter((_, index) => index % 13 < 2);
  const measuredBytes: number[] = [];
  for (let index = 0; index < addresses.length; index += 20) {
    measuredBytes.push(
      ...(await Promise.all(addresses.slice(index, index + 20).map((path) => readAndMeasureBytes(path)))),
    );
    if (index % 140 > 0) continue;
    const param = { componentID: components[index % components.length] ?? "" };
    const json = { description: `${index}` };
    await answer(daymark.administrator.components[":componentID"].$patch({ param, json }));
    measuredBytes.push(
      ...(await Promise.all(addressInEachLanguage("/").map((path) => readAndMeasureBytes(path)))),
    );
  }
  expect(measuredBytes.every(Number.isFinite)).toBe(true);
  expect(Math.max(...measuredBytes)).toBeLessThanOrEqual(BUDGET_BYTES);
  // The budget was almost used up, so that entries had to be evicted.
  expect(Math.max(...measuredBytes)).toBeGreaterThan(0.9 * BUDGET_BYTES);
}, 900_000);

test("a page that is read often stays cached while many others are read", async () => {
  const countStatements = async () =>
    Number(
      (await fetch(`${daymark.url}/`, { headers: { "x-test-now": now, Connection: "close" } })).headers.get(
        "x-test-statements",
      ),
    );
  const now = "2031-01-01T12:00:00.000Z";
  await countStatements();
  for (const componentID of (await readIDs("components", "component_id")).slice(0, 50)) {
    await readAndMeasureBytes(`/components/${componentID}`);
    expect(await countStatements()).toBeLessThanOrEqual(1);
  }
});

test("responses to queries that no link of ours has take at most 4 MiB, and evict no page", async () => {
  const description = (await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument; // openapi.test.ts checks it.
  const { parameters = [] } = description.paths["/api/incidents"]?.get ?? {};
  const [componentID = ""] = await readIDs("components", "component_id");
  const values: Record<string, (n: number) => string> = {
    before: (n) => new Date(Date.now() - n * 60 * MINUTE_MS).toISOString(),
    since: (n) => new Date(Date.now() - (90 * 24 * 60 + n) * MINUTE_MS).toISOString(),
    limit: (n) => `${100 - n}`,
    month: (n) => new Date(Date.now() - n * 31 * 24 * 60 * MINUTE_MS).toISOString().slice(0, 7),
    q: (n) => ["障害", "障害障", "害障害", "害障"][n % 4] ?? "",
    status: (n) => ["Resolved", "Investigating", "Identified", "Monitoring"][n % 4] ?? "",
    open: () => "true",
    componentID: () => componentID,
  };
  const queryNames = parameters.flatMap((each) => ("name" in each && each.in === "query" ? [each.name] : []));
  expect(Object.keys(values).sort()).toEqual(queryNames.filter((name) => name !== "fresh").sort());
  const read = (name: string, n: number) => {
    const query = new URLSearchParams({ limit: "100", [name]: values[name]?.(n) ?? "" });
    return readAndMeasureBytes(`/api/incidents?${query}`);
  };
  // The page is rendered anew every ten minutes, so its clock stands still.
  const clock = { "x-test-now": new Date().toISOString() };
  await readAndMeasureBytes("/", clock);
  const before = await readAndMeasureBytes("/api/public-settings");
  for (let n = 0; n < 8; n += 1) await read("before", n);
  const full = await readAndMeasureBytes("/api/public-settings");
  expect(full - before).toBeLessThan(4.2 * 1024 * 1024);
  // They were almost used up, so that one more entry of any kind would be too much. A heap differs by some kilobytes each time.
  expect(full - before).toBeGreaterThan(3.4 * 1024 * 1024);
  for (const name of Object.keys(values)) {
    await read(name, 0);
    const bytes = await readAndMeasureBytes("/api/public-settings");
    expect([name, bytes - before < 4.2 * 1024 * 1024]).toEqual([name, true]);
  }
  const main = await fetch(daymark.url, { headers: { Connection: "close", ...clock } });
  await main.arrayBuffer();
  // One statement reads the content version.
  expect(Number(main.headers.get("x-test-statements"))).toBeLessThanOrEqual(1);
});
