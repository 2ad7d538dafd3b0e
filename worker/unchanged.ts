import type { Context } from "hono";
import type { Facts } from "./openapi/call.ts";
import { MAX_HEADER_CHARACTERS } from "./request-limits.ts";

/**
 * `If-Match: "2026-01-31T09:00:00.000Z"`: the `updatedAt` that a change was made on. Without the header the
 * last one to write wins, as scripts expect.
 */
export function unchangedSince(c: Context): string | undefined {
  const tag = c.req.header("If-Match")?.trim();
  return tag === "*" ? undefined : tag?.replace(/^(?:W\/)?"(.*)"$/, "$1");
}

/** What a call that heeds it says of itself. */
export const heedsIfMatch = {
  parameters: [
    {
      name: "If-Match",
      in: "header",
      description:
        "The `updatedAt` that the change was made on, in quotation marks. If someone else has changed it since, the call is refused with 409. Without the header the last writer wins.",
      schema: { type: "string", maxLength: MAX_HEADER_CHARACTERS["If-Match"] },
    },
  ],
  refuses: [404, 409],
} satisfies Facts;
