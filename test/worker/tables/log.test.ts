import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { ADMIN_GROUP: "administrators" } });
});
afterAll(() => daymark.stop());
beforeEach(() => {
  daymark.logs.length = 0;
});

const member = { "cognito:groups": ["administrators"], sub: "subject-1" };

/** Waits for log lines of requests whose path ends in `path`. */
async function readLogLines(path: string): Promise<Record<string, unknown>[]> {
  const findLines = () =>
    daymark.logs.map((line) => JSON.parse(line)).filter((line) => String(line.path).endsWith(path));
  await expect.poll(() => findLines().length).toBeGreaterThan(0);
  return findLines();
}

test("a failed sign-in is logged with the reason but without the token, even for a GET", async () => {
  const expired = await daymark.token({ exp: Math.floor(Date.now() / 1000) - 600 });
  await daymark.fetch("/api/metrics", { headers: { Authorization: expired } });
  expect(await readLogLines("/api/metrics")).toEqual([
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
  expect(await readLogLines("/api/components")).toMatchObject([
    {
      level: "warn",
      status: 401,
      reason: "Your session is not valid. Please sign in again. (ERR_JWT_INVALID)",
    },
  ]);
  const logged = daymark.logs.join("\n");
  for (const part of [...expired.split("."), "nonsense"]) expect(logged).not.toContain(part);
});

test("a user who isn't an administrator is logged with the ID but without the email address", async () => {
  const Authorization = await daymark.token({ sub: "subject-2", email: "someone@example.com" });
  await daymark.fetch("/api/settings", { headers: { Authorization } });
  expect(await readLogLines("/api/settings")).toMatchObject([
    {
      level: "warn",
      status: 403,
      actor: "user:subject-2",
      reason: expect.stringContaining("not an administrator"),
    },
  ]);
  expect(daymark.logs.join("\n")).not.toContain("someone@example.com");
});

test("an invalid API key is logged without the key", async () => {
  for (const key of ["k".repeat(40), "short"]) {
    daymark.logs.length = 0;
    await daymark.fetch("/api/v0/incidents", { headers: { "x-api-key": key } });
    expect(await readLogLines("/api/v0/incidents")).toMatchObject([
      { level: "warn", status: 401, reason: "This API key is not valid." },
    ]);
    expect(daymark.logs.join("\n")).not.toContain(key);
  }
});

test("a change is logged with the user's ID", async () => {
  const Authorization = await daymark.token(member);
  const headers = { Authorization };
  const response = await daymark.fetch("/api/components", {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "API" }),
  });
  expect(response.status).toBe(201);
  expect(await readLogLines("/api/components")).toMatchObject([
    { level: "info", status: 201, actor: "user:subject-1" },
  ]);
  expect(daymark.logs.join("\n")).not.toContain("admin@example.com");
});

test("a change with an API key is logged with the key's ID but without the key", async () => {
  const Authorization = await daymark.token(member);
  const created = await daymark.fetch("/api/settings/apikeys", {
    method: "POST",
    headers: { Authorization },
  });
  const { id, value } = await created.json();
  const headers = { "x-api-key": value };
  const body = JSON.stringify({ name: "API" });
  expect((await daymark.fetch("/api/v0/components", { method: "POST", headers, body })).status).toBe(201);
  expect(await readLogLines("/api/v0/components")).toMatchObject([{ status: 201, actor: `key:${id}` }]);
  expect(daymark.logs.join("\n")).not.toContain(value);
});

test("the log truncates a token's subject, which can't inject a line", async () => {
  const sub = `"}\n{"level":"info","path":"/forged"}${"x".repeat(2_000)}`;
  await daymark.fetch("/api/settings", {
    headers: { Authorization: await daymark.token({ ...member, sub, email_verified: false }) },
  });
  const [line] = await readLogLines("/api/settings");
  expect(line?.actor).toBe(`user:${sub.slice(0, 128)}`);
  expect(daymark.logs).toHaveLength(1);
});

test("the log truncates a long path", async () => {
  await daymark.fetch(`/api/${"x".repeat(1_500)}`, { method: "POST" });
  await expect.poll(() => daymark.logs.length).toBe(1);
  expect(JSON.parse(daymark.logs[0] ?? "").path).toHaveLength(1_000);
});

test("a client's X-Request-Id is neither logged nor returned", async () => {
  for (const id of ["forged", "forged-by-a-client=", "x".repeat(300), ""]) {
    daymark.logs.length = 0;
    const headers = { "X-Request-Id": id };
    const response = await daymark.fetch("/api/settings", { headers });
    const requestID = response.headers.get("X-Request-Id") ?? "";
    expect(requestID).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await readLogLines("/api/settings"))[0]?.requestId).toBe(requestID);
  }
});

test("a preflight request is not logged", async () => {
  await daymark.fetch("/api/settings", { method: "OPTIONS", headers: { Origin: "https://example.com" } });
  await daymark.fetch("/api/settings", { method: "PATCH" });
  expect(await readLogLines("/api/settings")).toMatchObject([{ method: "PATCH", status: 401 }]);
});
