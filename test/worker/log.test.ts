import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { ADMIN_GROUP: "administrators" } });
});
afterAll(() => daymark.stop());
beforeEach(() => {
  daymark.logs.length = 0;
});

const member = { "cognito:groups": ["administrators"], sub: "subject-1" };

/** The lines of requests that end in `path`, as soon as there is one. */
async function lines(path: string): Promise<Record<string, unknown>[]> {
  const found = () =>
    daymark.logs.map((line) => JSON.parse(line)).filter((line) => String(line.path).endsWith(path));
  await expect.poll(() => found().length).toBeGreaterThan(0);
  return found();
}

test("a sign-in that fails is logged with the reason, whatever the method, and without the token", async () => {
  const expired = await daymark.token({ exp: Math.floor(Date.now() / 1000) - 600 });
  await daymark.fetch("/api/metrics", { headers: { Authorization: expired } });
  expect(await lines("/api/metrics")).toEqual([
    {
      level: "warn",
      requestId: expect.any(String),
      method: "GET",
      path: "/api/metrics",
      status: 401,
      reason: "Your session is not valid. Please sign in again. (ERR_JWT_EXPIRED exp)",
    },
  ]);
  await daymark.fetch("/api/components?fresh=1", { headers: { Authorization: "Bearer nonsense" } });
  expect(await lines("/api/components")).toMatchObject([
    {
      level: "warn",
      status: 401,
      reason: "Your session is not valid. Please sign in again. (ERR_JWS_INVALID)",
    },
  ]);
  const logged = daymark.logs.join("\n");
  for (const part of [...expired.split("."), "nonsense"]) expect(logged).not.toContain(part);
});

test("a user who is no administrator is logged with who they are, and without their address", async () => {
  const Authorization = await daymark.token({ sub: "subject-2", email: "someone@example.com" });
  await daymark.fetch("/api/settings", { headers: { Authorization } });
  expect(await lines("/api/settings")).toMatchObject([
    {
      level: "warn",
      status: 403,
      actor: "user:subject-2",
      reason: expect.stringContaining("not an administrator"),
    },
  ]);
  expect(daymark.logs.join("\n")).not.toContain("someone@example.com");
});

test("a key that is not valid is logged, and the key is not", async () => {
  for (const key of ["k".repeat(40), "short"]) {
    daymark.logs.length = 0;
    await daymark.fetch("/api/v0/incidents", { headers: { "x-api-key": key } });
    expect(await lines("/api/v0/incidents")).toMatchObject([
      { level: "warn", status: 401, reason: "This API key is not valid." },
    ]);
    expect(daymark.logs.join("\n")).not.toContain(key);
  }
});

test("a change is logged with who made it", async () => {
  const Authorization = await daymark.token(member);
  const headers = { Authorization };
  const made = await daymark.fetch("/api/components", {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "API" }),
  });
  expect(made.status).toBe(201);
  expect(await lines("/api/components")).toMatchObject([
    { level: "info", status: 201, actor: "user:subject-1" },
  ]);
  expect(daymark.logs.join("\n")).not.toContain("admin@example.com");
});

test("a change by a key is logged with the key's id, and the key is not", async () => {
  const Authorization = await daymark.token(member);
  const created = await daymark.fetch("/api/settings/apikeys", {
    method: "POST",
    headers: { Authorization },
  });
  const { id, value } = await created.json();
  const headers = { "x-api-key": value };
  const body = JSON.stringify({ name: "API" });
  expect((await daymark.fetch("/api/v0/components", { method: "POST", headers, body })).status).toBe(201);
  expect(await lines("/api/v0/components")).toMatchObject([{ status: 201, actor: `key:${id}` }]);
  expect(daymark.logs.join("\n")).not.toContain(value);
});

test("the subject of a token is cut to its length in the log, and can not forge a line", async () => {
  const sub = `"}\n{"level":"info","path":"/forged"}${"x".repeat(2_000)}`;
  await daymark.fetch("/api/settings", {
    headers: { Authorization: await daymark.token({ ...member, sub, email_verified: false }) },
  });
  const [line] = await lines("/api/settings");
  expect(line?.actor).toBe(`user:${sub.slice(0, 128)}`);
  expect(daymark.logs).toHaveLength(1);
});

test("a long address is cut in the log", async () => {
  await daymark.fetch(`/api/${"x".repeat(1_500)}`, { method: "POST" });
  await expect.poll(() => daymark.logs.length).toBe(1);
  expect(JSON.parse(daymark.logs[0] ?? "").path).toHaveLength(1_000);
});

test("a client's own X-Request-Id is neither logged nor answered", async () => {
  for (const id of ["forged", "forged-by-somebody-else=", "x".repeat(300), ""]) {
    daymark.logs.length = 0;
    const headers = { "X-Request-Id": id };
    const response = await daymark.fetch("/api/settings", { headers });
    const answered = response.headers.get("X-Request-Id") ?? "";
    expect(answered).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await lines("/api/settings"))[0]?.requestId).toBe(answered);
  }
});

test("a browser's preflight request, which changes nothing, is not logged", async () => {
  await daymark.fetch("/api/settings", { method: "OPTIONS", headers: { Origin: "https://example.com" } });
  await daymark.fetch("/api/settings", { method: "PATCH" });
  expect(await lines("/api/settings")).toMatchObject([{ method: "PATCH", status: 401 }]);
});
