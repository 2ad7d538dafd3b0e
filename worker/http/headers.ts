import { createMiddleware } from "hono/factory";
import { permissionsPolicy } from "../../web/shared/permissions-policy.ts";
import type { AppEnv } from "../env.ts";
import { isForPrograms } from "./not-found.ts";

const page: [name: string, value: string][] = [
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", permissionsPolicy()],
  ["Referrer-Policy", "same-origin"],
];

/** Other sites can embed JSON, feeds and images. Opened as a document, these run, load and frame nothing. */
const resource: [name: string, value: string][] = [
  // Browsers refuse to open a sandboxed document that also has a Cross-Origin-Opener-Policy.
  ["Content-Security-Policy", resourcePolicy()],
  ["Cross-Origin-Resource-Policy", "cross-origin"],
  ["Referrer-Policy", "no-referrer"],
];

export function resourcePolicy(...allowed: string[]): string {
  return ["default-src 'none'", ...allowed, "frame-ancestors 'none'", "sandbox"].join("; ");
}

const anyOrigin: [name: string, value: string][] = [
  ["Access-Control-Allow-Origin", "*"],
  // Browsers hide all other headers from scripts, except for the safelisted ones.
  ["Access-Control-Expose-Headers", "Allow,ETag,Link,Location,Order-Note,Retry-After,Undo,X-Request-Id"],
];

export const standardHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  addStandardHeaders(c.res.headers, c.req.path, c.res.status);
  addTransportSecurity(c.res, c.req.url);
});

export function addStandardHeaders(headers: Headers, path: string, status: number): void {
  if (isForPrograms(path)) for (const [name, value] of anyOrigin) headers.set(name, value);
  headers.set("X-Content-Type-Options", "nosniff");
  // A browser copies the headers of a 304 into its stored response, which may or may not be a page.
  if (status === 304) return;
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  for (const [name, value] of isPage ? page : resource) if (!headers.has(name)) headers.set(name, value);
}

/**
 * Subdomains and the browsers' preload list are for the domain's owner to decide. Cached responses serve both schemes, so
 * this header is added to each response.
 * @see https://www.rfc-editor.org/rfc/rfc6797#section-7.2
 */
export function addTransportSecurity(response: Response, url: string): void {
  if (url.startsWith("https:")) response.headers.set("Strict-Transport-Security", "max-age=63072000");
}
