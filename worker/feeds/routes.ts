import { type Context, Hono } from "hono";
import { publicAnswer } from "../cache/public-answer.ts";
import type { AppEnv } from "../env.ts";
import { type Rendered, text } from "../http/rendered.ts";
import { atom } from "./atom.ts";
import { calendar } from "./calendar.ts";
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
  publicAnswer({ clock }, async (c) => ({
    body: calendar(await loadCalendar(c.var.db, originOf(c))),
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="maintenances.ics"',
    },
  })),
);

for (const [extension, format] of Object.entries(formats)) {
  feedRoutes.get(
    `/history.${extension}`,
    publicAnswer({ clock }, (c) => render(c, format)),
  );
  feedRoutes.get(
    `/components/:componentID/history.${extension}`,
    publicAnswer({ clock }, (c) => render(c, format, c.req.param("componentID"))),
  );
}

async function render(c: Context<AppEnv>, { type, write }: Format, componentID?: string): Promise<Rendered> {
  const origin = originOf(c);
  const { path } = c.req;
  const feed = await loadFeed(c.var.db, { origin, path, componentID });
  if (feed) return text(write(feed), type);
  return { ...text(write(notFoundFeed(origin)), type), status: 404 };
}

function originOf({ env }: Context<AppEnv>): string {
  return env.STATUS_PAGE_URL.replace(/\/+$/, "");
}

/** Some readers show the body of an error, so it is plain text. */
function notFoundFeed(origin: string): Feed {
  return {
    title: "404 not found",
    description: "There is no such component. It may have been deleted.",
    author: "Status page",
    pageURL: `${origin}/`,
    feedURL: `${origin}/`,
    updated: new Date().toISOString(),
    entries: [],
  };
}
