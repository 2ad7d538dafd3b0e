import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import type { CallDescription } from "./call.ts";

const MAX_CHARACTERS = 2048;

/** @see RFC 9110 §13.1.2 */
export function clientHas(etag: string, ifNoneMatch: string | null | undefined): boolean {
  if (!ifNoneMatch || ifNoneMatch.length > MAX_CHARACTERS) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return parseTags(ifNoneMatch).includes(etag);
}

export function parseTags(ifNoneMatch = ""): string[] {
  if (ifNoneMatch.length > MAX_CHARACTERS) return [];
  return ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

export const notModified = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const etag = c.res.headers.get("ETag");
  if (c.req.method !== "GET" || c.res.status !== 200 || etag === null) return;
  if (!clientHas(etag, c.req.header("If-None-Match"))) return;
  const headers = new Headers(c.res.headers);
  headers.delete("Content-Type");
  await c.res.body?.cancel();
  c.res = undefined; // keeps Hono from merging the two
  c.res = new Response(null, { status: 304, headers });
});

export const ifNoneMatchDescription = {
  parameters: [
    {
      name: "If-None-Match",
      in: "header",
      description:
        "The `ETag` of a response that the client has. If nothing has changed since, the response is 304 without a body.",
      schema: { type: "string", maxLength: MAX_CHARACTERS },
    },
  ],
  responses: { 304: null },
  headers: [{ name: "ETag", description: "The version of the response. Send it in `If-None-Match`." }],
} satisfies CallDescription;
