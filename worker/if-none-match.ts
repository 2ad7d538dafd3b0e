import type { Facts } from "./openapi/call.ts";

/** RFC 9110 §13.1.2: a list of tags or `*`, compared without regard to weakness. */
export function clientHas(etag: string, ifNoneMatch: string | null | undefined): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** What a call that heeds it says of itself. */
export const heedsIfNoneMatch = {
  parameters: [
    {
      name: "If-None-Match",
      in: "header",
      description: "The ETag of an answer that the client has.",
      schema: { type: "string" },
    },
  ],
  answers: { 304: null },
  headers: [{ name: "ETag", description: "For If-None-Match." }],
} satisfies Facts;
