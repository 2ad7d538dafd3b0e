import type { Context } from "hono";

/**
 * `If-Match: "2026-01-31T09:00:00.000Z"`: the `updatedAt` that a change was made on. Without the header the
 * last one to write wins, as scripts expect.
 */
export function unchangedSince(c: Context): string | undefined {
  return c.req
    .header("If-Match")
    ?.trim()
    .replace(/^"(.*)"$/, "$1");
}
