import { poolAddress } from "../sign-in/pool-address.ts";
import type { Variables } from "./settings.js.ts";

/** Whatever a Function answers, the page among it: `_headers` is for the static files that none stands before. */
export const onRequest: PagesFunction<Variables> = async ({ env, next, request }) => {
  const answer = await next();
  const safe = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(headers)) safe.headers.set(name, value);
  safe.headers.set("Content-Security-Policy", policy(env));
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
