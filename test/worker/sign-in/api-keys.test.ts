import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey, makeComponent } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function send(key: string | undefined, method: string, path: string, body?: object) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: key === undefined ? {} : { "x-api-key": key },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? "" : JSON.parse(text), headers: response.headers };
}

const listKeys = async () => (await answer(daymark.administrator.settings.$get())).apiKeys;

test("a new key is returned with its value and date, and keys are listed oldest first", async () => {
  const first = await answer(daymark.administrator.settings.apikeys.$post());
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
    value: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
    createdDate: expect.stringMatching(/^\d{4}-.*Z$/),
    name: "API key",
    scopes: ["all"],
    expiresAt: "",
    lastUsedAt: "",
    alertPaths: null,
  });
  const second = await answer(daymark.administrator.settings.apikeys.$post());
  expect((await listKeys()).slice(-2)).toEqual([first, second]);
});

test("a key has the name, the scopes and the expiry date that it was created with", async () => {
  const json = {
    name: " Deployments ",
    scopes: ["notices", "metrics", "notices"] as const,
    expiresAt: "2096-02-29T23:59:00+01:00",
  };
  const created = await answer(
    daymark.administrator.settings.apikeys.$post({ json: { ...json, scopes: [...json.scopes] } }),
  );
  expect(created).toMatchObject({
    name: "Deployments",
    scopes: ["notices", "metrics"],
    expiresAt: "2096-02-29T22:59:00.000Z",
  });
  expect((await listKeys()).at(-1)).toEqual(created);
});

test.for([
  [{ name: " " }, "name", "Key name is required."],
  [{ name: "k".repeat(101) }, "name", "Key name can be 100 characters at most."],
  [{ scopes: [] }, "scopes", "Scopes must have at least one entry."],
  [{ scopes: "all" }, "scopes", "Scopes must be a list."],
  [
    { scopes: ["admin"] },
    "scopes.0",
    "Scope must be one of: all, metrics, notices, propose, alerts, read, archive.",
  ],
  [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "Expiry date must be in the future."],
  [{ expiresAt: "soon" }, "expiresAt", "Expiry date must be a date and time such as 2026-01-31T09:00:00Z."],
] as const)("creating a key with %o gets 400 and creates nothing", async ([json, path, message]) => {
  const before = await listKeys();
  const response = await daymark.fetch("/api/settings/apikeys", {
    method: "POST",
    headers: { Authorization: await daymark.token() },
    body: JSON.stringify(json),
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    { errorMessage: message, errors: [{ path, message }] },
  ]);
  expect(await listKeys()).toEqual(before);
});

test("creating a key needs no body, whatever Content-Type the request declares", async () => {
  for (const type of ["application/json", "application/x-www-form-urlencoded", "text/html"]) {
    const headers = { Authorization: await daymark.token(), "Content-Type": type };
    const response = await daymark.fetch("/api/settings/apikeys", { method: "POST", headers });
    expect([type, response.status]).toEqual([type, 201]);
  }
});

test("a script with a key opens, updates and deletes an incident", async () => {
  const key = await makeApiKey(daymark);
  const { componentID } = await makeComponent(daymark, { name: "Jobs" });
  const components = [{ componentID, status: "Major Outage" }];
  const opened = await send(key, "POST", "/incidents", {
    name: "Jobs fail",
    status: "Investigating",
    components,
  });
  expect(opened.status).toBe(201);
  const path = `/incidents/${opened.body.incidentID}`;
  const updated = await send(key, "PATCH", path, { status: "Identified", message: "Found." });
  expect([updated.status, updated.body.incidentUpdates.length]).toEqual([200, 2]);
  expect((await send(key, "GET", path)).body).toEqual(updated.body);
  expect((await send(key, "GET", "/incidents?limit=1")).body).toEqual([updated.body]);
  const updatePath = `${path}/incidentupdates/${updated.body.incidentUpdates[0].incidentUpdateID}`;
  expect((await send(key, "PATCH", updatePath, { message: "Found it." })).body).toMatchObject({
    message: "Found it.",
  });
  // Visitors see the incident, too.
  expect((await daymark.fetch(`/api${path}`)).status).toBe(200);
  expect((await send(key, "DELETE", path)).status).toBe(204);
  expect((await send(key, "GET", path)).status).toBe(404);
});

test("a script with a key manages components and schedules maintenances", async () => {
  const key = await makeApiKey(daymark);
  const component = await send(key, "POST", "/components", { name: "From a script" });
  expect(component.status).toBe(201);
  const path = `/components/${component.body.componentID}`;
  expect((await send(key, "PATCH", path, { status: "Partial Outage" })).body).toMatchObject({
    status: "Partial Outage",
  });
  expect((await send(key, "GET", "/components")).body).toContainEqual(
    expect.objectContaining({ name: "From a script", status: "Partial Outage" }),
  );
  expect((await send(key, "DELETE", path)).status).toBe(204);
  const window = { startAt: "2030-01-01T10:00:00Z", endAt: "2030-01-01T12:00:00Z" };
  const maintenance = await send(key, "POST", "/maintenances", {
    name: "Planned",
    status: "Scheduled",
    ...window,
  });
  expect(maintenance.status).toBe(201);
  expect((await send(key, "GET", `/maintenances/${maintenance.body.maintenanceID}`)).body).toEqual(
    maintenance.body,
  );
});

test("every error response under /api/v0 lists its errors", async () => {
  const key = await makeApiKey(daymark);
  expect((await send(key, "GET", "/incidents/nobody")).body).toEqual({
    errorMessage: "There is no such incident. It may have been deleted.",
    errors: [{ message: "There is no such incident. It may have been deleted." }],
  });
  expect((await send(key, "POST", "/components", {})).body).toEqual({
    errorMessage: "Name is required.",
    errors: [{ path: "name", message: "Name is required." }],
  });
  expect((await send(key, "GET", "/nothing")).status).toBe(404);
});

test("every operation under /api/v0 requires a valid key, and responses are never cached", async () => {
  const key = await makeApiKey(daymark);
  const operations = ["components", "incidents", "maintenances"].flatMap((items) => [
    ["GET", `/${items}`],
    ["POST", `/${items}`],
    ["PATCH", `/${items}/x`],
    ["DELETE", `/${items}/x`],
  ]);
  const Authorization = await daymark.token();
  for (const [method = "", path = ""] of operations) {
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
  const { headers } = await send(key, "GET", "/components");
  expect([headers.get("Cache-Control"), headers.get("ETag")]).toEqual(["no-store", null]);
});

test("an API key doesn't authorize administrator operations", async () => {
  const key = await makeApiKey(daymark);
  for (const headers of [{ "x-api-key": key }, { Authorization: key }, { Authorization: `Bearer ${key}` }]) {
    const response = await daymark.fetch("/api/settings", { headers: headers as Record<string, string> });
    expect(response.status).toBe(401);
  }
});

test("a deleted key stops working immediately, and deleting it again succeeds", async () => {
  const key = await makeApiKey(daymark);
  expect((await send(key, "GET", "/components")).status).toBe(200);
  const keyID = (await listKeys()).find(({ value }) => value === key)?.id ?? "";
  for (const _ of ["first request", "repeated request"]) {
    const deletion = await daymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID } });
    expect(deletion.status).toBe(204);
    expect((await send(key, "GET", "/components")).status).toBe(401);
  }
  expect((await listKeys()).some(({ id }) => id === keyID)).toBe(false);
});

test("an expired key gets 401 with its expiry date", async () => {
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  /** The Worker's clock stays ahead until another request changes it. */
  const readWith = (key: string, aheadMs = 0) =>
    daymark.fetch("/api/v0/components", {
      headers: { "x-api-key": key, "x-test-ahead": `${aheadMs}` },
    });
  const key = await makeApiKey(daymark, { expiresAt });
  expect((await readWith(key, 0.9 * HOUR_MS)).status).toBe(200);
  const expired = await readWith(key, 1.1 * HOUR_MS);
  const errorMessage = `This API key expired on ${expiresAt.slice(0, 10)}. An administrator can create another one under Settings.`;
  expect([expired.status, await expired.json()]).toEqual([
    401,
    { errorMessage, errors: [{ message: errorMessage }] },
  ]);
  expect((await readWith(key)).status).toBe(200);
});

test("with an Idempotency-Key a repeated POST does nothing twice, and a different one gets 422", async () => {
  const headers = { "x-api-key": await makeApiKey(daymark), "Idempotency-Key": crypto.randomUUID() };
  const post = (name: string) =>
    daymark.fetch("/api/v0/components", { method: "POST", headers, body: JSON.stringify({ name }) });
  const [first, repeated] = [await post("Once"), await post("Once")];
  expect([first.status, repeated.status]).toEqual([201, 201]);
  expect(await repeated.json()).toEqual(await first.json());
  expect((await post("Twice")).status).toBe(422);
  const names = (await answer(daymark.visitor.components.$get())).map(({ name }) => name);
  expect(names.filter((name) => name === "Once" || name === "Twice")).toEqual(["Once"]);
});

test("concurrent requests can't create more than 100 keys", async () => {
  const ownDaymark = await startDaymark();
  const create = () => ownDaymark.administrator.settings.apikeys.$post();
  for (let count = 0; count < 95; count += 1) expect((await create()).status).toBe(201);
  const responses = await Promise.all(Array.from({ length: 10 }, create));
  const rejected = responses.filter(({ status }) => status !== 201);
  expect(rejected.map(({ status }) => status)).toEqual(Array(5).fill(409));
  expect(await rejected[0]?.json()).toEqual({
    errorMessage: "The limit of 100 API keys is reached. Nothing was saved. Delete one first.",
  });
  const { apiKeys } = await answer(ownDaymark.administrator.settings.$get());
  expect(apiKeys).toHaveLength(100);
  const [first] = apiKeys;
  await ownDaymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID: first?.id ?? "" } });
  expect((await create()).status).toBe(201);
  await ownDaymark.stop();
});
