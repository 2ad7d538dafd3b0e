import type { Context } from "hono";
import { invalidate } from "./memory.ts";

export function purgePublic({ executionCtx }: Pick<Context, "executionCtx">): void {
  invalidate();
  const { cache } = executionCtx as ExecutionContext; // Hono's type lacks `cache`
  // Cloudflare allows 5 purges a minute. After a refused one, the edge is up to 10 s behind.
  if (cache) executionCtx.waitUntil(cache.purge({ tags: ["public"] }).catch(() => undefined));
}
