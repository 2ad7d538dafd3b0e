import { afterAll, beforeAll, expect, test } from "vitest";
import { fillToLimits, largestItems } from "../../support/factories/fill-to-limits.ts";
import { dataURL, onePixelPNG } from "../../support/factories/images.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
/** The largest allowed response of each route that visitors can read, whatever content exists. */
const maxBytes: Record<string, number> = {
  "/": 3 * MiB,
  "/index.md": MiB,
  "/history": MiB,
  "/history.md": MiB,
  "/components/:componentID": MiB,
  "/groups/:groupID": 1.5 * MiB,
  "/incidents/:incidentID": MiB,
  "/maintenances/:maintenanceID": MiB,
  "/incidents/:incidentID/postmortem": 512 * KiB,
  "/incidents/:incidentID/postmortem.md": 256 * KiB,
  "/incidents/:file{\\b\\w+\\.md}": MiB,
  "/maintenances/:file{\\b\\w+\\.md}": MiB,
  "/history.rss": MiB,
  "/history.atom": MiB,
  "/history.json": MiB,
  "/components/:componentID/history.rss": MiB,
  "/components/:componentID/history.atom": MiB,
  "/components/:componentID/history.json": MiB,
  "/components/:componentID/notices.json": 256 * KiB,
  "/maintenances.ics": MiB,
  "/sitemap.xml": MiB,
  "/llms.txt": 16 * KiB,
  "/robots.txt": 16 * KiB,
  "/manifest.webmanifest": 16 * KiB,
  "/service-worker.js": 16 * KiB,
  "/favicon.ico": 512 * KiB,
  "/apple-touch-icon.png": 512 * KiB,
  "/badge.svg": 16 * KiB,
  "/badge-plain.svg": 16 * KiB,
  "/badge.json": 16 * KiB,
  "/groups/:groupID/history.rss": MiB,
  "/groups/:groupID/history.atom": MiB,
  "/groups/:groupID/history.json": MiB,
  "/groups/:groupID/badge.svg": 16 * KiB,
  "/groups/:groupID/badge-plain.svg": 16 * KiB,
  "/groups/:groupID/badge.json": 16 * KiB,
  "/components/:componentID/badge.svg": 16 * KiB,
  "/components/:componentID/badge-plain.svg": 16 * KiB,
  "/components/:componentID/badge.json": 16 * KiB,
  "/metrics/:metricID/:file": MiB,
  "/metrics/:metricID/:year/:month/:file": MiB,
  "/logos/:name": 2 * MiB,
  "/subscribe": 1.5 * MiB,
  "/subscribe/push": 1.5 * MiB,
  "/subscribe/asked": 192 * KiB,
  "/subscribe/asked/webhook": 192 * KiB,
  "/subscribe/asked/chat": 192 * KiB,
  "/beat/:secret": 1 * KiB,
  "/subscriptions/:subscriberID/:token": 1.5 * MiB,
  "/subscriptions/:subscriberID/:token/confirm": 1.5 * MiB,
  "/subscriptions/:subscriberID/:token/unsubscribe": 1.5 * MiB,
  "/subscriptions/:subscriberID/:token/data": 1.5 * MiB,
  "/api/health": KiB,
  "/api/health/deep": KiB,
  "/api/openapi.json": MiB,
  "/api/docs": 16 * KiB,
  // These list all components, so the limit of 1,000 components bounds them.
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
  // There are at most 100 groups, which list the IDs of at most 1,000 components.
  "/api/groups": 128 * KiB,
  "/api/groups/:groupID/uptime": 128 * KiB,
  "/api/groups/:groupID": 16 * KiB,
  "/api/incidents": 1e6,
  "/api/incidents/:incidentID": 10 * MiB,
  "/api/maintenances": 1e6,
  "/api/maintenances/:maintenanceID": 10 * MiB,
  "/api/public-metrics": MiB,
  "/api/public-metrics/:metricID/series": 64 * KiB,
  "/api/public-settings": 16 * KiB,
  "/api/sign-in": 4 * KiB,
  "/api/subscribers/push": KiB,
};

let daymark: Daymark;
let ids: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  await fillToLimits(daymark.db);
  const { administrator } = daymark;
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  // An ampersand takes five bytes in HTML.
  const url = `https://acme.example/?${"&".repeat(1970)}`;
  const links = Array.from({ length: 5 }, (_, n) => ({ name: `${n}${"&".repeat(49)}`, url }));
  const json = {
    serviceName: `"&<>'`.repeat(40),
    emailNotification,
    note: "&".repeat(2000),
    headerLinks: links,
    footerLinks: links,
  };
  await answer(administrator.settings.$patch({ json }));
  await daymark.db.exec("UPDATE settings SET endpoints_enabled = 1");
  const logo = await answer(administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  ids = { ...largestItems, logo: logo.id };
}, 300_000);
afterAll(() => daymark.stop());

/** Parses a page without its drawings, which take most of the time. */
async function readPage(path: string): Promise<Document> {
  const html = await (await daymark.fetch(path)).text();
  return parseHTML(html.replace(/<svg\b.*?<\/svg>/gs, ""));
}

test("the main page counts all notices and links to those that it leaves out", async () => {
  const page = await readPage("/");
  expect(textOf(page.querySelector(".banner"))).toBe(
    "Major System Outage 999 of 1,000 components work 1,200 active incidents 200 maintenances in progress",
  );
  expect(page.querySelectorAll("#active ~ div > .notice")).toHaveLength(50);
  expect(page.querySelectorAll(".component")).toHaveLength(1000);
  const links = [...page.querySelectorAll("section > .more a")];
  expect(links.map((link) => [textOf(link), link.getAttribute("href")])).toEqual([
    ["1,150 more active incidents", "/history"],
    ["150 more scheduled maintenances", "/maintenances.ics"],
    ["1,200 more scheduled maintenances", "/maintenances.ics"],
    [expect.stringMatching(/^\d+ more metrics$/), "/api/public-metrics"],
  ]);
  const [first] = page.querySelectorAll("#active ~ div > .notice");
  expect(textOf(first?.querySelector(".more"))).toBe("Read the rest");
  expect(first?.querySelector(".more a")?.getAttribute("href")).toBe(`/incidents/${largestItems.incidentID}`);
  expect(textOf(first?.querySelector(".affected"))).toMatch(/\d+ more components$/);
  expect(textOf(page.querySelector("#past")?.closest("section"))).not.toContain("No incidents reported.");
});

test("the badge and the status API have the same overall status as the page", async () => {
  expect(await (await daymark.fetch("/badge.json")).json()).toMatchObject({ message: "Major System Outage" });
  const { status } = (await (await daymark.fetch("/api/v2/status.json")).json()) as { status: object };
  expect(status).toEqual({ indicator: "critical", description: "Major System Outage" });
});

test("an incident with 1,000 updates shows all of them across its pages", async () => {
  const messages: string[] = [];
  let next: string | null | undefined = "/incidents/long";
  while (next) {
    const page = await readPage(next);
    messages.push(...[...page.querySelectorAll(".message")].map(textOf));
    next = page.querySelector('nav a[rel="prev"]')?.getAttribute("href");
  }
  expect(messages).toEqual(Array.from({ length: 1000 }, (_, n) => `Update ${n}`));
});

test("the pages of an API list together have every incident with its full message", async () => {
  const ids: string[] = [];
  let next: string | undefined = "/api/incidents?limit=100";
  // The first pages have one incident each.
  while (next && ids.length < 10) {
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

/** Without credentials a call that needs them returns a short error. With them it returns lists like those above. */
const MAX_ERROR_BYTES = KiB;

const examples = Object.entries(reads).flatMap(([route, examplesOfRoute]) =>
  examplesOfRoute.map(([example, kind]) => [example, route, kind] as const),
);

test.for(examples)("%s stays within its maximum size on a full database", async ([example, route, kind]) => {
  const path = example.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? id);
  const response = await daymark.fetch(path);
  const bytes = (await response.arrayBuffer()).byteLength;
  if (kind === "noStore") expect(response.status).toBeLessThan(500);
  else expect(response.status).toBe(200);
  const max = response.status === 401 ? MAX_ERROR_BYTES : (maxBytes[route] ?? 0);
  expect(bytes, "add the route to test/worker/costs/response-sizes.test.ts").toBeLessThanOrEqual(max);
});

test("creating a component or a metric beyond its limit gets 409 and changes nothing", async () => {
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
