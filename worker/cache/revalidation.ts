import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { describe } from "../http/call.ts";
import { hasState, withState } from "../http/if-match.ts";
import { clientHas, ifNoneMatchDescription, parseTags } from "../http/if-none-match.ts";
import { readVersions } from "../storage/content-version/store.ts";

/**
 * For a GET that the console polls, after `admin`: a 304 reads one row. Versions are read before the response, so a write in between
 * makes the ETag stale but never wrong.
 */
export const revalidate = createMiddleware<AppEnv>(async (c, next) => {
  const { version, consoleVersion } = await readVersions(c.var.db);
  const state = `${c.env.VERSION.id}-${version}-${consoleVersion}`;
  const notModified = notModifiedSince(c, state);
  if (notModified) return notModified;
  await next();
  if (c.res.status === 200) c.header("ETag", withState(state, c.res.headers.get("ETag")));
  return undefined;
});
describe(revalidate, ifNoneMatchDescription);

export function notModifiedSince(c: Context<AppEnv>, state: string): Response | undefined {
  const ifNoneMatch = c.req.header("If-None-Match");
  const etag = withState(state, null);
  const has = clientHas(etag, ifNoneMatch)
    ? etag
    : parseTags(ifNoneMatch).find((tag) => hasState(state, tag));
  return has === undefined ? undefined : c.body(null, 304, { ETag: has });
}
