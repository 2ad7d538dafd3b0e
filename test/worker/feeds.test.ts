import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { document, text } from "../support/html.ts";
import { isolated, specialName } from "../support/special.ts";
import { parseXml, type XmlElement } from "../support/xml.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: "https://status.example" } });
});
afterAll(() => daymark.stop());
// Each test has the page to itself.
beforeEach(() =>
  daymark.db.batch(["notices", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`))),
);

interface Read {
  title: string;
  entries: { id: string; title: string; html: string; published: string; updated: string }[];
}

/** The feed as a program reads it that knows nothing of ours. */
async function read(path: string): Promise<Read> {
  const response = await daymark.fetch(path);
  expect(response.status).toBe(200);
  return path.endsWith(".json") ? readJSON(await response.json()) : readXML(await response.text());
}

// biome-ignore lint/suspicious/noExplicitAny: whatever came
function readJSON({ title, items }: any): Read {
  // biome-ignore lint/suspicious/noExplicitAny: whatever came
  const entries = items.map(({ id, title, content_html: html, date_published, date_modified }: any) => ({
    id,
    title,
    html,
    published: date_published,
    updated: date_modified,
  }));
  return { title, entries };
}

function readXML(xml: string): Read {
  const root = parseXml(xml);
  const feed = root.nodeName === "rss" ? one(root, "channel") : root;
  const rss = feed !== root;
  const entries = [...feed.getElementsByTagName(rss ? "item" : "entry")].map((entry) => ({
    id: content(entry, rss ? "guid" : "id"),
    title: content(entry, "title"),
    html: content(entry, rss ? "description" : "content"),
    published: new Date(content(entry, rss ? "pubDate" : "published")).toISOString(),
    updated: content(entry, rss ? "atom:updated" : "updated"),
  }));
  return { title: content(feed, "title"), entries };
}

/** The element's only child of that name. */
function one(parent: XmlElement, name: string): XmlElement {
  const found = [...parent.childNodes].filter(({ nodeName }) => nodeName === name);
  expect(found, `${name} of ${parent.nodeName}`).toHaveLength(1);
  return found[0] as XmlElement; // elements alone have such names
}

function content(parent: XmlElement, name: string): string {
  return one(parent, name).textContent ?? "";
}

const formats = ["rss", "atom", "json"];
const update = (incidentID: string, json: object) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));

test.for(formats)(
  "%s has what the API has: the 25 that changed last, with their times and whole text",
  async (format) => {
    const incidents = [];
    for (let at = 0; at < 25; at++) incidents.push(await makeIncident(daymark, { name: `Incident ${at}` }));
    const maintenance = await makeMaintenance(daymark, { message: "We *move*." });
    const oldest = incidents[1]?.incidentID ?? "";
    await update(oldest, { status: "Resolved", message: "It is over." });
    const { title, entries } = await read(`/history.${format}`);
    expect(title).toBe("Service Status");
    const kept = await answer(daymark.visitor.incidents.$get({ query: {} }));
    const expected = [maintenance, ...kept]
      .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      .slice(0, 25);
    expect(entries.map(({ id, title, published, updated }) => ({ id, title, published, updated }))).toEqual(
      expected.map((notice) => ({
        id:
          "incidentID" in notice
            ? `https://status.example/incidents/${notice.incidentID}`
            : `https://status.example/maintenances/${notice.maintenanceID}`,
        title: notice.name,
        // RSS has whole seconds.
        published: format === "rss" ? `${notice.createdAt.slice(0, 19)}.000Z` : notice.createdAt,
        updated: notice.updatedAt,
      })),
    );
    expect(text(document(entries[0]?.html ?? "").body)).toMatch(/^Resolved .* It is over\. Investigating /);
    expect(entries[1]?.html).toContain("<em>move</em>");
    expect(text(document(entries[1]?.html ?? "").body)).toContain(
      "Scheduled for Jan 01, 2030 - 10:00 (UTC) to Jan 01, 2030 - 12:00 (UTC)",
    );
  },
);

test.for(formats)("%s tells of an edited update as a change, under the same id", async (format) => {
  const { incidentID, incidentUpdates } = await makeIncident(daymark, { message: "Frist words" });
  await makeIncident(daymark, { name: "Newer" });
  const before = (await read(`/history.${format}`)).entries[1];
  const incidentUpdateID = incidentUpdates[0]?.incidentUpdateID ?? "";
  const edited = await answer(
    daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
      param: { incidentID, incidentUpdateID },
      json: { message: "First words" },
    }),
  );
  const [after] = (await read(`/history.${format}`)).entries;
  expect(after).toMatchObject({ id: before?.id, published: before?.published, updated: edited.updatedAt });
  expect(after?.html).toContain("First words");
});

test.for(formats)("%s brings any name through whole, and shows HTML in a message as text", async (format) => {
  const { componentID } = await makeComponent(daymark, { name: specialName });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
  await makeIncident(daymark, {
    name: specialName,
    message: `<script>alert(1)</script> ]]> ${specialName}`,
    components: [{ componentID, status: "Major Outage" }],
  });
  const { title, entries } = await read(`/components/${componentID}/history.${format}`);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect(title).toBe(`${isolated(specialName)} - ${isolated(specialName)} Status`);
  expect(entries.map(({ title }) => title)).toEqual([specialName]);
  const shown = document(entries[0]?.html ?? "");
  expect(shown.querySelector("script")).toBeNull();
  expect(shown.body.textContent).toContain(`Affects ${isolated(specialName)} (Major Outage)`);
  expect(shown.body.textContent).toContain("<script>alert(1)</script> ]]>");
});

test.for(["\ufffe", "\uffff", "\u0000", "\u001b"])(
  "a name with %j, which XML can not hold, is refused",
  async (character) => {
    const refused = await daymark.fetch("/api/components", {
      method: "POST",
      headers: { Authorization: await daymark.token() },
      body: JSON.stringify({ name: `A${character}B` }),
    });
    expect(refused.status).toBe(400);
  },
);

test.for(formats)("a component's %s has what touches it and nothing else", async (format) => {
  const { componentID } = await makeComponent(daymark);
  const other = await makeComponent(daymark);
  const status = "Partial Outage";
  await makeIncident(daymark, { name: "Ours", components: [{ componentID, status }] });
  await makeIncident(daymark, { name: "Theirs", components: [{ componentID: other.componentID, status }] });
  const { entries } = await read(`/components/${componentID}/history.${format}`);
  expect(entries.map(({ title }) => title)).toEqual(["Ours"]);
});

test.for(formats)("an unknown component's %s is a 404, and a feed that says so", async (format) => {
  const response = await daymark.fetch(`/components/unknown/history.${format}`);
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Type")).toContain(format === "json" ? "feed+json" : `${format}+xml`);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const body = await response.text();
  const { title, entries } = format === "json" ? readJSON(JSON.parse(body)) : readXML(body);
  expect({ title, entries }).toEqual({ title: "404 not found", entries: [] });
});

test.for(formats)(
  "%s with nothing in it yet is a feed all the same, and asked for again it is a 304",
  async (format) => {
    expect((await read(`/history.${format}`)).entries).toEqual([]);
    const first = await daymark.fetch(`/history.${format}`);
    const again = await daymark.fetch(`/history.${format}`, {
      headers: { "If-None-Match": first.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
  },
);

const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("RSS has every element that RSS 2.0 requires, in its forms", async () => {
  const { incidentID } = await makeIncident(daymark);
  const root = parseXml(await (await daymark.fetch("/history.rss")).text());
  expect([root.nodeName, root.getAttribute("version")]).toEqual(["rss", "2.0"]);
  const channel = one(root, "channel");
  expect(content(channel, "link")).toBe("https://status.example/");
  expect(content(channel, "description")).not.toBe("");
  expect(content(channel, "lastBuildDate")).toMatch(rfc822);
  const self = one(channel, "atom:link");
  expect([self.namespaceURI, self.getAttribute("rel"), self.getAttribute("href")]).toEqual([
    "http://www.w3.org/2005/Atom",
    "self",
    "https://status.example/history.rss",
  ]);
  const item = one(channel, "item");
  expect(content(item, "link")).toBe(`https://status.example/incidents/${incidentID}`);
  expect(one(item, "guid").getAttribute("isPermaLink")).toBe("true");
  expect(content(item, "pubDate")).toMatch(rfc822);
});

test("Atom has every element that RFC 4287 requires, in its forms", async () => {
  const { incidentID } = await makeIncident(daymark);
  const feed = parseXml(await (await daymark.fetch("/history.atom")).text());
  expect([feed.nodeName, feed.namespaceURI]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
  expect(content(feed, "id")).toBe("https://status.example/history.atom");
  expect(content(feed, "updated")).toMatch(rfc3339);
  expect(content(one(feed, "author"), "name")).toBe("Service");
  const links = [...feed.childNodes].filter(({ nodeName }) => nodeName === "link") as XmlElement[];
  expect(links.map((link) => [link.getAttribute("rel"), link.getAttribute("href")])).toEqual([
    ["self", "https://status.example/history.atom"],
    ["alternate", "https://status.example/"],
  ]);
  const entry = one(feed, "entry");
  expect(content(entry, "id")).toBe(`https://status.example/incidents/${incidentID}`);
  expect([content(entry, "updated"), content(entry, "published")]).toEqual([
    expect.stringMatching(rfc3339),
    expect.stringMatching(rfc3339),
  ]);
  expect(one(entry, "content").getAttribute("type")).toBe("html");
});

test("JSON Feed has every field that version 1.1 requires, in its forms", async () => {
  const { incidentID } = await makeIncident(daymark);
  const feed = await (await daymark.fetch("/history.json")).json();
  expect(feed).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    title: "Service Status",
    home_page_url: "https://status.example/",
    feed_url: "https://status.example/history.json",
    items: [
      {
        id: `https://status.example/incidents/${incidentID}`,
        url: `https://status.example/incidents/${incidentID}`,
        content_html: expect.stringContaining("Investigating"),
        date_published: expect.stringMatching(rfc3339),
        date_modified: expect.stringMatching(rfc3339),
      },
    ],
  });
});

test("pages link to each feed with its format", async () => {
  await makeIncident(daymark);
  const { componentID } = await makeComponent(daymark);
  for (const page of ["/", "/history", `/components/${componentID}`]) {
    const head = document(await (await daymark.fetch(page)).text()).head;
    const links = [...head.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][title]')];
    const found = [];
    for (const link of links) {
      const response = await daymark.fetch(link.getAttribute("href") ?? "");
      expect(response.headers.get("Content-Type")).toContain(link.getAttribute("type"));
      found.push(parseFeed(await response.text()).format);
    }
    expect(found).toEqual(["rss", "atom", "json"]);
  }
});
