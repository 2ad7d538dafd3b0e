import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

async function change(components: unknown, headers: Record<string, string> = {}) {
  const { "x-api-key": key } = headers;
  const response = await daymark.fetch(key === undefined ? "/api/components" : "/api/v0/components", {
    method: "PATCH",
    headers: { ...(key === undefined && { Authorization: await daymark.token() }), ...headers },
    body: JSON.stringify({ components }),
  });
  const purges: unknown[] = JSON.parse(response.headers.get("x-test-purges") ?? "[]");
  const statements = Number(response.headers.get("x-test-statements"));
  return { status: response.status, purges: purges.length, statements, answer: await response.json() };
}

const all = async () => answer(daymark.visitor.components.$get());
const changes = async () => {
  const rows = await daymark.db.prepare("SELECT count(*) AS n FROM status_changes").first<{ n: number }>();
  return rows?.n ?? 0;
};
const two = async () => [await makeComponent(daymark), await makeComponent(daymark)] as const;

test("the statuses of many components change in one call, each with its record and with one purge", async () => {
  const [one, other] = await two();
  const before = { changes: await changes(), purges: (await change([])).purges };
  const changed = await change([
    { componentID: other.componentID, status: "Partial Outage" },
    { componentID: one.componentID, status: "Major Outage" },
  ]);
  expect(changed.status).toBe(200);
  expect(changed.answer).toMatchObject([
    { componentID: one.componentID, status: "Major Outage" },
    { componentID: other.componentID, status: "Partial Outage" },
  ]);
  expect(await all()).toEqual(expect.arrayContaining(changed.answer));
  expect([await changes(), changed.purges]).toEqual([before.changes + 2, before.purges + 1]);
});

test("as many as there can be cost no statement more than two", async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => makeComponent(daymark)));
  const [one, other] = made;
  const few = await change(
    [one, other].map((each) => ({ componentID: each?.componentID, status: "Degraded Performance" })),
  );
  const many = await change(made.map(({ componentID }) => ({ componentID, status: "Partial Outage" })));
  expect([many.status, many.answer.length, many.statements]).toEqual([200, 20, few.statements]);
});

test("one that can't be changed leaves all as they were, and is named", async () => {
  const [one, other] = await two();
  const before = await all();
  const good = { componentID: one.componentID, status: "Major Outage" };
  const refusals = {
    "components.1.componentID": [good, { componentID: "nobody", status: "Operational" }],
    "components.1.status": [good, { componentID: other.componentID, status: "Broken" }],
    components: [],
  };
  for (const [path, components] of Object.entries(refusals)) {
    const refused = await change(components);
    expect([refused.status, refused.answer.errors[0].path]).toEqual([400, path]);
  }
  expect((await change([good, good])).status).toBe(400);
  expect((await change(undefined)).status).toBe(400);
  expect(await all()).toEqual(before);
});

test("a component that is deleted in between leaves all as they were", async () => {
  const [one, other] = await two();
  const headers = {
    "x-test-meanwhile": `DELETE FROM components WHERE component_id = '${other.componentID}'`,
  };
  const refused = await change(
    [one, other].map(({ componentID }) => ({ componentID, status: "Major Outage" })),
    headers,
  );
  expect([refused.status, refused.answer.errors[0].path]).toEqual([400, "components.1.componentID"]);
  expect((await all()).find(({ componentID }) => componentID === one.componentID)?.status).toBe(
    "Operational",
  );
});

test("a key for notices may do it, and one that reads may not", async () => {
  const [one] = await two();
  const components = [{ componentID: one.componentID, status: "Major Outage" }];
  const notices = await makeApiKey(daymark, { scopes: ["notices"] });
  expect((await change(components, { "x-api-key": notices })).status).toBe(200);
  const read = await makeApiKey(daymark, { scopes: ["read"] });
  expect((await change(components, { "x-api-key": read })).status).toBe(403);
});
