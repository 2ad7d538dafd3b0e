import MarkdownIt from "markdown-it";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { document, text } from "../support/html.ts";
import { isolated, specialName } from "../support/special.ts";
import { parseXml } from "../support/xml.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: "https://status.example" } });
});
afterAll(() => daymark.stop());
// Each test has the page to itself.
beforeEach(() =>
  daymark.db.batch(["notices", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`))),
);

const markdownIt = new MarkdownIt({ html: true });

/** The Markdown as a program renders it that lets HTML through. */
async function read(path: string): Promise<HTMLElement> {
  const response = await daymark.fetch(path);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([
    200,
    "text/markdown; charset=utf-8",
  ]);
  return document(markdownIt.render(await response.text())).body;
}

const headings = (body: HTMLElement) =>
  [...body.querySelectorAll("h1,h2,h3")].map((heading) => text(heading));

test("the main page as Markdown says what the page says", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", description: "For programs" });
  await makeComponent(daymark, { name: "Site" });
  await makeIncident(daymark, {
    name: "Slow",
    message: "We *look* into it.",
    components: [{ componentID, status: "Degraded Performance" }],
  });
  await makeIncident(daymark, { name: "Over", status: "Resolved" });
  await makeMaintenance(daymark, { name: "Planned" });
  const body = await read("/index.md");
  expect(headings(body)).toEqual([
    ...["Service Status", "Active incidents", "Slow", "Components", "Scheduled maintenance", "Planned"],
    "Last 14 days",
  ]);
  expect(text(body)).toContain("Partially Degraded Service, as of ");
  expect(text(body)).toContain("Affects API (Degraded Performance)");
  expect(text(body)).toMatch(
    /API: Degraded Performance \(100% uptime over 90 days\)\. For programs Site: Operational/,
  );
  expect(text(body)).toContain("Scheduled: from Jan 01, 2030 - 10:00 (UTC) to Jan 01, 2030 - 12:00 (UTC)");
  expect(body.querySelector("blockquote em")?.textContent).toBe("look");
});

test("an open incident of long ago is no news of the last 14 days", async () => {
  const createdAt = new Date(Date.now() - 20 * 86_400_000).toISOString();
  await makeIncident(daymark, { name: "Old", createdAt });
  await makeIncident(daymark, { name: "New" });
  const lists = (await read("/index.md")).querySelectorAll("ul");
  expect(text([...lists].at(-1))).toMatch(/: New \(Investigating\)$/);
  expect(headings(await read("/index.md"))).toEqual(
    expect.arrayContaining(["Active incidents", "Old", "New", "Last 14 days"]),
  );
});

test("an incident and a maintenance as Markdown have their whole timeline, and link to the page", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "First." });
  const change = { param: { incidentID }, json: { status: "Resolved", message: "Last." } } as const;
  await answer(daymark.administrator.incidents[":incidentID"].$patch(change));
  const incident = await read(`/incidents/${incidentID}.md`);
  expect(headings(incident)).toEqual(["API is down"]);
  expect(text(incident)).toMatch(/Resolved.* Last\. Investigating.* First\. Service Status$/);
  const { maintenanceID } = await makeMaintenance(daymark);
  expect(headings(await read(`/maintenances/${maintenanceID}.md`))).toEqual(["Moving house"]);
});

test("history as Markdown is a month, with links to the others", async () => {
  await makeIncident(daymark, { name: "Long ago", createdAt: "2026-01-31T10:00:00Z" });
  await makeIncident(daymark, { name: "Now" });
  const now = await read("/history.md");
  expect(text(now)).toContain("Now (Investigating)");
  expect(text(now)).not.toContain("Long ago");
  expect(text(await read("/history.md?month=2026-01"))).toContain("Jan 31, 2026: Long ago (Investigating)");
  const older = [...now.querySelectorAll("a")].at(-1)?.getAttribute("href") ?? "";
  expect(older).toMatch(/^https:\/\/status\.example\/history\.md\?month=\d{4}-\d\d$/);
  expect(headings(await read(older.replace("https://status.example", "")))).toHaveLength(1);
});

test("any name comes through Markdown whole, and HTML in a message as text", async () => {
  const { componentID } = await makeComponent(daymark, { name: specialName });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
  const { incidentID } = await makeIncident(daymark, {
    name: specialName,
    message: "# Heading\n\n<script>alert(1)</script> `a < b`\n\n<img src=x onerror=alert(1)>",
    components: [{ componentID, status: "Major Outage" }],
  });
  const page = await read("/index.md");
  const incident = await read(`/incidents/${incidentID}.md`);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect(page.querySelector("h1")?.textContent).toBe(`${isolated(specialName)} Status`);
  expect(page.querySelector("h3")?.textContent).toBe(isolated(specialName));
  expect(page.querySelector("li")?.textContent).toContain(`${isolated(specialName)}: Major Outage`);
  expect(incident.querySelector("h1")?.textContent).toBe(isolated(specialName));
  for (const body of [page, incident]) {
    expect(body.querySelectorAll("script, img, b")).toHaveLength(0);
    expect(body.querySelector("blockquote")?.textContent).toContain("<script>alert(1)</script>");
  }
});

test("a message keeps its code and its addresses as they are, beside HTML, too", async () => {
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
  const quote = (await read(`/incidents/${incidentID}.md`)).querySelector("blockquote");
  expect([...(quote?.querySelectorAll("code") ?? [])].map(({ textContent }) => textContent)).toEqual(code);
  expect([...(quote?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toEqual([
    "https://a.example/?b",
    "https://b.example/c%20d",
  ]);
  expect(quote?.querySelectorAll("b, i, hr, img")).toHaveLength(0);
  for (const shown of ["<b>or</b>", "<i>y</i>", "<hr>", "<img src=x>\u2028> end"])
    expect(quote?.textContent).toContain(shown);
});

test.for([
  "a | b\n--|--\n`x | <img src=y>` | z",
  "![a <img alt='](y)'>](z) <img src=x>",
  "\t<img src=x>",
  "-\t<img src=x>",
  "<!--\n<img src=x>\n-->\n\n# <img src=x> #\n\n<img\nsrc=x>\n===",
  "[a]: <img> <img src=x>\n[<img src=x>]",
])("no markup comes out of %j, whoever renders it", async (message) => {
  const { incidentID } = await makeIncident(daymark, { message });
  const quote = (await read(`/incidents/${incidentID}.md`)).querySelector("blockquote");
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

test("llms.txt leads to what is there", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
  const guide = await (await daymark.fetch("/llms.txt")).text();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  const { body } = document(markdownIt.render(guide));
  expect(body.querySelector("h1")?.textContent).toBe(`${isolated(specialName)} Status`);
  expect(body.querySelectorAll("blockquote")).toHaveLength(1);
  const links = [...body.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
  expect(links.length).toBeGreaterThan(6);
  for (const link of links) {
    const response = await daymark.fetch(link.replace("https://status.example", ""));
    expect([link, response.status]).toEqual([link, 200]);
  }
});

test("the sitemap lists every page, with when it changed, and robots.txt leads to it", async () => {
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
  const found = [...root.getElementsByTagName("url")].map((url) => ({
    loc: url.getElementsByTagName("loc")[0]?.textContent ?? "",
    lastmod: url.getElementsByTagName("lastmod")[0]?.textContent,
  }));
  expect(found.map(({ loc }) => loc.replace("https://status.example", "")).sort()).toEqual(
    [
      "/",
      "/history",
      `/components/${componentID}`,
      `/incidents/${incidentID}`,
      `/maintenances/${maintenanceID}`,
    ].sort(),
  );
  expect(found.find(({ loc }) => loc.includes("/incidents/"))?.lastmod).toBe(updatedAt);
  for (const { loc } of found)
    expect((await daymark.fetch(loc.replace("https://status.example", ""))).status).toBe(200);
});

test("pages tell programs in JSON-LD what they are about", async () => {
  const { incidentID, createdAt } = await makeIncident(daymark, { name: `</script>${specialName}` });
  const { maintenanceID, startAt, endAt } = await makeMaintenance(daymark);
  const facts = async (path: string) => {
    const page = document(await (await daymark.fetch(path)).text());
    const scripts = page.querySelectorAll('script[type="application/ld+json"]');
    expect(scripts).toHaveLength(1);
    return JSON.parse(scripts[0]?.textContent ?? "");
  };
  expect(await facts("/")).toMatchObject({
    "@context": "https://schema.org",
    "@type": "WebPage",
    url: "https://status.example/",
    description: "Minor Service Outage",
  });
  expect(await facts(`/incidents/${incidentID}`)).toMatchObject({
    "@type": "Article",
    headline: `</script>${specialName}`,
    datePublished: createdAt,
  });
  expect(await facts(`/maintenances/${maintenanceID}`)).toMatchObject({
    "@type": "Event",
    startDate: startAt,
    endDate: endAt,
  });
});

test("each page with a Markdown form names it", async () => {
  const { incidentID } = await makeIncident(daymark);
  await makeIncident(daymark, { createdAt: "2026-01-31T10:00:00Z" });
  for (const [path, form] of [
    ["/", "/index.md"],
    ["/?days=30", "/index.md"],
    [`/incidents/${incidentID}`, `/incidents/${incidentID}.md`],
    ["/history", "/history.md"],
    ["/history?month=2026-01&lang=de", "/history.md?month=2026-01"],
  ] as const) {
    const page = document(await (await daymark.fetch(path)).text());
    const link = page.querySelector('link[rel="alternate"][type="text/markdown"]');
    expect(link?.getAttribute("href")).toBe(form);
    expect(headings(await read(form))).not.toEqual([]);
  }
});
