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
    name: "API key",
    scopes: ["all"],
    expiresAt: "",
    lastUsedAt: "",
  });
  const next = await answer(daymark.administrator.settings.apikeys.$post());
  expect((await keys()).slice(-2)).toEqual([added, next]);
});

test("a key has the name, the scopes and the expiry date that it was created with", async () => {
  const json = {
    name: " Deployments ",
    scopes: ["notices", "metrics", "notices"] as const,
    expiresAt: "2096-02-29T23:59:00+01:00",
  };
  const added = await answer(
    daymark.administrator.settings.apikeys.$post({ json: { ...json, scopes: [...json.scopes] } }),
  );
  expect(added).toMatchObject({
    name: "Deployments",
    scopes: ["notices", "metrics"],
    expiresAt: "2096-02-29T22:59:00.000Z",
  });
  expect((await keys()).at(-1)).toEqual(added);
});

test.for([
  [{ name: " " }, "name", "Key name is required."],
  [{ name: "k".repeat(101) }, "name", "Key name can be 100 characters at most."],
  [{ scopes: [] }, "scopes", "Scopes must have at least one entry."],
  [{ scopes: "all" }, "scopes", "Scopes must be a list."],
  [{ scopes: ["admin"] }, "scopes.0", "Scope must be one of: all, metrics, notices, read."],
  [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "Expiry date must be in the future."],
  [{ expiresAt: "soon" }, "expiresAt", "Expiry date must be a date and time such as 2026-01-31T09:00:00Z."],
] as const)("a key with %o is refused", async ([json, path, message]) => {
  const before = await keys();
  const response = await daymark.fetch("/api/settings/apikeys", {
    method: "POST",
    headers: { Authorization: await daymark.token() },
    body: JSON.stringify(json),
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    { errorMessage: message, errors: [{ path, message }] },
  ]);
  expect(await keys()).toEqual(before);
});

test("a request for a key needs no body, whatever type it declares", async () => {
  for (const type of ["application/json", "application/x-www-form-urlencoded", "text/html"]) {
    const headers = { Authorization: await daymark.token(), "Content-Type": type };
    const response = await daymark.fetch("/api/settings/apikeys", { method: "POST", headers });
    expect([type, response.status]).toEqual([type, 201]);
  }
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
    errorMessage: "There is no such incident. It may have been deleted.",
    errors: [{ message: "There is no such incident. It may have been deleted." }],
  });
  expect((await call(key, "POST", "/components", {})).answer).toEqual({
    errorMessage: "Name is required.",
    errors: [{ path: "name", message: "Name is required." }],
  });
  expect((await call(key, "GET", "/nothing")).status).toBe(404);
});

test("reading and writing under /api/v0 both require a key, and responses are never cached", async () => {
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

test("a key doesn't work for administrators' calls", async () => {
  const key = await makeApiKey(daymark);
  for (const headers of [{ "x-api-key": key }, { Authorization: key }, { Authorization: `Bearer ${key}` }]) {
    const response = await daymark.fetch("/api/settings", { headers: headers as Record<string, string> });
    expect(response.status).toBe(401);
  }
});

test("a deleted key stops working immediately, and deleting it again succeeds", async () => {
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

test("there can be 100 keys, even with concurrent requests", async () => {
  const alone = await startDaymark();
  const create = () => alone.administrator.settings.apikeys.$post();
  for (let count = 0; count < 95; count += 1) expect((await create()).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 10 }, create));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(409));
  expect(await refused[0]?.json()).toEqual({
    errorMessage: "The limit of 100 API keys is reached. Nothing was saved. Delete one first.",
  });
  const { apiKeys } = await answer(alone.administrator.settings.$get());
  expect(apiKeys).toHaveLength(100);
  const [first] = apiKeys;
  await alone.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID: first?.id ?? "" } });
  expect((await create()).status).toBe(201);
  await alone.stop();
});
