import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../../../worker/openapi/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeTemplate,
} from "../../../support/factories/factories.ts";
import { fillHistory } from "../../../support/factories/fill-history.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let paths: OpenAPIDocument["paths"];
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
  await fillHistory(daymark.db, {
    components: 10,
    incidents: 1000,
    days: 100,
    now: "2026-11-21T14:37:20.000Z",
  });
  paths = ((await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument).paths;
  apiKey = await makeApiKey(daymark);
  const { groupID } = await makeGroup(daymark);
  await makeGroup(daymark);
  await makeComponent(daymark, { status: "Major Outage", groupID });
  await makeIncident(daymark);
  await makeMaintenance(daymark);
  await makeMetric(daymark, { status: "Visible" });
  await makeMetric(daymark);
  await makeTemplate(daymark, { status: "Identified" });
  await makeTemplate(daymark);
});
afterAll(() => daymark.stop());

interface Entry {
  status: string;
  createdAt: string;
}

async function list(path: string) {
  const response = await daymark.fetch(path, {
    headers: path.startsWith("/api/v0/") ? { "x-api-key": apiKey } : { Authorization: await daymark.token() },
  });
  return {
    status: response.status,
    link: response.headers.get("Link") ?? "",
    rowsRead: Number(response.headers.get("x-test-rows")),
    cacheControl: response.headers.get("Cache-Control"),
    answer: await response.json(),
  };
}

const pageParameters = ["limit", "before", "status", "since", "q", "componentID", "month", "open"];

/** Every list of the API, and its query parameters besides `fresh`. */
const lists: Record<string, string[]> = {
  "/api/components": ["status", "since"],
  "/api/groups": ["status", "since"],
  "/api/incidents": pageParameters,
  "/api/maintenances": pageParameters,
  "/api/metrics": ["status", "since"],
  "/api/public-metrics": ["status", "since"],
  "/api/templates": ["status", "since"],
  "/api/v0/components": ["status", "since"],
  "/api/v0/groups": ["status", "since"],
  "/api/v0/incidents": pageParameters,
  "/api/v0/maintenances": pageParameters,
  "/api/v0/metrics": ["status", "since"],
  "/api/v0/templates": ["status", "since"],
};

const auditParameters = ["actor", "kind", "action", "item", "from", "to", "limit", "before"];

/** Entries of the audit log have no status, and worst statuses are listed for one notice. */
const listsWithoutStatus: Record<string, string[]> = {
  "/api/audit": auditParameters,
  "/api/v0/audit": auditParameters,
  "/api/overview/worst-statuses": ["notice"],
  "/api/received-alerts": ["before", "source", "q"],
  "/api/v0/received-alerts": ["before", "source", "q"],
};

test("the tables have every list with parameters, and all of them", () => {
  const entries = Object.entries(paths).flatMap(([path, { get }]) => {
    const response = get?.responses[200];
    const schema =
      response && "content" in response ? response.content?.["application/json"]?.schema : undefined;
    if (schema?.type !== "array" || !path.startsWith("/api/")) return [];
    const query = get?.parameters?.filter(({ in: where }) => where === "query").map(({ name }) => name);
    const names = query?.filter((name) => name !== "fresh") ?? [];
    return names.length > 0 ? [[path, names]] : [];
  });
  const advice = "add the list to test/worker/tables/http/list-filters.test.ts";
  expect(Object.fromEntries(entries), advice).toEqual({ ...lists, ...listsWithoutStatus });
});

describe.each(Object.keys(lists))("%s", (path) => {
  test("filters by each of its statuses", async () => {
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
      const expected = all.filter((entry) => entry.status === status);
      expect(answer.slice(0, expected.length)).toEqual(expected);
    }
  });

  test("filters by `since`: items created at that time or later", async () => {
    const all: Entry[] = (await list(`${path}?limit=100`)).answer;
    const times = all.map(({ createdAt }) => createdAt).toSorted();
    const since = times[Math.floor(times.length / 2)] ?? "";
    const { answer } = await list(`${path}?limit=100&since=${since}`);
    expect(answer).toEqual(all.filter(({ createdAt }) => createdAt >= since));
    expect((await list(`${path}?since=2100-01-01T00:00:00Z`)).answer).toEqual([]);
  });

  test.for(["status=", "status=resolved", "status=x", "since=", "since=never", "since=2026-02-30T00:00:00Z"])(
    "responds to ?%s with 400 and a sentence",
    async (query) => {
      const name = query.slice(0, query.indexOf("="));
      const { status, cacheControl, answer } = await list(`${path}?${query}`);
      expect([status, cacheControl]).toEqual([400, "no-store"]);
      expect(answer.errorMessage).toMatch(new RegExp(`^${name} must be .*\\.$`));
      expect(answer.errors).toEqual([{ path: name, message: answer.errorMessage }]);
    },
  );

  test("ignores unknown query parameters", async () => {
    const plain = await list(path);
    expect((await list(`${path}?utm_source=x&state=Resolved&sort=name`)).answer).toEqual(plain.answer);
  });
});

test("the next page of a list keeps the filters by status and time", async () => {
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

test("a list filtered by status reads no notices of other statuses", async () => {
  const all = await list("/api/v0/incidents?limit=10");
  const resolved = await list("/api/v0/incidents?limit=10&status=Resolved");
  expect(resolved.answer.length).toBe(10);
  expect(resolved.rowsRead).toBeLessThan(all.rowsRead + 20);
  // A few of the 1,000 incidents are open.
  const open = await list("/api/v0/incidents?limit=10&status=Investigating");
  expect(open.answer.length).toBeGreaterThan(0);
  expect(open.rowsRead).toBeLessThan(20);
  const none = await list("/api/v0/incidents?limit=10&status=Identified&since=2100-01-01T00:00:00Z");
  // Up to five rows are read to check the API key.
  expect([none.rowsRead <= 5, none.answer]).toEqual([true, []]);
});

test("requests with made-up `since` times don't evict other responses from the memory cache", async () => {
  const cachedBytes = async () =>
    Number((await daymark.fetch("/api/public-settings")).headers.get("x-test-held-bytes"));
  const listSince = (minute: number) =>
    daymark.fetch(`/api/incidents?since=${new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()}`);
  for (let minute = 0; minute < 60; minute += 1) await (await listSince(minute)).text();
  const before = await cachedBytes();
  for (let minute = 60; minute < 90; minute += 1) await (await listSince(minute)).text();
  expect(Math.abs((await cachedBytes()) - before)).toBeLessThan(before / 100);
});
