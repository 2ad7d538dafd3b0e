import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { refusal } from "../http/errors.ts";
import { type Rendered, responseOf } from "../http/rendered.ts";
import { cacheKey } from "./cache-key.ts";
import { getStale, type Page } from "./memory.ts";
import { readSnapshot } from "./snapshots.ts";

/** What visitors get instead of a page that cannot be rendered. */
export interface StalePages {
  /** The page as it was, with a note of its age. */
  withAge: (c: Context<AppEnv>, page: string, at: Date) => Promise<Rendered>;
  /** For a page of which nothing is known. */
  unknown: (c: Context<AppEnv>) => Promise<Rendered>;
}

/**
 * Answers with the newer one of a page's snapshot and what this isolate last rendered, for seconds only. Without an ETag:
 * nobody may find it unchanged.
 */
export async function staleAnswer(c: Context<AppEnv>, error: unknown, pages: StalePages): Promise<Response> {
  const refused = refusal(error, c);
  if (refused.status < 500) throw refused;
  const key = cacheKey(c.req.url);
  const last = newer(getStale(key), await readSnapshot(c.env.FILES, key));
  if (!last) {
    const { body, headers } = await pages.unknown(c);
    return responseOf(c, { body, headers: { ...headers, ...refused.headers }, status: refused.status });
  }
  const { body, headers } = await pages.withAge(c, await last.body.text(), new Date(last.at));
  const caching = {
    "Cache-Control": "no-cache",
    "Cache-Tag": "public",
    "Cloudflare-CDN-Cache-Control": "max-age=5",
  };
  return responseOf(c, { body, headers: { ...headers, ...caching } });
}

function newer(one: Page | undefined, other: Page | undefined): Page | undefined {
  if (one && other) return one.at > other.at ? one : other;
  return one ?? other;
}
