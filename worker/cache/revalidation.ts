import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { isOfState, withState } from "../http/if-match.ts";
import { clientHas, heedsIfNoneMatch, tagsOf } from "../http/if-none-match.ts";
import { states } from "../openapi/call.ts";
import { readVersions } from "./content-version.ts";

/**
 * After `admin`, for a GET that the console repeats every few seconds: unchanged, it is a 304 that reads one row. What the
 * answer says may only be changed by writes that raise the content version or the console's.
 */
export const revalidated = createMiddleware<AppEnv>(async (c, next) => {
  const { version, consoleVersion } = await readVersions(c.var.db);
  return answerIfChanged(c, next, `${version}-${consoleVersion}`);
});
states(revalidated, heedsIfNoneMatch);

/** The same for an administrator's fresh read of what visitors see. */
export async function answerFresh(
  c: Context<AppEnv>,
  next: Next,
  clock: string,
): Promise<Response | undefined> {
  const { version } = await readVersions(c.var.db);
  return answerIfChanged(c, next, `${version}-${clock}`);
}

/** @param state read before the answer is, so that a write in between makes it outdated, and never wrong */
async function answerIfChanged(c: Context<AppEnv>, next: Next, state: string): Promise<Response | undefined> {
  const tag = `${c.env.VERSION.id}-${state}`;
  const ifNoneMatch = c.req.header("If-None-Match");
  if (clientHas(withState(tag, null), ifNoneMatch)) return c.body(null, 304, { ETag: withState(tag, null) });
  const itemTag = tagsOf(ifNoneMatch).find((each) => isOfState(tag, each));
  if (itemTag !== undefined) return c.body(null, 304, { ETag: itemTag });
  await next();
  if (c.res.status === 200) c.header("ETag", withState(tag, c.res.headers.get("ETag")));
  return undefined;
}
