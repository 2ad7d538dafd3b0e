import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent } from "../../../test/support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../../test/support/factories/insert-subscribers.ts";
import { enableMail } from "../../../test/support/factories/make-subscribers.ts";
import { startDaymark } from "../../../test/support/starters/daymark.ts";
import type { Write, Writer } from "./journal.ts";
import { findLostAndDoubled } from "./lost.ts";
import { withStored } from "./stored.ts";
import { findTorn } from "./torn.ts";

// `npm run prove -- crash` compares what was answered with what is stored. These tests show that it notices what is missing.

let stateDir: string;
let writer: Writer;
let incident: Write;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  const daymark = await startDaymark({ stateDir });
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(1));
  const { componentID } = await makeComponent(daymark);
  writer = { number: 0, componentID, metricID: "", notices: [], status: "Operational", pointCount: 0 };
  const components = [{ componentID, status: "Major Outage" as const }];
  const response = await daymark.fetch("/api/incidents", {
    method: "POST",
    headers: { Authorization: await daymark.token(), "Idempotency-Key": "first" },
    body: JSON.stringify({ name: "First", status: "Investigating", message: "Words", components }),
  });
  const { incidentID } = await response.json();
  incident = {
    writer: 0,
    method: "POST",
    path: "/api/incidents",
    body: {},
    idempotencyKey: "first",
    state: "answered",
    requestID: response.headers.get("x-request-id") ?? "",
    createdID: incidentID,
    effect: { kind: "notice", name: "First", message: "Words", status: "Major Outage" },
  };
  await daymark.stop();
});
afterAll(() => rm(stateDir, { recursive: true }));

/** Runs the statements on a copy of the stored database, and returns what is found in it. */
function findAfter(...statements: string[]) {
  return withStored(stateDir, (stored) => {
    for (const statement of statements) stored.rows(statement);
    return { torn: findTorn(stored), ...findLostAndDoubled(stored, [incident], [writer]) };
  });
}

test("nothing is lost, torn or doubled in a database that was left alone", async () => {
  expect(await findAfter()).toEqual({ torn: [], lost: [], doubled: [] });
});

test.for([
  "DELETE FROM notice_updates",
  "UPDATE notices SET message = 'Others'",
  "DELETE FROM messages WHERE kind = 'incident'",
  "DELETE FROM message_lanes; DELETE FROM deliveries",
  "DELETE FROM status_changes WHERE cause LIKE 'incident%'",
  "UPDATE components SET status = 'Operational'",
  "DELETE FROM idempotency_keys",
  "DROP TRIGGER audit_entries_kept_30_days; DELETE FROM audit_entries WHERE kind = 'incident'",
])("what a batch stores only in part is torn: %s", async (statement) => {
  expect((await findAfter(...statement.split("; "))).torn).not.toEqual([]);
});

test("an answered write that isn't stored is lost, and one that is stored twice is doubled", async () => {
  expect((await findAfter("DELETE FROM notices")).lost).toHaveLength(1);
  expect((await findAfter("UPDATE components SET status = 'Operational'")).lost).toHaveLength(1);
  const copy = "SELECT notice_id || '2', kind, name, status, message, created_at, updated_at FROM notices";
  const columns = "notice_id, kind, name, status, message, created_at, updated_at";
  expect((await findAfter(`INSERT INTO notices (${columns}) ${copy}`)).doubled).toHaveLength(1);
});
