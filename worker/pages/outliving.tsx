import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import css from "../../web/status/style.css";
import { pageAddress } from "../../web/status/texts/page-address.ts";
import { SnapshotNote } from "../../web/status/views/snapshot-note.tsx";
import { UnknownPage } from "../../web/status/views/unknown-page.tsx";
import { lastRendered, type Rendered } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { keepSnapshot, readSnapshot } from "../snapshots.ts";
import { html, markup } from "./html.tsx";

/**
 * Before `publicAnswer` of a page: it outlives its database. What was last known of it is served with its age, and
 * for seconds only; where nothing is, a page says that.
 */
export const outliving = createMiddleware<AppEnv>(async (c, next) => {
  const address = pageAddress(new URL(c.req.url));
  c.set("address", address);
  await next();
  const { rendered } = c.var;
  if (rendered) c.executionCtx.waitUntil(keepSnapshot(c.env.FILES, address, rendered));
  if (c.res.status < 500) return;
  const last = newer(lastRendered(c), await readSnapshot(c.env.FILES, address));
  const refused = c.res;
  c.res = undefined; // Hono would merge the two
  c.res = last ? ofThePast(c, last) : new Response(html(c, <UnknownPage css={css} />), refused);
});

type Last = Pick<Rendered, "body" | "at">;

function newer(one: Last | undefined, other: Last | undefined): Last | undefined {
  if (one && other) return one.at > other.at ? one : other;
  return one ?? other;
}

function ofThePast(c: Context<AppEnv>, { body, at }: Last): Response {
  const note = markup(c, <SnapshotNote at={new Date(at).toISOString()} />);
  const page = new TextDecoder().decode(body).replace(/<main[^>]*>/, (main) => main + note);
  // Without an ETag: it is no answer that anybody could find unchanged.
  return c.html(page, 200, {
    "Cache-Control": "no-cache",
    "Cache-Tag": "public",
    "Cloudflare-CDN-Cache-Control": "max-age=5",
  });
}
