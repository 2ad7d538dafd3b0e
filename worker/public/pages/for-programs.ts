import { Hono } from "hono";
import { deploymentResponse } from "../../cache/deployment-response.ts";
import { publicResponse } from "../../cache/public-response.ts";
import { selectGroups } from "../../components/groups/reads.ts";
import { selectComponents } from "../../components/reads.ts";
import type { AppEnv } from "../../env.ts";
import { element, xmlDocument } from "../../http/outbound/xml.ts";
import { type Rendered, text } from "../../http/rendered.ts";
import { statusPageURL } from "../../http/status-page-url.ts";
import { noticePath } from "../../notices/domain.ts";
import { postmortemPath } from "../../notices/postmortem/domain.ts";
import { selectLastChanges } from "../../notices/store.ts";
import { readSettings } from "../../settings/store.ts";
import { loadNoticePage, loadPostmortemPage, loadStatusPage } from "./load.ts";
import { loadHistoryPage } from "./load-history.ts";
import { escapeMarkdown, historyMarkdown, noticeMarkdown, postmortemMarkdown } from "./markdown.ts";
import { statusMarkdown } from "./status-markdown.ts";

/** The protocol allows 50,000. Older incidents are linked from the history. */
const MAX_SITEMAP_NOTICES = 1000;

/**
 * The visitors' router tries a pattern at each character of an address. Within a word, this one fails at once. `.+` would read on to the
 * end each time, which takes seconds for a long address.
 */
const markdownFile = "\\b\\w+\\.md";

export const programRoutes = new Hono<AppEnv>()
  .get(
    "/index.md",
    publicResponse({ clock: "ten minutes" }, async (c) =>
      markdown(statusMarkdown(statusPageURL(c.env), await loadStatusPage(c.var.db, 90))),
    ),
  )
  .get(
    "/history.md",
    publicResponse({ clock: "day" }, async (c) =>
      markdown(historyMarkdown(statusPageURL(c.env), await loadHistoryPage(c.var.db, c.req.query()))),
    ),
  )
  .get(
    "/incidents/:incidentID/postmortem.md",
    publicResponse({ clock: "day" }, async (c) => {
      const data = await loadPostmortemPage(c.var.db, c.req.param("incidentID") ?? "");
      return markdown(postmortemMarkdown(statusPageURL(c.env), data));
    }),
  )
  .get(`/incidents/:file{${markdownFile}}`, noticeAsMarkdown("incident"))
  .get(`/maintenances/:file{${markdownFile}}`, noticeAsMarkdown("maintenance"))
  .get(
    "/llms.txt",
    publicResponse({ clock: "day" }, async (c) => {
      const { serviceName } = await readSettings(c.var.db);
      return text(llmsText(statusPageURL(c.env), escapeMarkdown(serviceName || "Service")), "text/plain");
    }),
  )
  .get(
    "/robots.txt",
    deploymentResponse(async (c) =>
      text(
        `User-agent: *\nDisallow: /subscriptions/\n\nSitemap: ${statusPageURL(c.env)}/sitemap.xml\n`,
        "text/plain",
      ),
    ),
  )
  .get(
    "/sitemap.xml",
    publicResponse({ clock: "day" }, async (c) => {
      const [components, groups, changes] = await c.var.db.batch([
        selectComponents(c.var.db),
        selectGroups(c.var.db),
        selectLastChanges(c.var.db, MAX_SITEMAP_NOTICES),
      ]);
      const pages = [
        { path: "/", changedAt: changes[0]?.changedAt },
        { path: "/history", changedAt: changes[0]?.changedAt },
        ...components.map(({ componentID }) => ({
          path: `/components/${componentID}`,
          changedAt: undefined,
        })),
        ...groups.map(({ groupID }) => ({ path: `/groups/${groupID}`, changedAt: undefined })),
        ...changes.map((notice) => ({ path: noticePath(notice), changedAt: notice.changedAt })),
        ...changes.flatMap(({ noticeID, postmortemPublishedAt }) =>
          postmortemPublishedAt ? [{ path: postmortemPath(noticeID), changedAt: postmortemPublishedAt }] : [],
        ),
      ];
      const urls = pages.map(({ path, changedAt }) =>
        element(
          "url",
          {},
          element("loc", {}, statusPageURL(c.env) + path),
          ...(changedAt ? [element("lastmod", {}, changedAt)] : []),
        ),
      );
      const sitemap = element("urlset", { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" }, ...urls);
      return text(xmlDocument(sitemap), "application/xml");
    }),
  );

function noticeAsMarkdown(kind: "incident" | "maintenance") {
  return publicResponse({ clock: "day" }, async (c) => {
    const noticeID = (c.req.param("file") ?? "").replace(/\.md$/, "");
    return markdown(
      noticeMarkdown(statusPageURL(c.env), await loadNoticePage(c.var.db, kind, noticeID, c.req.query())),
    );
  });
}

function markdown(body: string): Rendered {
  return text(`${body}\n`, "text/markdown");
}

/** See https://llmstxt.org. */
function llmsText(origin: string, service: string): string {
  return `# ${service} Status

> Whether ${service} works right now, what has gone wrong, and what maintenance is planned.

The main page, the history, each incident and each maintenance are there as Markdown, too: ask for them with Accept: text/markdown, or with .md behind an address.

## Pages

- [Current status](${origin}/index.md): components with their uptime, open incidents, planned maintenance, the last 14 days
- [History](${origin}/history.md): this month's incidents and maintenance, with links to the months before

## Data

- [Summary](${origin}/api/v2/summary.json): all of the current status as JSON
- [Status](${origin}/api/v2/status.json): the current status in a word
- [Incidents](${origin}/api/v2/incidents.json): the 50 newest
- [API](${origin}/api/openapi.json): the description of the whole API, OpenAPI 3.1

## Optional

- [JSON Feed](${origin}/history.json): the 25 incidents and maintenances that changed last; also as history.rss and history.atom
- [Calendar](${origin}/maintenances.ics): scheduled maintenance
`;
}
