import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { isolateDirection, specialName } from "../../support/factories/special-name.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { parseXml } from "../../support/readers/xml.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: "https://status.example" } });
});
afterAll(() => daymark.stop());
beforeEach(() =>
  daymark.db.batch(
    ["notices", "components", "component_groups"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`)),
  ),
);

const markdownIt = new MarkdownIt({ html: true });

/** Renders the Markdown with HTML allowed, as the least careful program would. */
async function readMarkdown(path: string): Promise<HTMLElement> {
  const response = await daymark.fetch(path);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    200,
    "text/markdown; charset=utf-8",
  ]);
  return parseHTML(markdownIt.render(await response.text())).body;
}

const headings = (body: HTMLElement) =>
  [...body.querySelectorAll("h1,h2,h3")].map((heading) => textOf(heading));

test("the main page as Markdown has the content of the page", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", description: "For programs" });
  const { componentID: oldID } = await makeComponent(daymark, { name: "Site" });
  await daymark.db.batch([
    daymark.db
      .prepare("UPDATE components SET created_at = '2026-01-01T00:00:00.000Z' WHERE component_id = ?")
      .bind(oldID),
    daymark.db
      .prepare("UPDATE status_changes SET at = '2026-01-01T00:00:00.000Z' WHERE component_id = ?")
      .bind(oldID),
  ]);
  await makeIncident(daymark, {
    name: "Slow",
    message: "We *look* into it.",
    components: [{ componentID, status: "Degraded Performance" }],
  });
  await makeIncident(daymark, { name: "Over", status: "Resolved" });
  await makeMaintenance(daymark, { name: "Planned" });
  const body = await readMarkdown("/index.md");
  expect(headings(body)).toEqual([
    ...["Service Status", "Active incidents", "Slow", "Components", "Scheduled maintenance", "Planned"],
    "Last 14 days",
  ]);
  expect(textOf(body)).toContain("Partially Degraded Service, as of ");
  expect(textOf(body)).toContain("Affects API (Degraded Performance)");
  expect(textOf(body)).toMatch(
    /API: Degraded Performance\. For programs Site: Operational \(100% uptime over 90 days\)/,
  );
  expect(textOf(body)).toContain("Scheduled: from Jan 01, 2030 - 10:00 (UTC) to Jan 01, 2030 - 12:00 (UTC)");
  expect(body.querySelector("blockquote em")?.textContent).toBe("look");
});

test("the main page as Markdown has groups with their components, in the order of the page", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform", order: 5 });
  await makeGroup(daymark, { name: "Empty" });
  await makeComponent(daymark, { name: "Site", order: 9 });
  await makeComponent(daymark, { name: "API", groupID, status: "Major Outage", order: 20 });
  await makeComponent(daymark, { name: "Search", groupID, order: 1 });
  const text = await (await daymark.fetch("/index.md")).text();
  expect(text).toContain("Its uptime counts every moment in which any of them was down.\n");
  const [, list = ""] = /((?:^ *- .*\n)+)/m.exec(text) ?? [];
  expect(list.replaceAll(/ \([\d.]+% uptime over 90 days\)/g, "")).toBe(
    "- Platform: Major Outage\n  - Search: Operational\n  - API: Major Outage\n- Site: Operational\n",
  );
});

test("an old open incident is listed as active, but not under the last 14 days", async () => {
  const createdAt = new Date(Date.now() - 20 * DAY_MS).toISOString();
  await makeIncident(daymark, { name: "Old", createdAt });
  await makeIncident(daymark, { name: "New" });
  const lists = (await readMarkdown("/index.md")).querySelectorAll("ul");
  expect(textOf([...lists].at(-1))).toMatch(/: New \(Investigating\)$/);
  expect(headings(await readMarkdown("/index.md"))).toEqual(
    expect.arrayContaining(["Active incidents", "Old", "New", "Last 14 days"]),
  );
});

test("incidents and maintenances as Markdown have all updates and a link to the status page", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "First." });
  const change = { param: { incidentID }, json: { status: "Resolved", message: "Last." } } as const;
  await answer(daymark.administrator.incidents[":incidentID"].$patch(change));
  const incident = await readMarkdown(`/incidents/${incidentID}.md`);
  expect(headings(incident)).toEqual(["API is down"]);
  expect(textOf(incident)).toMatch(/Resolved.* Last\. Investigating.* First\. Service Status$/);
  const { maintenanceID } = await makeMaintenance(daymark);
  expect(headings(await readMarkdown(`/maintenances/${maintenanceID}.md`))).toEqual(["Moving house"]);
});

test("the history as Markdown has one month and links to the other months", async () => {
  await makeIncident(daymark, { name: "Long ago", createdAt: "2026-01-31T10:00:00Z" });
  await makeIncident(daymark, { name: "Now" });
  const currentMonth = await readMarkdown("/history.md");
  expect(textOf(currentMonth)).toContain("Now (Investigating)");
  expect(textOf(currentMonth)).not.toContain("Long ago");
  expect(textOf(await readMarkdown("/history.md?month=2026-01"))).toContain(
    "Jan 31, 2026: Long ago (Investigating)",
  );
  const older = [...currentMonth.querySelectorAll("a")].at(-1)?.getAttribute("href") ?? "";
  expect(older).toMatch(/^https:\/\/status\.example\/history\.md\?month=\d{4}-\d\d$/);
  expect(headings(await readMarkdown(older.replace("https://status.example", "")))).toHaveLength(1);
});

test("names with special characters stay whole in Markdown, and HTML in a message is text", async () => {
  const { componentID } = await makeComponent(daymark, { name: specialName });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
  const { incidentID } = await makeIncident(daymark, {
    name: specialName,
    message: "# Heading\n\n<script>alert(1)</script> `a < b`\n\n<img src=x onerror=alert(1)>",
    components: [{ componentID, status: "Major Outage" }],
  });
  const page = await readMarkdown("/index.md");
  const incident = await readMarkdown(`/incidents/${incidentID}.md`);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect(page.querySelector("h1")?.textContent).toBe(`${isolateDirection(specialName)} Status`);
  expect(page.querySelector("h3")?.textContent).toBe(isolateDirection(specialName));
  expect(page.querySelector("li")?.textContent).toContain(`${isolateDirection(specialName)}: Major Outage`);
  expect(incident.querySelector("h1")?.textContent).toBe(isolateDirection(specialName));
  for (const body of [page, incident]) {
    expect(body.querySelectorAll("script, img, b")).toHaveLength(0);
    expect(body.querySelector("blockquote")?.textContent).toContain("<script>alert(1)</script>");
  }
});

test.for([
  "What it does, in a few words",
  'payments_eu (beta) v1.2: 100% & up! It\'s "new" - #1, $5 | 3 > 2 + x = y; a @ b, ^{up} / down?',
])("%s stands in Markdown as it is", async (text) => {
  await makeComponent(daymark, { name: text, description: text });
  await makeIncident(daymark, { name: text });
  const markdown = await (await daymark.fetch("/index.md")).text();
  expect(markdown).toContain(`- ${text}: Operational. ${text}\n`);
  expect(markdown).toContain(`### [${text}](`);
});

const pieces = [
  ...[
    "\\",
    "`",
    "*",
    "**",
    "_",
    "__",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "#",
    "##",
    "+",
    "-",
    "---",
    ".",
  ],
  ...[
    "!",
    "|",
    "~",
    "~~",
    "=",
    "&",
    "&amp;",
    "&#35;",
    "&#x",
    ":",
    "://",
    "@",
    "1.",
    "12)",
    "a",
    "é",
    "한",
    " ",
    "\n",
  ],
  ...[
    "<b>",
    "<!--",
    "](x)",
    "![a](b)",
    "[a]: b",
    "```",
    "https://a.example",
    "b@a.example",
    "www.a.example",
    "^1",
  ],
];
const anyName = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((chosen) => chosen.join("").trim())
  .filter((name) => name !== "");

test("no name or description becomes markup in Markdown, wherever it stands", async () => {
  const markdown = new MarkdownIt({ html: true, linkify: true });
  markdown.linkify.set({ fuzzyLink: false });
  const names = fc.sample(anyName, 400);
  const { componentID } = await makeComponent(daymark);
  const copy = daymark.db.prepare(
    `INSERT INTO components (component_id, name, status, description, "order", created_at, updated_at)
      SELECT ?1, ?2, status, ?2, ?3, created_at, updated_at FROM components WHERE component_id = ?4`,
  );
  await daymark.db.batch(
    names.map((name, index) => copy.bind(`c${String(index).padStart(11, "0")}`, name, index, componentID)),
  );
  const titles = names.slice(0, 20);
  for (const name of titles.toReversed()) await makeIncident(daymark, { name });
  const body = parseHTML(markdown.render(await (await daymark.fetch("/index.md")).text())).body;
  const [components] = [...body.querySelectorAll("ul")].filter((list) => list.children.length > 400);
  expect([...(components?.children ?? [])].slice(0, 400).map((item) => item.innerHTML.trim())).toEqual(
    names.map((name) => `${escapeHTML(name)}: Operational. ${escapeHTML(name)}`),
  );
  expect([...body.querySelectorAll("h3 > a")].map((link) => link.innerHTML)).toEqual(titles.map(escapeHTML));
});

const escapeHTML = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

test("a message keeps its code and link addresses unchanged, even beside HTML", async () => {
  const code = ["a < b && c", "<b>", "if (a < b)\n", "x < y\n"];
  const { incidentID } = await makeIncident(daymark, {
    message: `Ask \`${code[0]}\` <b>or</b> \`${code[1]}\` <https://a.example/?b>
- [x](<https://b.example/c d>) <i>y</i>
- <hr>

\`\`\`
${code[2]}\`\`\`

    ${code[3]}
<img src=x>\u2028> end`,
  });
  const quote = (await readMarkdown(`/incidents/${incidentID}.md`)).querySelector("blockquote");
  expect([...(quote?.querySelectorAll("code") ?? [])].map(({ textContent }) => textContent)).toEqual(code);
  expect([...(quote?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toEqual([
    "https://a.example/?b",
    "https://b.example/c%20d",
  ]);
  expect(quote?.querySelectorAll("b, i, hr, img")).toHaveLength(0);
  for (const htmlAsText of ["<b>or</b>", "<i>y</i>", "<hr>", "<img src=x>\u2028> end"])
    expect(quote?.textContent).toContain(htmlAsText);
});

test.for([
  "a | b\n--|--\n`x | <img src=y>` | z",
  "![a <img alt='](y)'>](z) <img src=x>",
  "\t<img src=x>",
  "-\t<img src=x>",
  "<!--\n<img src=x>\n-->\n\n# <img src=x> #\n\n<img\nsrc=x>\n===",
  "[a]: <img> <img src=x>\n[<img src=x>]",
])("%j renders no HTML elements of its own", async (message) => {
  const { incidentID } = await makeIncident(daymark, { message });
  const quote = (await readMarkdown(`/incidents/${incidentID}.md`)).querySelector("blockquote");
  expect(quote?.textContent).toContain("<img");
  expect(quote?.querySelectorAll("img:not([src=y]), b")).toHaveLength(0);
});

test.for([
  "/incidents/unknown.md",
  "/maintenances/unknown.md",
  "/history.md?month=1999-01",
  "/history.md?month=x",
])("%s is a 404 in Markdown", async (path) => {
  const response = await daymark.fetch(path);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    404,
    "text/markdown; charset=utf-8",
  ]);
  expect(await response.text()).toMatch(/^# /);
});

test("all links in llms.txt work", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
  const markdown = await (await daymark.fetch("/llms.txt")).text();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  const { body } = parseHTML(markdownIt.render(markdown));
  expect(body.querySelector("h1")?.textContent).toBe(`${isolateDirection(specialName)} Status`);
  expect(body.querySelectorAll("blockquote")).toHaveLength(1);
  const links = [...body.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
  expect(links.length).toBeGreaterThan(6);
  for (const link of links) {
    const response = await daymark.fetch(link.replace("https://status.example", ""));
    expect([link, response.status]).toEqual([link, 200]);
  }
});

test("robots.txt names the sitemap, which lists every page with its last change", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID, updatedAt } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const robots = await (await daymark.fetch("/robots.txt")).text();
  const [, sitemap = ""] = /^Sitemap: https:\/\/status\.example(\/.*)$/m.exec(robots) ?? [];
  const response = await daymark.fetch(sitemap);
  expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  const root = parseXml(await response.text());
  expect([root.nodeName, root.namespaceURI]).toEqual([
    "urlset",
    "http://www.sitemaps.org/schemas/sitemap/0.9",
  ]);
  const entries = [...root.getElementsByTagName("url")].map((url) => ({
    loc: url.getElementsByTagName("loc")[0]?.textContent ?? "",
    lastmod: url.getElementsByTagName("lastmod")[0]?.textContent,
  }));
  expect(entries.map(({ loc }) => loc.replace("https://status.example", "")).sort()).toEqual(
    [
      "/",
      "/history",
      `/components/${componentID}`,
      `/incidents/${incidentID}`,
      `/maintenances/${maintenanceID}`,
    ].sort(),
  );
  expect(entries.find(({ loc }) => loc.includes("/incidents/"))?.lastmod).toBe(updatedAt);
  for (const { loc } of entries)
    expect((await daymark.fetch(loc.replace("https://status.example", ""))).status).toBe(200);
});

test("pages describe their content in JSON-LD", async () => {
  const { incidentID, createdAt } = await makeIncident(daymark, { name: `</script>${specialName}` });
  const { maintenanceID, startAt, endAt } = await makeMaintenance(daymark);
  const readJSONLD = async (path: string) => {
    const page = parseHTML(await (await daymark.fetch(path)).text());
    const scripts = page.querySelectorAll('script[type="application/ld+json"]');
    expect(scripts).toHaveLength(1);
    return JSON.parse(scripts[0]?.textContent ?? "");
  };
  expect(await readJSONLD("/")).toMatchObject({
    "@context": "https://schema.org",
    "@type": "WebPage",
    url: "https://status.example/",
    description: "Minor Service Outage",
  });
  expect(await readJSONLD(`/incidents/${incidentID}`)).toMatchObject({
    "@type": "Article",
    headline: `</script>${specialName}`,
    datePublished: createdAt,
  });
  expect(await readJSONLD(`/maintenances/${maintenanceID}`)).toMatchObject({
    "@type": "Event",
    startDate: startAt,
    endDate: endAt,
  });
});

test("each page with a Markdown version links to it", async () => {
  const { incidentID } = await makeIncident(daymark);
  await makeIncident(daymark, { createdAt: "2026-01-31T10:00:00Z" });
  for (const [path, markdownPath] of [
    ["/", "/index.md"],
    ["/?days=30", "/index.md"],
    [`/incidents/${incidentID}`, `/incidents/${incidentID}.md`],
    ["/history", "/history.md"],
    ["/history?month=2026-01&lang=de", "/history.md?month=2026-01"],
  ] as const) {
    const page = parseHTML(await (await daymark.fetch(path)).text());
    const link = page.querySelector('link[rel="alternate"][type="text/markdown"]');
    expect(link?.getAttribute("href")).toBe(markdownPath);
    expect(headings(await readMarkdown(markdownPath))).not.toEqual([]);
  }
});
