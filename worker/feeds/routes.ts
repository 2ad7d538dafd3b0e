import { type Context, Hono } from "hono";
import { publicAnswer } from "../cache/public-answer.ts";
import type { AppEnv } from "../env.ts";
import { atom } from "./atom.ts";
import { calendar } from "./calendar.ts";
import type { Feed } from "./feed.ts";
import { jsonFeed } from "./json-feed.ts";
import { loadFeed } from "./load.ts";
import { loadCalendar } from "./load-calendar.ts";
import { rss } from "./rss.ts";

interface Format {
  type: string;
  write: (feed: Feed) => string;
}

const formats: Record<string, Format> = {
  rss: { type: "application/rss+xml; charset=utf-8", write: rss },
  atom: { type: "application/atom+xml; charset=utf-8", write: atom },
  json: { type: "application/feed+json; charset=utf-8", write: jsonFeed },
};

export const feedRoutes = new Hono<AppEnv>();

feedRoutes.get("/maintenances.ics", publicAnswer, async (c) =>
  c.body(calendar(await loadCalendar(c.var.db, originOf(c))), 200, {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": 'inline; filename="maintenances.ics"',
  }),
);

for (const [ending, format] of Object.entries(formats)) {
  feedRoutes.get(`/history.${ending}`, publicAnswer, (c) => answer(c, format));
  feedRoutes.get(`/components/:componentID/history.${ending}`, publicAnswer, (c) =>
    answer(c, format, c.req.param("componentID")),
  );
}

async function answer(c: Context<AppEnv>, { type, write }: Format, componentID?: string) {
  const origin = originOf(c);
  const { path } = c.req;
  const feed = await loadFeed(c.var.db, { origin, path, componentID });
  c.header("Content-Type", type);
  if (feed) return c.body(write(feed));
  return c.body(write(nothing(origin)), 404);
}

function originOf({ env }: Context<AppEnv>): string {
  return env.STATUS_PAGE_URL.replace(/\/+$/, "");
}

/** Some readers show the body of an error, so it is plain text. */
function nothing(origin: string): Feed {
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
