import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { clientHas, ifNoneMatchDescription } from "../http/if-none-match.ts";
import { type Render, respondWith, type TypedHandler, typedHandler } from "../http/rendered.ts";
import { DAY_SECONDS } from "../shared/time/domain.ts";

/** For responses that only a deployment changes: the ETag is its version. */
export function deploymentResponse<Path extends string, Data>(
  render: Render<Path, Data>,
): TypedHandler<Path, Data> {
  const handler = async (c: Context<AppEnv, Path>): Promise<Response> => {
    const cachingHeaders = {
      ETag: `"${c.env.VERSION.id}"`,
      "Cache-Control": "no-cache",
      "Cloudflare-CDN-Cache-Control": `max-age=300, stale-while-revalidate=${DAY_SECONDS}, stale-if-error=${DAY_SECONDS}`,
    };
    if (clientHas(cachingHeaders.ETag, c.req.header("If-None-Match")))
      return c.body(null, 304, cachingHeaders);
    const { body, headers } = await render(c);
    return respondWith(c, { body, headers: { ...headers, ...cachingHeaders } });
  };
  return typedHandler<Path, Data>(handler, ifNoneMatchDescription);
}
