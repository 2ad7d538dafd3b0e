import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import css from "../../dist/inline/style.css";
import { SnapshotNote } from "../../web/status/views/snapshot-note.tsx";
import { UnknownPage } from "../../web/status/views/unknown-page.tsx";
import type { Rendered } from "../cache/memory.ts";
import { lastRendered } from "../cache/public-answer.ts";
import { keepSnapshot, readSnapshot } from "../cache/snapshots.ts";
import type { AppEnv } from "../env.ts";
import { html, markup } from "./html.tsx";
import { policyOf } from "./policy.ts";

/**
 * Before `publicAnswer` of a page: it outlives its database. What was last known of it is served with its age, and
 * for seconds only; where nothing is, a page says that.
 */
export const outliving = createMiddleware<AppEnv>(async (c, next) => {
  const address = c.get("address");
  await next();
  const { rendered } = c.var;
  if (rendered) c.executionCtx.waitUntil(keepSnapshot(c.env.FILES, address, rendered));
  if (c.res.status < 500) return;
  const last = newer(lastRendered(c), await readSnapshot(c.env.FILES, address));
  const answer = last ? await ofThePast(c, last) : await ofNothing(c);
  c.res = undefined; // Hono would merge the two
  c.res = answer;
});

type Last = Pick<Rendered, "body" | "at">;

function newer(one: Last | undefined, other: Last | undefined): Last | undefined {
  if (one && other) return one.at > other.at ? one : other;
  return one ?? other;
}

async function ofThePast(c: Context<AppEnv>, { body, at }: Last): Promise<Response> {
  const note = markup(c, <SnapshotNote at={new Date(at).toISOString()} />);
  const page = (await body.text()).replace(/<main[^>]*>/, (main) => main + note);
  // Without an ETag: it is no answer that anybody could find unchanged.
  const headers = {
    "Content-Security-Policy": await policyOf(page),
    "Content-Type": "text/html; charset=UTF-8",
    "Cache-Control": "no-cache",
    "Cache-Tag": "public",
    "Cloudflare-CDN-Cache-Control": "max-age=5",
  };
  return new Response(page, { headers });
}

async function ofNothing(c: Context<AppEnv>): Promise<Response> {
  const page = await html(c, <UnknownPage css={css} />);
  return new Response(page.body, c.res);
}
