import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

/** Renders pages and has them in memory. */
let daymark: Daymark;
/** This Worker has no content and never renders a page from D1. */
let empty: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  empty = await startDaymark();
});
afterAll(() => Promise.all([daymark.stop(), empty.stop()]));

/** Starts a Daymark for one test, which has rendered nothing yet. */
async function startFresh(): Promise<Daymark> {
  const fresh = await startDaymark();
  onTestFinished(() => fresh.stop());
  return fresh;
}

const withoutD1 = { "x-test-break-d1": "all" };
const withoutR2 = { "x-test-break-r2": "all" };
const withoutBoth = { ...withoutD1, ...withoutR2 };

async function read(target: Daymark, path: string, headers: Record<string, string> = {}) {
  const response = await target.fetch(path, { headers });
  const page = parseHTML(await response.text());
  const note = page.querySelector("main > [role=status]");
  return {
    status: response.status,
    headers: response.headers,
    title: page.title,
    main: textOf(page.querySelector("main")),
    note: note && textOf(note),
    at: note?.querySelector("time")?.getAttribute("datetime"),
  };
}

const findSnapshot = (path: string) => daymark.files.get(`snapshots${path}`);
const snapshotText = async (path: string) => (await findSnapshot(path))?.text();

/** Copies a snapshot to the other Daymark, as another isolate would find it in R2. */
async function copySnapshot(path: string): Promise<void> {
  const snapshot = await findSnapshot(path);
  if (!snapshot) throw new Error(`There is no snapshot of ${path}.`);
  const { customMetadata = {} } = snapshot;
  await empty.files.put(`snapshots${path}`, await snapshot.arrayBuffer(), { customMetadata });
}

test("during a D1 outage every page is served from its snapshot, with the snapshot's time", async () => {
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
    const rendered = await read(daymark, path, { "x-test-now": "2026-11-21T14:37:20.123Z" });
    expect([path, rendered.status, rendered.note]).toEqual([path, 200, null]);
    await expect.poll(() => snapshotText(path)).toContain(name);
    await copySnapshot(path);
    const stale = await read(empty, path, withoutD1);
    expect([path, stale.status, stale.at]).toEqual([path, 200, "2026-11-21T14:37Z"]);
    expect(stale.note).toContain("2026");
    expect(stale.main).toBe(`${stale.note} ${rendered.main}`);
    expect(stale.title).toBe(rendered.title);
  }
});

test("a snapshot is cached at the edge for 5 seconds, and has no ETag", async () => {
  await read(daymark, "/");
  await expect.poll(() => findSnapshot("/")).not.toBeNull();
  await copySnapshot("/");
  for (const headers of [withoutD1, { ...withoutD1, "If-None-Match": "*" }]) {
    const stale = await read(empty, "/", headers);
    expect(stale.status).toBe(200);
    expect(Object.fromEntries(stale.headers)).toMatchObject({
      "cache-control": "no-cache",
      "cloudflare-cdn-cache-control": "max-age=5",
      "cache-tag": "public",
      "content-type": "text/html; charset=UTF-8",
    });
    expect(stale.headers.get("ETag")).toBeNull();
  }
  const recovered = await read(daymark, "/");
  expect([recovered.note, recovered.headers.get("ETag")]).toEqual([null, expect.stringMatching(/^".+"$/)]);
});

test("during an R2 outage a page is rendered as usual, also right after a change", async () => {
  const fresh = await startFresh();
  await makeIncident(fresh, { name: "Writes fail" });
  const page = await read(fresh, "/", withoutR2);
  expect([page.status, page.note]).toEqual([200, null]);
  expect(page.main).toContain("Writes fail");
  expect(page.headers.get("ETag")).not.toBeNull();
});

test("during an outage of D1 and R2, the page in memory is served, with the time of its last check", async () => {
  const fresh = await startFresh();
  await makeIncident(fresh, { name: "Writes fail" });
  await read(fresh, "/", { ...withoutR2, "x-test-now": "2026-11-21T14:30:00.000Z" });
  await read(fresh, "/", { ...withoutR2, "x-test-now": "2026-11-21T14:35:00.000Z" });
  const stale = await read(fresh, "/", { ...withoutBoth, "x-test-now": "2026-11-21T14:37:00.000Z" });
  expect([stale.status, stale.at]).toEqual([200, "2026-11-21T14:35Z"]);
  expect(stale.note).toBe(
    "This page can't be updated right now. It shows the status as of Nov 21, 2026 - 14:35 (UTC) .",
  );
  expect(stale.main).toContain("Writes fail");
});

test("during a D1 outage the newer of the snapshot and the page in memory is served", async () => {
  const fresh = await startFresh();
  const at = (now: string) => ({ ...withoutR2, "x-test-now": now });
  await makeIncident(fresh, { name: "From memory" });
  await read(fresh, "/", at("2026-11-21T14:00:00.000Z"));
  const put = (now: string) =>
    fresh.files.put("snapshots/", "<main>From R2</main>", {
      customMetadata: { version: "1", at: `${Date.parse(now)}` },
    });
  await put("2026-11-21T13:59:00.000Z");
  expect((await read(fresh, "/", { ...withoutD1, "x-test-now": "2026-11-21T14:20:00.000Z" })).main).toContain(
    "From memory",
  );
  await put("2026-11-21T14:10:00.000Z");
  const stale = await read(fresh, "/", { ...withoutD1, "x-test-now": "2026-11-21T14:20:00.000Z" });
  expect([stale.main, stale.at]).toEqual([`${stale.note} From R2`, "2026-11-21T14:10Z"]);
});

test.for([
  ["/?days=30&lang=fr", "D1", withoutD1],
  ["/", "both", withoutBoth],
  ["/?lang=es", "both", withoutBoth],
  ["/history", "both", withoutBoth],
  ["/incidents/4fRabcdefghi", "both", withoutBoth],
  ["/components/4fRabcdefghi", "both", withoutBoth],
] as const)(
  "%s is a 503 page if neither memory nor a snapshot has it during an outage of %s",
  async ([path, , headers]) => {
    const page = await read(empty, path, headers);
    expect([page.status, page.headers.get("Retry-After"), page.headers.get("Cache-Control")]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    expect(page.title).not.toBe("");
    if (!path.includes("lang"))
      expect(page.main).toMatch(/^Status unknown .*That says nothing about the service itself\./);
  },
);

test("during a D1 outage public JSON is a 503 with Retry-After, because only pages have snapshots", async () => {
  await read(daymark, "/");
  const response = await daymark.fetch("/api/components", { headers: withoutD1 });
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
});

test("during an outage a HEAD gets 200, as a GET does", async () => {
  await read(daymark, "/");
  const response = await daymark.fetch("/", {
    method: "HEAD",
    headers: { ...withoutBoth, "x-test-now": "2096-01-02T00:00:00.000Z" },
  });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBe("max-age=5");
});

test("a snapshot is written after a change, and otherwise every ten minutes", async () => {
  const fresh = await startFresh();
  const render = (time: string) => read(fresh, "/", { "x-test-now": `2026-11-21T${time}Z` });
  const snapshotTime = async () => Number((await fresh.files.head("snapshots/"))?.customMetadata?.at);
  const expectSnapshotOf = (time: string) =>
    expect.poll(snapshotTime).toBe(Date.parse(`2026-11-21T${time}Z`));
  await makeComponent(fresh);
  await render("14:30:01.000");
  await expectSnapshotOf("14:30:01.000");
  await render("14:39:59.000");
  await render("14:40:02.000");
  await expectSnapshotOf("14:40:02.000");
  await makeComponent(fresh);
  await render("14:40:05.000");
  await expectSnapshotOf("14:40:05.000");
  expect((await fresh.fetch("/api/health")).headers.get("x-test-snapshots")).toBe("3");
});

test("a newer snapshot of another isolate isn't overwritten", async () => {
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

test("deleting an incident deletes its snapshots in all languages", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "A mistake" });
  const path = `/incidents/${incidentID}`;
  for (const page of [path, `${path}?lang=fr`]) {
    await read(daymark, page);
    await expect.poll(() => snapshotText(page)).toContain("A mistake");
  }
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  await expect.poll(() => findSnapshot(path)).toBeNull();
  await expect.poll(() => findSnapshot(`${path}?lang=fr`)).toBeNull();
});

test("an incident that is deleted while its page waits to be stored leaves no snapshot", async () => {
  const fresh = await startFresh();
  const { incidentID } = await makeIncident(fresh, { name: "A mistake" });
  const path = `/incidents/${incidentID}`;
  const param = { incidentID };
  const snapshots = async () => (await fresh.fetch("/api/health")).headers.get("x-test-snapshots");
  await read(fresh, path);
  await expect.poll(snapshots).toBe("1");
  // The page of this change is stored a second after the first.
  const json = { message: "A mistake" };
  await answer(fresh.administrator.incidents[":incidentID"].$patch({ param, json }));
  await read(fresh, path);
  await fresh.administrator.incidents[":incidentID"].$delete({ param });
  await expect.poll(snapshots).toBe("2");
  await expect.poll(() => fresh.files.head(`snapshots${path}`)).toBeNull();
});

test("query parameters without an effect create no other snapshot", async () => {
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
