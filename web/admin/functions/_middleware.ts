import { poolAddress } from "../sign-in/pool-address.ts";
import type { Variables } from "./settings.js.ts";

/** Whatever the project answers but the files that _routes.json excludes, which have `_headers`. */
export const onRequest: PagesFunction<Variables> = async ({ env, next, request }) => {
  const answer = await next();
  const isPage = /^text\/html\b/.test(answer.headers.get("Content-Type") ?? "");
  const isAsset = new URL(request.url).pathname.startsWith("/assets/");
  // The app's page stands for every address without a file; a browser would keep it for a year as the script that is missing.
  const found = isPage && isAsset ? new Response("404 page not found", { status: 404 }) : answer;
  const safe = new Response(found.body, found);
  for (const [name, value] of Object.entries(headers)) safe.headers.set(name, value);
  if (isAsset) safe.headers.set("Cache-Control", isPage ? "no-store" : "public, max-age=31536000, immutable");
  safe.headers.set("Content-Security-Policy", isAsset ? sandbox : policy(env));
  // Two years; the domain's other names are its owner's to decide about.
  if (request.url.startsWith("https:")) safe.headers.set("Strict-Transport-Security", "max-age=63072000");
  return safe;
};

/** All that the console does not use; it writes to the clipboard. */
const deniedFeatures = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
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

const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Of files that are parts of the page. */
const sandbox = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The console's own files, and of other hosts the API and the user pool alone. */
function policy({ API_URL, USER_POOL_ID, USER_POOL_ENDPOINT }: Variables): string {
  const api = originOf(API_URL);
  const pool = originOf(poolAddress(USER_POOL_ID, USER_POOL_ENDPOINT));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${api}`,
    `connect-src ${api} ${pool}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Of what is no address, nothing that could be loaded: the console then says what it lacks. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? "";
}
