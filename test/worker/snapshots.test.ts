import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { document, text } from "../support/html.ts";

/** Has rendered before, and has what it rendered in its memory. */
let daymark: Daymark;
/** Is empty, and never renders anything. */
let empty: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  empty = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => Promise.all([daymark.stop(), empty.stop()]));

/** One that has rendered nothing yet, for a test alone. */
async function startFresh(): Promise<Daymark> {
  const fresh = await startDaymark({ build: "faulty-worker" });
  onTestFinished(() => fresh.stop());
  return fresh;
}

const withoutD1 = { "x-test-break-d1": "all" };
const withoutR2 = { "x-test-break-r2": "all" };
const withoutBoth = { ...withoutD1, ...withoutR2 };

async function read(from: Daymark, path: string, headers: Record<string, string> = {}) {
  const response = await from.fetch(path, { headers });
  const shown = document(await response.text());
  const note = shown.querySelector("main > [role=status]");
  return {
    status: response.status,
    headers: response.headers,
    title: shown.title,
    main: text(shown.querySelector("main")),
    note: note && text(note),
    at: note?.querySelector("time")?.getAttribute("datetime"),
  };
}

const snapshot = (path: string) => daymark.files.get(`snapshots${path}`);
const snapshotSays = async (path: string) => (await snapshot(path))?.text();

/** As another isolate would find it in R2. */
async function handOver(path: string): Promise<void> {
  const kept = await snapshot(path);
  if (!kept) throw new Error(`There is no snapshot of ${path}.`);
  const { customMetadata = {} } = kept;
  await empty.files.put(`snapshots${path}`, await kept.arrayBuffer(), { customMetadata });
}

test("without D1 every page is served from its snapshot, which says when that was", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Database" });
  const { incidentID } = await makeIncident(daymark, { name: "Writes fail" });
  const { maintenanceID } = await makeMaintenance(daymark, { name: "New disks" });
  const pages = {
    "/": "Writes fail",
    "/?days=30": "Writes fail",
    "/?lang=es": "Writes fail",
    "/?days=60&lang=ar": "Writes fail",
    "/history": "Writes fail",
    [`/history?month=${new Date().toISOString().slice(0, 7)}`]: "Writes fail",
    [`/components/${componentID}`]: "Database",
    [`/incidents/${incidentID}`]: "Writes fail",
    [`/maintenances/${maintenanceID}?lang=ja`]: "New disks",
  };
  for (const [path, name] of Object.entries(pages)) {
    const good = await read(daymark, path, { "x-test-now": "2026-11-21T14:37:20.123Z" });
    expect([path, good.status, good.note]).toEqual([path, 200, null]);
    await expect.poll(() => snapshotSays(path)).toContain(name);
    await handOver(path);
    const last = await read(empty, path, withoutD1);
    expect([path, last.status, last.at]).toEqual([path, 200, "2026-11-21T14:37Z"]);
    expect(last.note).toContain("2026");
    expect(last.main).toBe(`${last.note} ${good.main}`);
    expect(last.title).toBe(good.title);
  }
});

test("a snapshot is kept at the edge for seconds, and by nobody as an answer that could be unchanged", async () => {
  await read(daymark, "/");
  await expect.poll(() => snapshot("/")).not.toBeNull();
  await handOver("/");
  for (const headers of [withoutD1, { ...withoutD1, "If-None-Match": "*" }]) {
    const last = await read(empty, "/", headers);
    expect(last.status).toBe(200);
    expect(Object.fromEntries(last.headers)).toMatchObject({
      "cache-control": "no-cache",
      "cloudflare-cdn-cache-control": "max-age=5",
      "cache-tag": "public",
      "content-type": "text/html; charset=UTF-8",
    });
    expect(last.headers.get("ETag")).toBeNull();
  }
  // D1 is back.
  const recovered = await read(daymark, "/");
  expect([recovered.note, recovered.headers.get("ETag")]).toEqual([null, expect.stringMatching(/^".+"$/)]);
});

test("without R2 a page is as good as ever, also right after a change", async () => {
  const fresh = await startFresh();
  await makeIncident(fresh, { name: "Writes fail" });
  const page = await read(fresh, "/", withoutR2);
  expect([page.status, page.note]).toEqual([200, null]);
  expect(page.main).toContain("Writes fail");
  expect(page.headers.get("ETag")).not.toBeNull();
});

test("without both, what was last rendered is served, with the time until which it was known to be so", async () => {
  const fresh = await startFresh();
  await makeIncident(fresh, { name: "Writes fail" });
  await read(fresh, "/", { ...withoutR2, "x-test-now": "2026-11-21T14:30:00.000Z" });
  await read(fresh, "/", { ...withoutR2, "x-test-now": "2026-11-21T14:35:00.000Z" });
  const last = await read(fresh, "/", { ...withoutBoth, "x-test-now": "2026-11-21T14:37:00.000Z" });
  expect([last.status, last.at]).toEqual([200, "2026-11-21T14:35Z"]);
  expect(last.note).toBe(
    "This page can't be updated right now. It shows the status as of Nov 21, 2026 - 14:35 (UTC) .",
  );
  expect(last.main).toContain("Writes fail");
});

test("of a snapshot and what was last rendered the newer one is served", async () => {
  const fresh = await startFresh();
  const at = (now: string) => ({ ...withoutR2, "x-test-now": now });
  await makeIncident(fresh, { name: "Known here" });
  await read(fresh, "/", at("2026-11-21T14:00:00.000Z"));
  const put = (now: string) =>
    fresh.files.put("snapshots/", "<main>Known elsewhere</main>", {
      customMetadata: { version: "1", at: `${Date.parse(now)}` },
    });
  await put("2026-11-21T13:59:00.000Z");
  expect((await read(fresh, "/", { ...withoutD1, "x-test-now": "2026-11-21T14:20:00.000Z" })).main).toContain(
    "Known here",
  );
  await put("2026-11-21T14:10:00.000Z");
  const last = await read(fresh, "/", { ...withoutD1, "x-test-now": "2026-11-21T14:20:00.000Z" });
  expect([last.main, last.at]).toEqual([`${last.note} Known elsewhere`, "2026-11-21T14:10Z"]);
});

test.for([
  ["/?days=30&lang=fr", "D1", withoutD1],
  ["/", "both", withoutBoth],
  ["/?lang=es", "both", withoutBoth],
  ["/history", "both", withoutBoth],
  ["/incidents/4fRabcdefghi", "both", withoutBoth],
  ["/components/4fRabcdefghi", "both", withoutBoth],
] as const)("where nothing is known of %s without %s, a page says so", async ([path, , headers]) => {
  const page = await read(empty, path, headers);
  expect([page.status, page.headers.get("Retry-After"), page.headers.get("Cache-Control")]).toEqual([
    503,
    "5",
    "no-store",
  ]);
  expect(page.title).not.toBe("");
  if (!path.includes("lang"))
    expect(page.main).toMatch(/^Status unknown .*That says nothing about the service itself\./);
});

test("a D1 that does not answer is given up on after seconds", async () => {
  await read(daymark, "/");
  const page = await read(daymark, "/", {
    "x-test-break-d1": "hang",
    "x-test-now": "2096-01-01T00:00:00.000Z",
  });
  expect([page.status, page.note]).toEqual([200, expect.stringContaining("be updated right now")]);
});

test("an unknown page is a 404 also while D1 hangs, however many ask", async () => {
  const headers = { "x-test-break-d1": "hang", "x-test-now": "2096-01-02T00:00:00.000Z" };
  const asked = Array.from({ length: 4 }, () => daymark.fetch("/nope", { headers }));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test("public JSON is a 503 with Retry-After, also where a page has its snapshot", async () => {
  await read(daymark, "/");
  const response = await daymark.fetch("/api/components", { headers: withoutD1 });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
});

test("a HEAD outlives D1 like a GET", async () => {
  await read(daymark, "/");
  const response = await daymark.fetch("/", {
    method: "HEAD",
    headers: { ...withoutBoth, "x-test-now": "2096-01-02T00:00:00.000Z" },
  });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBe("max-age=5");
});

test("a snapshot is written when something changed, and every ten minutes while nothing does", async () => {
  const fresh = await startFresh();
  const render = (time: string) => read(fresh, "/", { "x-test-now": `2026-11-21T${time}Z` });
  const keptAt = async () => Number((await fresh.files.head("snapshots/"))?.customMetadata?.at);
  const keptFrom = (time: string) => expect.poll(keptAt).toBe(Date.parse(`2026-11-21T${time}Z`));
  await makeComponent(fresh);
  await render("14:30:01.000");
  await keptFrom("14:30:01.000");
  await render("14:39:59.000");
  await render("14:40:02.000");
  await keptFrom("14:40:02.000");
  await makeComponent(fresh);
  await render("14:40:05.000");
  await keptFrom("14:40:05.000");
  expect((await fresh.fetch("/api/health")).headers.get("x-test-snapshots")).toBe("3");
});

test("many changes are a write a second at most, and the last one is among them", async () => {
  const fresh = await startFresh();
  const { componentID } = await makeComponent(fresh, { name: "Name 0" });
  const begun = performance.now();
  for (let n = 1; n <= 20; n += 1) {
    const json = { name: `Name ${n}` };
    await answer(fresh.administrator.components[":componentID"].$patch({ param: { componentID }, json }));
    await read(fresh, "/");
  }
  await expect.poll(async () => (await fresh.files.get("snapshots/"))?.text()).toContain("Name 20");
  const writes = Number((await fresh.fetch("/api/health")).headers.get("x-test-snapshots"));
  expect(writes).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - begun) / 1000));
});

test("a snapshot that another isolate has written is not written again, and a newer one never overwritten", async () => {
  const fresh = await startFresh();
  await makeComponent(fresh, { name: "Database" });
  const newer = await fresh.db.prepare("SELECT version + 1 AS newer FROM content_version").first("newer");
  const customMetadata = { version: `${newer}`, at: `${Date.parse("2026-11-21T14:30:00.000Z")}` };
  await fresh.files.put("snapshots/", "Newer", { customMetadata });
  await read(fresh, "/", { "x-test-now": "2026-11-21T14:35:00.000Z" });
  await read(fresh, "/history");
  await expect.poll(async () => (await fresh.files.get("snapshots/history"))?.text()).toContain("History");
  expect(await (await fresh.files.get("snapshots/"))?.text()).toBe("Newer");
});

test("what is deleted does not come back from a snapshot, in any language", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "A mistake" });
  const path = `/incidents/${incidentID}`;
  for (const page of [path, `${path}?lang=fr`]) {
    await read(daymark, page);
    await expect.poll(() => snapshotSays(page)).toContain("A mistake");
  }
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  await expect.poll(() => snapshot(path)).toBeNull();
  await expect.poll(() => snapshot(`${path}?lang=fr`)).toBeNull();
});

test("no query that means nothing makes another snapshot", async () => {
  const fresh = await startFresh();
  for (const query of [
    "?utm_source=x",
    "?days=90",
    "?days=7",
    "?lang=en",
    "?lang=xx",
    "?month=2024-01",
    "?limit=5",
  ])
    expect((await read(fresh, `/${query}`)).status).toBe(200);
  await read(fresh, "/history");
  await expect.poll(() => fresh.files.get("snapshots/history")).not.toBeNull();
  const { objects } = await fresh.files.list({ prefix: "snapshots/" });
  expect(objects.map(({ key }) => key)).toEqual(["snapshots/", "snapshots/history"]);
});

/** workerd resets a connection whose request it has not come to read within 15 seconds, as on a busy machine. */
async function visit(from: Daymark, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    try {
      return await from.fetch("/", { headers });
    } catch (error) {
      const { cause } = error as Error; // fetch throws nothing else
      if (!(cause instanceof Error && "code" in cause && cause.code === "ECONNRESET")) throw error;
    }
  }
}

test("1,000 visitors right after a change cost one render", async () => {
  const fresh = await startFresh();
  // A render that lasts a second of real time is taken over by another request.
  const now = { "x-test-now": "2026-11-22T12:00:00.000Z", "x-test-slow-timers": "60" };
  await makeComponent(fresh);
  const one = Number((await fresh.fetch("/", { headers: now })).headers.get("x-test-statements"));
  await makeComponent(fresh, { name: "The newest" });
  const all = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const response = await visit(fresh, now);
      return { statements: Number(response.headers.get("x-test-statements")), text: await response.text() };
    }),
  );
  expect(one).toBeGreaterThan(1);
  expect(all.reduce((sum, { statements }) => sum + statements, 0)).toBe(one);
  expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(all[0]?.text).toContain("The newest");
});

test("1,000 visitors while D1 is away at once all get the page with its age from one read of R2", async () => {
  await read(daymark, "/");
  const snapshotReads = async () =>
    Number((await daymark.fetch("/api/health")).headers.get("x-test-snapshot-reads"));
  const before = await snapshotReads();
  const headers = {
    ...withoutD1,
    "x-test-now": "2096-01-03T00:00:00.000Z",
    "x-test-slow-timers": "60",
    "x-test-gather": "1000",
  };
  const statuses = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const response = await visit(daymark, headers);
      return `${response.status} ${(await response.text()).includes("be updated right now")}`;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set(["200 true"]));
  expect((await snapshotReads()) - before).toBe(1);
});
