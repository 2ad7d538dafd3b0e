import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { isForPrograms } from "./not-found.ts";

/** What a page can never use, whatever its markup or a frame in it asks for. */
const deniedFeatures = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

const page: [name: string, value: string][] = [
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", deniedFeatures.map((feature) => `${feature}=()`).join(", ")],
  ["Referrer-Policy", "same-origin"],
];

/** JSON, feeds, images, text: other sites may show them. Opened as a document, they run, load and frame nothing. */
const resource: [name: string, value: string][] = [
  // No Cross-Origin-Opener-Policy beside it: browsers refuse to open a sandboxed document that has one.
  ["Content-Security-Policy", resourcePolicy()],
  ["Cross-Origin-Resource-Policy", "cross-origin"],
  ["Referrer-Policy", "no-referrer"],
];

/** The Content-Security-Policy of what is not a page. */
export function resourcePolicy(...allowed: string[]): string {
  return ["default-src 'none'", ...allowed, "frame-ancestors 'none'", "sandbox"].join("; ");
}

const anyOrigin: [name: string, value: string][] = [
  ["Access-Control-Allow-Origin", "*"],
  // Browsers hide all other headers of an answer from scripts, apart from the safelisted ones.
  [
    "Access-Control-Expose-Headers",
    "Allow,ETag,Link,Location,RateLimit,RateLimit-Policy,Retry-After,X-Request-Id",
  ],
];

/** Runs around every other middleware, so that no answer goes out without these headers. */
export const standardHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  addStandardHeaders(c.res.headers, c.req.path, c.res.status);
  addTransportSecurity(c.res, c.req.url);
});

/** Adds what the answer does not say itself: a page brings a Content-Security-Policy of its own. */
export function addStandardHeaders(headers: Headers, path: string, status: number): void {
  if (isForPrograms(path)) for (const [name, value] of anyOrigin) headers.set(name, value);
  headers.set("X-Content-Type-Options", "nosniff");
  // A browser puts the headers of a 304 into the answer that it has stored, which may be a page or none.
  if (status === 304) return;
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  for (const [name, value] of isPage ? page : resource) if (!headers.has(name)) headers.set(name, value);
}

/**
 * Two years of HTTPS only. Not for subdomains and not for the browsers' preload list: whoever owns the domain decides
 * about its other names. Apart from the other headers because answers in memory serve both schemes.
 * @see https://www.rfc-editor.org/rfc/rfc6797#section-7.2
 */
export function addTransportSecurity(response: Response, url: string): void {
  if (url.startsWith("https:")) response.headers.set("Strict-Transport-Security", "max-age=63072000");
}
