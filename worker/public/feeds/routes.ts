import { type Context, Hono } from "hono";
import { publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { notFound } from "../../http/errors.ts";
import { type Rendered, text } from "../../http/rendered.ts";
import { statusPageURL } from "../../http/status-page-url.ts";
import type { Topic } from "../../notices/domain.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { atom } from "./atom.ts";
import type { Feed } from "./feed.ts";
import { jsonFeed } from "./json-feed.ts";
import { loadCalendar, loadFeed } from "./load.ts";
import { rss } from "./rss.ts";

interface Format {
  type: string;
  write: (feed: Feed) => string;
}

const formats: Record<string, Format> = {
  rss: { type: "application/rss+xml", write: rss },
  atom: { type: "application/atom+xml", write: atom },
  json: { type: "application/feed+json", write: jsonFeed },
};

export const feedRoutes = new Hono<AppEnv>();

const clock = "day";

feedRoutes.get(
  "/maintenances.ics",
  publicResponse({ clock }, async (c) => {
    const { calendar } = await import("./calendar.ts");
    return {
      body: calendar(await loadCalendar(c.var.db, statusPageURL(c.env))),
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'inline; filename="maintenances.ics"',
      },
    };
  }),
);

for (const [extension, format] of Object.entries(formats)) {
  feedRoutes.get(
    `/history.${extension}`,
    publicResponse({ clock }, (c) => render(c, format)),
  );
  feedRoutes.get(
    `/components/:componentID/history.${extension}`,
    publicResponse({ clock }, (c) => render(c, format, { componentID: c.req.param("componentID") ?? "" })),
  );
  feedRoutes.get(
    `/groups/:groupID/history.${extension}`,
    publicResponse({ clock }, (c) => render(c, format, { groupID: c.req.param("groupID") ?? "" })),
  );
}

async function render(c: Context<AppEnv>, { type, write }: Format, topic?: Topic): Promise<Rendered> {
  const origin = statusPageURL(c.env);
  const { path } = c.req;
  const feed = await loadFeed(c.var.db, { origin, path, topic });
  if (feed) return text(write(feed), type);
  return {
    ...text(write(notFoundFeed(origin, topic && "groupID" in topic ? "group" : "component")), type),
    status: 404,
  };
}

/** Some readers show the body of an error, so it is plain text. */
function notFoundFeed(origin: string, kind: "component" | "group"): Feed {
  return {
    title: "404 not found",
    description: notFound(kind).message,
    author: "Status page",
    pageURL: `${origin}/`,
    feedURL: `${origin}/`,
    updated: isoTime(Date.now()),
    entries: [],
  };
}
