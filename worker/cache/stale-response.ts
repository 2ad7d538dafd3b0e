import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { toHttpError } from "../http/errors.ts";
import { type Rendered, respondWith } from "../http/rendered.ts";
import { cacheKey } from "./cache-key.ts";
import { getStale, type Page } from "./memory.ts";
import { readSnapshot } from "./snapshots.ts";

export interface StalePages {
  withAge: (c: Context<AppEnv>, page: string, at: Date) => Promise<Rendered>;
  unknown: (c: Context<AppEnv>) => Promise<Rendered>;
}

/** A stale response has no ETag, so that no cache revalidates it with a 304. */
export async function staleResponse(
  c: Context<AppEnv>,
  error: unknown,
  pages: StalePages,
): Promise<Response> {
  const httpError = toHttpError(error, c);
  if (httpError.status < 500) throw httpError;
  const key = cacheKey(c.req.url);
  const page = newer(getStale(key), await readSnapshot(c.env.FILES, key));
  if (!page) {
    const { body, headers } = await pages.unknown(c);
    return respondWith(c, { body, headers: { ...headers, ...httpError.headers }, status: httpError.status });
  }
  const { body, headers } = await pages.withAge(c, await page.body.text(), new Date(page.at));
  const cachingHeaders = {
    "Cache-Control": "no-cache",
    "Cache-Tag": "public",
    "Cloudflare-CDN-Cache-Control": "max-age=5",
  };
  return respondWith(c, { body, headers: { ...headers, ...cachingHeaders } });
}

function newer(one: Page | undefined, other: Page | undefined): Page | undefined {
  if (one && other) return one.at > other.at ? one : other;
  return one ?? other;
}
