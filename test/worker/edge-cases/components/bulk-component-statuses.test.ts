import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiKey, makeComponent } from "../../../support/factories/factories.ts";
import { readPurges } from "../../../support/readers/purges.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function patchStatuses(components: unknown, headers: Record<string, string> = {}) {
  const { "x-api-key": key } = headers;
  const response = await daymark.fetch(key === undefined ? "/api/components" : "/api/v0/components", {
    method: "PATCH",
    headers: { ...(key === undefined && { Authorization: await daymark.token() }), ...headers },
    body: JSON.stringify({ components }),
  });
  const statements = Number(response.headers.get("x-test-statements"));
  const purges = (await readPurges(daymark)).length;
  return { status: response.status, purges, statements, body: await response.json() };
}

const listComponents = async () => answer(daymark.visitor.components.$get());
const countStatusChanges = async () => {
  const rows = await daymark.db.prepare("SELECT count(*) AS n FROM status_changes").first<{ n: number }>();
  return rows?.n ?? 0;
};
const makeTwoComponents = async () => [await makeComponent(daymark), await makeComponent(daymark)] as const;

test("one request changes several statuses, records each change and purges the cache once", async () => {
  const [one, other] = await makeTwoComponents();
  const before = { changes: await countStatusChanges(), purges: (await patchStatuses([])).purges };
  const response = await patchStatuses([
    { componentID: other.componentID, status: "Partial Outage" },
    { componentID: one.componentID, status: "Major Outage" },
  ]);
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject([
    { componentID: one.componentID, status: "Major Outage" },
    { componentID: other.componentID, status: "Partial Outage" },
  ]);
  expect(await listComponents()).toEqual(expect.arrayContaining(response.body));
  expect([await countStatusChanges(), response.purges]).toEqual([before.changes + 2, before.purges + 1]);
});

test("changing 20 components takes as many D1 statements as changing two", async () => {
  const components = await Promise.all(Array.from({ length: 20 }, () => makeComponent(daymark)));
  const [one, other] = components;
  const few = await patchStatuses(
    [one, other].map((each) => ({ componentID: each?.componentID, status: "Degraded Performance" })),
  );
  const many = await patchStatuses(
    components.map(({ componentID }) => ({ componentID, status: "Partial Outage" })),
  );
  expect([many.status, many.body.length, many.statements]).toEqual([200, 20, few.statements]);
});

test("one invalid entry is named in the error and leaves all statuses unchanged", async () => {
  const [one, other] = await makeTwoComponents();
  const before = await listComponents();
  const validEntry = { componentID: one.componentID, status: "Major Outage" };
  const invalidLists = {
    "components.1.componentID": [validEntry, { componentID: "nobody", status: "Operational" }],
    "components.1.status": [validEntry, { componentID: other.componentID, status: "Broken" }],
    components: [],
  };
  for (const [path, components] of Object.entries(invalidLists)) {
    const rejected = await patchStatuses(components);
    expect([rejected.status, rejected.body.errors[0].path]).toEqual([400, path]);
  }
  expect((await patchStatuses([validEntry, validEntry])).status).toBe(400);
  expect((await patchStatuses(undefined)).status).toBe(400);
  expect(await listComponents()).toEqual(before);
});

test("if a component is deleted during the request, all statuses stay unchanged", async () => {
  const [one, other] = await makeTwoComponents();
  const headers = {
    "x-test-before-batch": `DELETE FROM components WHERE component_id = '${other.componentID}'`,
  };
  const rejected = await patchStatuses(
    [one, other].map(({ componentID }) => ({ componentID, status: "Major Outage" })),
    headers,
  );
  expect([rejected.status, rejected.body.errors[0].path]).toEqual([400, "components.1.componentID"]);
  expect((await listComponents()).find(({ componentID }) => componentID === one.componentID)?.status).toBe(
    "Operational",
  );
});

test("an API key needs the scope notices; the scope read gets 403", async () => {
  const [one] = await makeTwoComponents();
  const components = [{ componentID: one.componentID, status: "Major Outage" }];
  const noticesKey = await makeApiKey(daymark, { scopes: ["notices"] });
  expect((await patchStatuses(components, { "x-api-key": noticesKey })).status).toBe(200);
  const readKey = await makeApiKey(daymark, { scopes: ["read"] });
  expect((await patchStatuses(components, { "x-api-key": readKey })).status).toBe(403);
});
