import type { Context } from "hono";
import { invalidate } from "./memory.ts";

/**
 * Follows each write that visitors can see: this isolate reads the content version again, and the edge drops every
 * public answer.
 */
export function purgePublic({ executionCtx }: Pick<Context, "executionCtx">): void {
  invalidate();
  const { cache } = executionCtx as ExecutionContext; // Hono's own type lacks `cache`.
  // Cloudflare refuses more than 5 purges a minute. The edge is 10 s behind then, and nothing else is wrong.
  if (cache) executionCtx.waitUntil(cache.purge({ tags: ["public"] }).catch(() => undefined));
}
