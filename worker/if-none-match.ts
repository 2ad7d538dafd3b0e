import type { Facts } from "./openapi/call.ts";

/** More tags than a client has of one address. */
const MAX_CHARACTERS = 2048;

/** RFC 9110 §13.1.2: a list of tags or `*`, compared without regard to weakness. */
export function clientHas(etag: string, ifNoneMatch: string | null | undefined): boolean {
  if (!ifNoneMatch || ifNoneMatch.length > MAX_CHARACTERS) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** What a call that heeds it says of itself. */
export const heedsIfNoneMatch = {
  parameters: [
    {
      name: "If-None-Match",
      in: "header",
      description:
        "The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body.",
      schema: { type: "string", maxLength: MAX_CHARACTERS },
    },
  ],
  answers: { 304: null },
  headers: [{ name: "ETag", description: "The state of the answer, for `If-None-Match`." }],
} satisfies Facts;
