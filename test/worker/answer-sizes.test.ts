import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { document, text } from "../support/html.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { reads } from "../support/reads.ts";
import { stuff, worst } from "../support/stuffed.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
/** No page, feed, calendar or list may be larger than this, whatever has been written. */
const bounds: Record<string, number> = {
  "/": 3 * MiB,
  "/index.md": MiB,
  "/history": MiB,
  "/history.md": MiB,
  "/components/:componentID": MiB,
  "/incidents/:incidentID": MiB,
  "/maintenances/:maintenanceID": MiB,
  "/incidents/:file{.+\\.md}": MiB,
  "/maintenances/:file{.+\\.md}": MiB,
  "/history.rss": MiB,
  "/history.atom": MiB,
  "/history.json": MiB,
  "/components/:componentID/history.rss": MiB,
  "/components/:componentID/history.atom": MiB,
  "/components/:componentID/history.json": MiB,
  "/maintenances.ics": MiB,
  "/sitemap.xml": MiB,
  "/llms.txt": 16 * KiB,
  "/robots.txt": 16 * KiB,
  "/badge.svg": 16 * KiB,
  "/badge-plain.svg": 16 * KiB,
  "/badge.json": 16 * KiB,
  "/components/:componentID/badge.svg": 16 * KiB,
  "/components/:componentID/badge-plain.svg": 16 * KiB,
  "/components/:componentID/badge.json": 16 * KiB,
  "/metrics/:metricID/:file": MiB,
  "/metrics/:metricID/:year/:month/:file": MiB,
  "/logos/:name": 2 * MiB,
  "/subscribe": 1.5 * MiB,
  "/subscribe/asked": 64 * KiB,
  "/subscriptions/:subscriberID/:token": 1.5 * MiB,
  "/subscriptions/:subscriberID/:token/confirm": 1.5 * MiB,
  "/subscriptions/:subscriberID/:token/unsubscribe": 1.5 * MiB,
  "/subscriptions/:subscriberID/:token/data": 1.5 * MiB,
  "/api/health": KiB,
  "/api/openapi.json": MiB,
  "/api/docs": MiB,
  // Bounded by how many components there can be, since every client needs each of them.
  "/api/components": 5 * MiB,
  "/api/v2/components.json": 5 * MiB,
  "/api/v2/summary.json": 8 * MiB,
  "/api/v2/status.json": KiB,
  "/api/v2/incidents.json": 4 * MiB,
  "/api/v2/incidents/unresolved.json": 4 * MiB,
  "/api/v2/scheduled-maintenances.json": 4 * MiB,
  "/api/v2/scheduled-maintenances/upcoming.json": 4 * MiB,
  "/api/v2/scheduled-maintenances/active.json": 4 * MiB,
  "/api/components/:componentID": 16 * KiB,
  "/api/components/:componentID/uptime": 128 * KiB,
  "/api/incidents": 10 * MiB,
  "/api/incidents/:incidentID": 10 * MiB,
  "/api/maintenances": 10 * MiB,
  "/api/maintenances/:maintenanceID": 10 * MiB,
  "/api/public-metrics": MiB,
  "/api/public-metrics/:metricID/series": 64 * KiB,
  "/api/public-settings": 16 * KiB,
  // These answer nobody without a token or a key; those who have one read the same answers.
  "/api/mail/messages": KiB,
  "/api/mail/recipients": KiB,
  "/api/metrics": KiB,
  "/api/metrics/:metricID": KiB,
  "/api/settings": KiB,
  "/api/external-metrics": KiB,
  "/api/v0/components": KiB,
  "/api/v0/components/:componentID": KiB,
  "/api/v0/components/:componentID/uptime": KiB,
  "/api/v0/incidents": KiB,
  "/api/v0/incidents/:incidentID": KiB,
  "/api/v0/maintenances": KiB,
  "/api/v0/maintenances/:maintenanceID": KiB,
  "/api/v0/metrics": KiB,
  "/api/v0/metrics/:metricID": KiB,
};

let daymark: Daymark;
let made: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  await stuff(daymark.db);
  const { administrator } = daymark;
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(
    administrator.settings.$patch({ json: { serviceName: `"&<>'`.repeat(40), emailNotification } }),
  );
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  made = { ...worst, logo: logo.id };
}, 300_000);
afterAll(() => daymark.stop());

const read = async (path: string) => document(await (await daymark.fetch(path)).text());

test("the page on top tells of all there is, and links to what it leaves out", async () => {
  const page = await read("/");
  expect(text(page.querySelector(".banner"))).toBe(
    "Major System Outage 2,500 active incidents 1 component affected 200 maintenances in progress",
  );
  expect(page.querySelectorAll("#active ~ div > .notice")).toHaveLength(50);
  expect(page.querySelectorAll(".component")).toHaveLength(1000);
  const links = [...page.querySelectorAll("section > .rest a")];
  expect(links.map((link) => [text(link), link.getAttribute("href")])).toEqual([
    ["2,450 more active incidents", "/history"],
    ["2,650 more scheduled maintenances", "/maintenances.ics"],
    [expect.stringMatching(/^\d+ more metrics$/), "/api/public-metrics"],
  ]);
  const [first] = page.querySelectorAll("#active ~ div > .notice");
  expect(text(first?.querySelector(".rest"))).toBe("Read the rest");
  expect(first?.querySelector(".rest a")?.getAttribute("href")).toBe(`/incidents/${worst.incidentID}`);
  expect(text(first?.querySelector(".affected"))).toMatch(/\d+ more components$/);
  expect(text(page.querySelector("#past")?.closest("section"))).not.toContain("No incidents reported.");
});

test("what the page says in a word is the same in a badge and for clients", async () => {
  expect(await (await daymark.fetch("/badge.json")).json()).toMatchObject({ message: "Major System Outage" });
  const { status } = (await (await daymark.fetch("/api/v2/status.json")).json()) as { status: object };
  expect(status).toEqual({ indicator: "critical", description: "Major System Outage" });
});

test("every update of an incident with 1,000 of them is on one of its pages", async () => {
  const shown: string[] = [];
  let next: string | null | undefined = "/incidents/long";
  while (next) {
    const page = await read(next);
    shown.push(...[...page.querySelectorAll(".message")].map(text));
    next = page.querySelector('nav a[rel="prev"]')?.getAttribute("href");
  }
  expect(shown).toEqual(Array.from({ length: 1000 }, (_, n) => `Update ${n}`));
});

test("a list of the API leaves out no incident and no letter of a message: what does not fit is on its next page", async () => {
  const ids: string[] = [];
  let next: string | undefined = "/api/incidents?limit=100";
  while (next && ids.length < 300) {
    const response: Response = await daymark.fetch(next);
    const incidents = (await response.json()) as { incidentID: string; message: string }[];
    for (const { message } of incidents) expect(message.length).toBeGreaterThan(19_900);
    ids.push(...incidents.map(({ incidentID }) => incidentID));
    next = /<(.*)>/.exec(response.headers.get("Link") ?? "")?.[1];
  }
  const newest = await daymark.db
    .prepare(
      "SELECT notice_id FROM notices WHERE kind = 'incident' ORDER BY created_at DESC, notice_id DESC LIMIT ?",
    )
    .bind(ids.length)
    .all<{ notice_id: string }>();
  expect(ids).toEqual(newest.results.map(({ notice_id }) => notice_id));
});

test("every read has a bound", () => {
  expect(Object.keys(bounds).sort()).toEqual(Object.keys(reads).sort());
});

const examples = Object.entries(reads).flatMap(([route, all]) =>
  all.map(([example, kind]) => [example, route, kind] as const),
);

test.for(examples)("%s is within its bound, however much there is", async ([example, route, kind]) => {
  const path = example.replace(/:(\w+)/g, (_, id: string) => made[id] ?? id);
  const response = await daymark.fetch(path);
  const bytes = (await response.arrayBuffer()).byteLength;
  if (kind === "never") expect(response.status).toBeLessThan(500);
  else expect(response.status).toBe(200);
  expect(bytes).toBeLessThanOrEqual(bounds[route] ?? 0);
});

test("of what every page shows there is a limit, and a refusal says so and changes nothing", async () => {
  const { administrator } = daymark;
  const component = await administrator.components.$post({ json: { name: "One more" } });
  expect([component.status, await component.json()]).toEqual([
    409,
    { errorMessage: "The limit of 1,000 components is reached. Nothing was saved. Delete one first." },
  ]);
  const metric = await administrator.metrics.$post({ json: { type: "Self", title: "One more" } });
  expect([metric.status, await metric.json()]).toEqual([
    409,
    { errorMessage: "The limit of 500 metrics is reached. Nothing was saved. Delete one first." },
  ]);
  expect(await answer(administrator.metrics.$get())).toHaveLength(500);
});

test("an incident takes 1,000 updates, and the one that resolves it", async () => {
  const change = daymark.administrator.incidents[":incidentID"];
  const param = { incidentID: worst.incidentID };
  const refused = await change.$patch({ param, json: { message: "One more" } });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      errorMessage:
        "This incident has reached the limit of 1,000 updates. Nothing was saved. Close it and create a new one.",
    },
  ]);
  await answer(change.$patch({ param, json: { name: "Renamed" } }));
  await answer(change.$patch({ param, json: { status: "Resolved" } }));
});
