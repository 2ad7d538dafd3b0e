import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function call(key: string | undefined, method: string, path: string, body?: object) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: key === undefined ? {} : { "x-api-key": key },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, answer: text === "" ? "" : JSON.parse(text), headers: response.headers };
}

const keys = async () => (await answer(daymark.administrator.settings.$get())).apiKeys;

test("a new key is shown with its value and its date, the oldest first", async () => {
  const added = await answer(daymark.administrator.settings.apikeys.$post());
  expect(added).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
    value: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
    createdDate: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const next = await answer(daymark.administrator.settings.apikeys.$post());
  expect((await keys()).slice(-2)).toEqual([added, next]);
});

test("a script opens, updates and deletes an incident, as an administrator would", async () => {
  const key = await makeApiKey(daymark);
  const { componentID } = await makeComponent(daymark, { name: "Jobs" });
  const components = [{ componentID, status: "Major Outage" }];
  const opened = await call(key, "POST", "/incidents", {
    name: "Jobs fail",
    status: "Investigating",
    components,
  });
  expect(opened.status).toBe(201);
  const path = `/incidents/${opened.answer.incidentID}`;
  const changed = await call(key, "PATCH", path, { status: "Identified", message: "Found." });
  expect([changed.status, changed.answer.incidentUpdates.length]).toEqual([200, 2]);
  expect((await call(key, "GET", path)).answer).toEqual(changed.answer);
  expect((await call(key, "GET", "/incidents?limit=1")).answer).toEqual([changed.answer]);
  const updatePath = `${path}/incidentupdates/${changed.answer.incidentUpdates[0].incidentUpdateID}`;
  expect((await call(key, "PATCH", updatePath, { message: "Found it." })).answer).toMatchObject({
    message: "Found it.",
  });
  // Visitors see the same.
  expect((await daymark.fetch(`/api${path}`)).status).toBe(200);
  expect((await call(key, "DELETE", path)).status).toBe(204);
  expect((await call(key, "GET", path)).status).toBe(404);
});

test("a script keeps components and plans maintenances", async () => {
  const key = await makeApiKey(daymark);
  const added = await call(key, "POST", "/components", { name: "From a script" });
  expect(added.status).toBe(201);
  const path = `/components/${added.answer.componentID}`;
  expect((await call(key, "PATCH", path, { status: "Partial Outage" })).answer).toMatchObject({
    status: "Partial Outage",
  });
  expect((await call(key, "GET", "/components")).answer).toContainEqual(
    expect.objectContaining({ name: "From a script", status: "Partial Outage" }),
  );
  expect((await call(key, "DELETE", path)).status).toBe(204);
  const window = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };
  const planned = await call(key, "POST", "/maintenances", {
    name: "Planned",
    status: "Scheduled",
    ...window,
  });
  expect(planned.status).toBe(201);
  expect((await call(key, "GET", `/maintenances/${planned.answer.maintenanceID}`)).answer).toEqual(
    planned.answer,
  );
});

test("a refusal under /api/v0 always lists its errors", async () => {
  const key = await makeApiKey(daymark);
  expect((await call(key, "GET", "/incidents/nobody")).answer).toEqual({
    errorMessage: "There is no incident nobody. It may have been deleted.",
    errors: [{ message: "There is no incident nobody. It may have been deleted." }],
  });
  expect((await call(key, "POST", "/components", {})).answer).toEqual({
    errorMessage: "Name is required.",
    errors: [{ path: "name", message: "Name is required." }],
  });
  expect((await call(key, "GET", "/nothing")).status).toBe(404);
});

test("reading and writing under /api/v0 both want a key, and answers to it are never kept", async () => {
  const key = await makeApiKey(daymark);
  const calls = ["components", "incidents", "maintenances"].flatMap((what) => [
    ["GET", `/${what}`],
    ["POST", `/${what}`],
    ["PATCH", `/${what}/x`],
    ["DELETE", `/${what}/x`],
  ]);
  const Authorization = await daymark.token();
  for (const [method = "", path = ""] of calls) {
    for (const headers of [
      {},
      { "x-api-key": "" },
      { "x-api-key": "k".repeat(40) },
      { "x-api-key": `${key}x` },
      { Authorization },
    ]) {
      const response = await daymark.fetch(`/api/v0${path}`, {
        method,
        headers: headers as Record<string, string>,
      });
      expect([method, path, response.status]).toEqual([method, path, 401]);
    }
  }
  const { headers } = await call(key, "GET", "/components");
  expect([headers.get("Cache-Control"), headers.get("ETag")]).toEqual(["no-store", null]);
});

test("a key opens nothing that is an administrator's", async () => {
  const key = await makeApiKey(daymark);
  for (const headers of [{ "x-api-key": key }, { Authorization: key }, { Authorization: `Bearer ${key}` }]) {
    const response = await daymark.fetch("/api/settings", { headers: headers as Record<string, string> });
    expect(response.status).toBe(401);
  }
});

test("a deleted key stops working at once, and deleting it again is as good", async () => {
  const key = await makeApiKey(daymark);
  expect((await call(key, "GET", "/components")).status).toBe(200);
  const keyID = (await keys()).find(({ value }) => value === key)?.id ?? "";
  for (const _ of ["first", "again"]) {
    const gone = await daymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID } });
    expect(gone.status).toBe(204);
    expect((await call(key, "GET", "/components")).status).toBe(401);
  }
  expect((await keys()).some(({ id }) => id === keyID)).toBe(false);
});

test("a key may call 600 times a minute, each key for itself", async () => {
  const [busy, other] = [await makeApiKey(daymark), await makeApiKey(daymark)];
  const statuses: number[] = [];
  // A minute may turn while these run; then there are two of them to fill.
  while (statuses.length < 1300 && !statuses.includes(429)) {
    const some = await Promise.all(Array.from({ length: 50 }, () => call(busy, "GET", "/incidents/nobody")));
    statuses.push(...some.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(600);
  const refused = await call(busy, "GET", "/components");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(refused.answer.errorMessage).toBe("Too many requests with this API key: 600 a minute are the most.");
  expect((await call(other, "GET", "/components")).status).toBe(200);
});
