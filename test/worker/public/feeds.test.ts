import { parseFeed } from "feedsmith";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  publishPostmortem,
} from "../../support/factories/factories.ts";
import { isolateDirection, specialName } from "../../support/factories/special-name.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { parseXml, type XmlElement } from "../../support/readers/xml.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: "https://status.example" } });
});
afterAll(() => daymark.stop());
// Other notices would appear in the feeds.
beforeEach(() =>
  daymark.db.batch(["notices", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`))),
);

interface Feed {
  title: string;
  entries: { id: string; title: string; html: string; published: string; updated: string }[];
}

/** Reads a feed with a general parser. */
async function readFeed(path: string): Promise<Feed> {
  const response = await daymark.fetch(path);
  expect(response.status).toBe(200);
  return path.endsWith(".json") ? readJSON(await response.json()) : readXML(await response.text());
}

// biome-ignore lint/suspicious/noExplicitAny: the test checks the values
function readJSON({ title, items }: any): Feed {
  // biome-ignore lint/suspicious/noExplicitAny: the test checks the values
  const entries = items.map(({ id, title, content_html: html, date_published, date_modified }: any) => ({
    id,
    title,
    html,
    published: date_published,
    updated: date_modified,
  }));
  return { title, entries };
}

function readXML(xml: string): Feed {
  const root = parseXml(xml);
  const feed = root.nodeName === "rss" ? onlyChild(root, "channel") : root;
  const isRSS = feed !== root;
  const entries = [...feed.getElementsByTagName(isRSS ? "item" : "entry")].map((entry) => ({
    id: textOfChild(entry, isRSS ? "guid" : "id"),
    title: textOfChild(entry, "title"),
    html: textOfChild(entry, isRSS ? "description" : "content"),
    published: new Date(textOfChild(entry, isRSS ? "pubDate" : "published")).toISOString(),
    updated: textOfChild(entry, isRSS ? "atom:updated" : "updated"),
  }));
  return { title: textOfChild(feed, "title"), entries };
}

/** Returns the element's only child with this name. */
function onlyChild(parent: XmlElement, name: string): XmlElement {
  const children = [...parent.childNodes].filter(({ nodeName }) => nodeName === name);
  expect(children, `${name} of ${parent.nodeName}`).toHaveLength(1);
  return children[0] as XmlElement; // Only elements have such names.
}

function textOfChild(parent: XmlElement, name: string): string {
  return onlyChild(parent, name).textContent ?? "";
}

const formats = ["rss", "atom", "json"];
const update = (incidentID: string, json: object) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));

test.for(formats)(
  "%s lists the 25 most recently changed notices with the API's times and full text",
  async (format) => {
    const incidents = [];
    for (let at = 0; at < 25; at++) incidents.push(await makeIncident(daymark, { name: `Incident ${at}` }));
    const maintenance = await makeMaintenance(daymark, { message: "We *move*." });
    const oldest = incidents[1]?.incidentID ?? "";
    await update(oldest, { status: "Resolved", message: "It is over." });
    const { title, entries } = await readFeed(`/history.${format}`);
    expect(title).toBe("Service Status");
    const listed = await answer(daymark.visitor.incidents.$get({ query: {} }));
    const expected = [maintenance, ...listed]
      .sort((onlyChild, other) => other.updatedAt.localeCompare(onlyChild.updatedAt))
      .slice(0, 25);
    expect(entries.map(({ id, title, published, updated }) => ({ id, title, published, updated }))).toEqual(
      expected.map((notice) => ({
        id:
          "incidentID" in notice
            ? `https://status.example/incidents/${notice.incidentID}`
            : `https://status.example/maintenances/${notice.maintenanceID}`,
        title: notice.name,
        // RSS dates have no milliseconds.
        published: format === "rss" ? `${notice.createdAt.slice(0, 19)}.000Z` : notice.createdAt,
        updated: notice.updatedAt,
      })),
    );
    expect(textOf(parseHTML(entries[0]?.html ?? "").body)).toMatch(
      /^Resolved .* It is over\. Investigating /,
    );
    expect(entries[1]?.html).toContain("<em>move</em>");
    expect(textOf(parseHTML(entries[1]?.html ?? "").body)).toContain(
      "Scheduled for Jan 01, 2030 - 10:00 (UTC) to Jan 01, 2030 - 12:00 (UTC)",
    );
  },
);

test.for(formats)(
  "in %s an edited update changes the entry's date and content but not its ID",
  async (format) => {
    const { incidentID, incidentUpdates } = await makeIncident(daymark, { message: "Frist words" });
    await makeIncident(daymark, { name: "Newer" });
    const before = (await readFeed(`/history.${format}`)).entries[1];
    const incidentUpdateID = incidentUpdates[0]?.incidentUpdateID ?? "";
    const edited = await answer(
      daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
        param: { incidentID, incidentUpdateID },
        json: { message: "First words" },
      }),
    );
    const [after] = (await readFeed(`/history.${format}`)).entries;
    expect(after).toMatchObject({ id: before?.id, published: before?.published, updated: edited.updatedAt });
    expect(after?.html).toContain("First words");
  },
);

test.for(formats)(
  "%s keeps special characters of names and shows HTML in a message as text",
  async (format) => {
    const { componentID } = await makeComponent(daymark, { name: specialName });
    await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
    await makeIncident(daymark, {
      name: specialName,
      message: `<script>alert(1)</script> ]]> ${specialName}`,
      components: [{ componentID, status: "Major Outage" }],
    });
    const { title, entries } = await readFeed(`/components/${componentID}/history.${format}`);
    await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
    expect(title).toBe(`${isolateDirection(specialName)} - ${isolateDirection(specialName)} Status`);
    expect(entries.map(({ title }) => title)).toEqual([specialName]);
    const html = parseHTML(entries[0]?.html ?? "");
    expect(html.querySelector("script")).toBeNull();
    expect(html.body.textContent).toContain(`Affects ${isolateDirection(specialName)} (Major Outage)`);
    expect(html.body.textContent).toContain("<script>alert(1)</script> ]]>");
  },
);

test.for(["\ufffe", "\uffff", "\u0000", "\u001b"])(
  "a name with %j, which XML can't contain, gets 400",
  async (character) => {
    const response = await daymark.fetch("/api/components", {
      method: "POST",
      headers: { Authorization: await daymark.token() },
      body: JSON.stringify({ name: `A${character}B` }),
    });
    expect(response.status).toBe(400);
  },
);

test.for(formats)("a component's %s has only notices that affect the component", async (format) => {
  const { componentID } = await makeComponent(daymark);
  const other = await makeComponent(daymark);
  const status = "Partial Outage";
  await makeIncident(daymark, { name: "Ours", components: [{ componentID, status }] });
  await makeIncident(daymark, { name: "Theirs", components: [{ componentID: other.componentID, status }] });
  const { entries } = await readFeed(`/components/${componentID}/history.${format}`);
  expect(entries.map(({ title }) => title)).toEqual(["Ours"]);
});

test.for(formats)(
  "a group's %s has the notices that affect one of its components, once each",
  async (format) => {
    const { groupID } = await makeGroup(daymark, { name: "Platform" });
    const one = await makeComponent(daymark, { groupID });
    const two = await makeComponent(daymark, { groupID });
    const other = await makeComponent(daymark);
    const affecting = (...components: { componentID: string }[]) =>
      components.map(({ componentID }) => ({ componentID, status: "Partial Outage" as const }));
    const { incidentID } = await makeIncident(daymark, {
      name: "Both",
      status: "Resolved",
      components: affecting(one, two),
    });
    await publishPostmortem(daymark, incidentID);
    await makeIncident(daymark, { name: "Theirs", components: affecting(other) });
    await makeIncident(daymark, { name: "Second", components: affecting(two) });
    const path = `/groups/${groupID}/history.${format}`;
    const { title, entries } = await readFeed(path);
    expect(title).toBe("Platform - Service Status");
    expect(await (await daymark.fetch(path)).text()).toMatch(
      new RegExp(`https://status\\.example/groups/${groupID}["<]`),
    );
    expect(entries.map((entry) => entry.title).sort()).toEqual(["Both", "Second", "Write-up: Both"]);
    expect((await daymark.fetch(`/groups/unknown/history.${format}`)).status).toBe(404);
  },
);

test.for(formats)("an unknown component's %s is a 404 in the feed's format", async (format) => {
  const response = await daymark.fetch(`/components/unknown/history.${format}`);
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Type")).toContain(format === "json" ? "feed+json" : `${format}+xml`);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const body = await response.text();
  const { title, entries } = format === "json" ? readJSON(JSON.parse(body)) : readXML(body);
  expect({ title, entries }).toEqual({ title: "404 not found", entries: [] });
});

test.for(formats)("an empty %s is a valid feed and returns 304 for its ETag", async (format) => {
  expect((await readFeed(`/history.${format}`)).entries).toEqual([]);
  const first = await daymark.fetch(`/history.${format}`);
  const notModified = await daymark.fetch(`/history.${format}`, {
    headers: { "If-None-Match": first.headers.get("ETag") ?? "" },
  });
  expect(notModified.status).toBe(304);
});

const rfc822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("RSS has every element that RSS 2.0 requires, in valid formats", async () => {
  const { incidentID } = await makeIncident(daymark);
  const root = parseXml(await (await daymark.fetch("/history.rss")).text());
  expect([root.nodeName, root.getAttribute("version")]).toEqual(["rss", "2.0"]);
  const channel = onlyChild(root, "channel");
  expect(textOfChild(channel, "link")).toBe("https://status.example/");
  expect(textOfChild(channel, "description")).not.toBe("");
  expect(textOfChild(channel, "lastBuildDate")).toMatch(rfc822);
  const self = onlyChild(channel, "atom:link");
  expect([self.namespaceURI, self.getAttribute("rel"), self.getAttribute("href")]).toEqual([
    "http://www.w3.org/2005/Atom",
    "self",
    "https://status.example/history.rss",
  ]);
  const item = onlyChild(channel, "item");
  expect(textOfChild(item, "link")).toBe(`https://status.example/incidents/${incidentID}`);
  expect(onlyChild(item, "guid").getAttribute("isPermaLink")).toBe("true");
  expect(textOfChild(item, "pubDate")).toMatch(rfc822);
});

test("Atom has every element that RFC 4287 requires, in valid formats", async () => {
  const { incidentID } = await makeIncident(daymark);
  const feed = parseXml(await (await daymark.fetch("/history.atom")).text());
  expect([feed.nodeName, feed.namespaceURI]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
  expect(textOfChild(feed, "id")).toBe("https://status.example/history.atom");
  expect(textOfChild(feed, "updated")).toMatch(rfc3339);
  expect(textOfChild(onlyChild(feed, "author"), "name")).toBe("Service");
  const links = [...feed.childNodes].filter(({ nodeName }) => nodeName === "link") as XmlElement[];
  expect(links.map((link) => [link.getAttribute("rel"), link.getAttribute("href")])).toEqual([
    ["self", "https://status.example/history.atom"],
    ["alternate", "https://status.example/"],
  ]);
  const entry = onlyChild(feed, "entry");
  expect(textOfChild(entry, "id")).toBe(`https://status.example/incidents/${incidentID}`);
  expect([textOfChild(entry, "updated"), textOfChild(entry, "published")]).toEqual([
    expect.stringMatching(rfc3339),
    expect.stringMatching(rfc3339),
  ]);
  expect(onlyChild(entry, "content").getAttribute("type")).toBe("html");
});

test("JSON Feed has every field that version 1.1 requires, in valid formats", async () => {
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

test("pages link to each feed with its content type", async () => {
  await makeIncident(daymark);
  const { componentID } = await makeComponent(daymark);
  for (const page of ["/", "/history", `/components/${componentID}`]) {
    const head = parseHTML(await (await daymark.fetch(page)).text()).head;
    const links = [...head.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][title]')];
    const formatsOfLinks = [];
    for (const link of links) {
      const response = await daymark.fetch(link.getAttribute("href") ?? "");
      expect(response.headers.get("Content-Type")).toContain(link.getAttribute("type"));
      formatsOfLinks.push(parseFeed(await response.text()).format);
    }
    expect(formatsOfLinks).toEqual(["rss", "atom", "json"]);
  }
});
