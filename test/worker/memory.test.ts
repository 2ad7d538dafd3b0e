import { afterAll, beforeAll, expect, test } from "vitest";
import { addressInEachLanguage } from "../../web/status/texts/page-address.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { grow } from "../support/grown.ts";
import { publicAddresses } from "../support/public-addresses.ts";

// What an isolate holds of a page with 200 components, in its own account.

const BUDGET_BYTES = 32 * 1024 * 1024;

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  const now = new Date().toISOString();
  await grow(daymark.db, { components: 200, incidents: 400, maintenances: 20, days: 90, now });
  // As long as a message can be, and in a script of which each character takes two bytes.
  await daymark.db.prepare("UPDATE notice_updates SET message = ?1 || rowid").bind("障害".repeat(9900)).run();
});
afterAll(() => daymark.stop());

async function heldAfter(path: string): Promise<number> {
  const response = await fetch(daymark.url + path, { headers: { Connection: "close" } });
  await response.arrayBuffer();
  expect([path, response.status]).toEqual([path, 200]);
  return Number(response.headers.get("x-test-held-bytes"));
}

async function ids(table: string, id: string, where = ""): Promise<string[]> {
  const { results } = await daymark.db
    .prepare(`SELECT ${id} AS id FROM ${table} ${where}`)
    .all<{ id: string }>();
  return results.map((row) => row.id);
}

test("all memories of an isolate together stay within their budget, whatever is read and written", async () => {
  const newest = (kind: string) => `WHERE kind = '${kind}' ORDER BY created_at DESC LIMIT 20`;
  const components = await ids("components", "component_id");
  const addresses = publicAddresses({
    components,
    incidents: await ids("notices", "notice_id", newest("incident")),
    maintenances: await ids("notices", "notice_id", newest("maintenance")),
    metrics: [],
    months: [new Date().toISOString().slice(0, 7)],
  });
  const held: number[] = [];
  for (let at = 0; at < addresses.length; at += 20) {
    held.push(...(await Promise.all(addresses.slice(at, at + 20).map(heldAfter))));
    if (at % 400 > 0) continue;
    const param = { componentID: components[at % components.length] ?? "" };
    const json = { description: `${at}` };
    await answer(daymark.administrator.components[":componentID"].$patch({ param, json }));
    held.push(...(await Promise.all(addressInEachLanguage("/").map(heldAfter))));
  }
  expect(held.every(Number.isFinite)).toBe(true);
  expect(Math.max(...held)).toBeLessThanOrEqual(BUDGET_BYTES);
  // It has been full, so that something had to go.
  expect(Math.max(...held)).toBeGreaterThan(0.9 * BUDGET_BYTES);
}, 300_000);

test("what is used all the time stays while much else is read", async () => {
  const statements = async () =>
    Number(
      (await fetch(`${daymark.url}/`, { headers: { "x-test-now": now, Connection: "close" } })).headers.get(
        "x-test-statements",
      ),
    );
  const now = "2031-01-01T12:00:00.000Z";
  await statements();
  for (const componentID of (await ids("components", "component_id")).slice(0, 50)) {
    await heldAfter(`/components/${componentID}`);
    expect(await statements()).toBeLessThanOrEqual(1);
  }
});
