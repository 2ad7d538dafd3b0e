import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../support/factories.ts";
import { grow } from "../support/grown.ts";

let daymark: Daymark;
let paths: OpenAPIDocument["paths"];
let key: string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  await grow(daymark.db, { components: 10, incidents: 1000, days: 100, now: "2026-11-21T14:37:20.000Z" });
  paths = ((await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument).paths;
  key = await makeApiKey(daymark);
  await makeComponent(daymark, { status: "Major Outage" });
  await makeIncident(daymark);
  await makeMaintenance(daymark);
  await makeMetric(daymark, { status: "Visible" });
  await makeMetric(daymark);
});
afterAll(() => daymark.stop());

interface Entry {
  status: string;
  createdAt: string;
}

async function list(path: string) {
  const response = await daymark.fetch(path, {
    headers: path.startsWith("/api/v0/") ? { "x-api-key": key } : { Authorization: await daymark.token() },
  });
  return {
    status: response.status,
    link: response.headers.get("Link") ?? "",
    rows: Number(response.headers.get("x-test-rows")),
    cacheControl: response.headers.get("Cache-Control"),
    answer: await response.json(),
  };
}

const pages = ["limit", "before", "status", "since"];

/** Every list of the API, and what it takes beside `fresh`. */
const lists: Record<string, string[]> = {
  "/api/components": ["status", "since"],
  "/api/incidents": pages,
  "/api/maintenances": pages,
  "/api/metrics": ["status", "since"],
  "/api/public-metrics": ["status", "since"],
  "/api/v0/components": ["status", "since"],
  "/api/v0/incidents": pages,
  "/api/v0/maintenances": pages,
  "/api/v0/metrics": ["status", "since"],
};

test("every list is in the table, with each of its parameters", () => {
  const found = Object.entries(paths).flatMap(([path, { get }]) => {
    const read = get?.responses[200];
    const schema = read && "content" in read ? read.content?.["application/json"]?.schema : undefined;
    if (schema?.type !== "array" || !path.startsWith("/api/")) return [];
    const query = get?.parameters?.filter(({ in: where }) => where === "query").map(({ name }) => name);
    return [[path, query?.filter((name) => name !== "fresh")]];
  });
  expect(Object.fromEntries(found)).toEqual(lists);
});

describe.each(Object.keys(lists))("%s", (path) => {
  test("takes each of its statuses, and answers with those that have it", async () => {
    const parameter = paths[path]?.get?.parameters?.find(({ name }) => name === "status");
    const statuses = parameter?.schema?.enum ?? [];
    expect(statuses.length).toBeGreaterThan(1);
    const all: Entry[] = (await list(`${path}?limit=100`)).answer;
    for (const status of statuses) {
      const { status: code, answer } = await list(
        `${path}?limit=100&status=${encodeURIComponent(`${status}`)}`,
      );
      expect(code).toBe(200);
      expect(answer.every((entry: Entry) => entry.status === status)).toBe(true);
      const among = all.filter((entry) => entry.status === status);
      expect(answer.slice(0, among.length)).toEqual(among);
    }
  });

  test("takes a time, and answers with what was created then or later", async () => {
    const all: Entry[] = (await list(`${path}?limit=100`)).answer;
    const times = all.map(({ createdAt }) => createdAt).toSorted();
    const since = times[Math.floor(times.length / 2)] ?? "";
    const { answer } = await list(`${path}?limit=100&since=${since}`);
    expect(answer).toEqual(all.filter(({ createdAt }) => createdAt >= since));
    expect((await list(`${path}?since=2100-01-01T00:00:00Z`)).answer).toEqual([]);
  });

  test.for(["status=", "status=resolved", "status=x", "since=", "since=never", "since=2026-02-30T00:00:00Z"])(
    "refuses ?%s in a sentence",
    async (query) => {
      const name = query.slice(0, query.indexOf("="));
      const { status, cacheControl, answer } = await list(`${path}?${query}`);
      expect([status, cacheControl]).toEqual([400, "no-store"]);
      expect(answer.errorMessage).toMatch(new RegExp(`^${name} must be .*\\.$`));
      expect(answer.errors).toEqual([{ path: name, message: answer.errorMessage }]);
    },
  );

  test("goes on ignoring what it does not define", async () => {
    const plain = await list(path);
    expect((await list(`${path}?utm_source=x&state=Resolved&sort=name`)).answer).toEqual(plain.answer);
  });
});

test("the next page of a list is of the same status and time", async () => {
  const { createdAt: since } = await makeIncident(daymark, { status: "Resolved" });
  for (const status of ["Resolved", "Monitoring", "Resolved", "Resolved"] as const)
    await makeIncident(daymark, { status });
  const first = await list(`/api/v0/incidents?limit=2&status=Resolved&since=${since}`);
  const next = /^<(.*)>/.exec(first.link)?.[1] ?? "";
  const second = await list(next);
  expect([...first.answer, ...second.answer]).toEqual(
    (await list(`/api/v0/incidents?limit=4&status=Resolved&since=${since}`)).answer,
  );
  expect(second.answer.every(({ status }: Entry) => status === "Resolved")).toBe(true);
});

test("a list of one status reads no notice that has another", async () => {
  const all = await list("/api/v0/incidents?limit=10");
  const resolved = await list("/api/v0/incidents?limit=10&status=Resolved");
  expect(resolved.answer.length).toBe(10);
  expect(resolved.rows).toBeLessThan(all.rows + 20);
  // Of a thousand incidents, a few are open.
  const open = await list("/api/v0/incidents?limit=10&status=Investigating");
  expect(open.answer.length).toBeGreaterThan(0);
  expect(open.rows).toBeLessThan(20);
  const none = await list("/api/v0/incidents?limit=10&status=Identified&since=2100-01-01T00:00:00Z");
  // The key's own row apart.
  expect([none.rows <= 5, none.answer]).toEqual([true, []]);
});

test("answers under times that somebody makes up do not push out what others ask for", async () => {
  const held = async () =>
    Number((await daymark.fetch("/api/public-settings")).headers.get("x-test-held-bytes"));
  const ask = (minute: number) =>
    daymark.fetch(`/api/incidents?since=${new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()}`);
  for (let minute = 0; minute < 60; minute += 1) await (await ask(minute)).text();
  const before = await held();
  for (let minute = 60; minute < 90; minute += 1) await (await ask(minute)).text();
  expect(Math.abs((await held()) - before)).toBeLessThan(before / 100);
});
