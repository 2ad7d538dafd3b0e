import { permissionsPolicy } from "../../shared/permissions-policy.ts";
import { type Variables, withActiveSignIn } from "../session/active-sign-in.ts";
import { poolAddress } from "../session/pool-address.ts";

/** Runs for every response except the files that _routes.json excludes; those have `_headers`. */
export const onRequest: PagesFunction<Variables> = async ({ env, next, request }) => {
  const response = await next();
  const isPage = /^text\/html\b/.test(response.headers.get("Content-Type") ?? "");
  const { pathname } = new URL(request.url);
  const isAsset = pathname.startsWith("/assets/");
  // Pages responds to every missing file with the app's page, which a browser would cache as the script for a year.
  const result = isPage && isAsset ? new Response("404 page not found", { status: 404 }) : response;
  const secured = new Response(result.body, result);
  for (const [name, value] of Object.entries(headers)) secured.headers.set(name, value);
  if (isAsset)
    secured.headers.set("Cache-Control", isPage ? "no-store" : "public, max-age=31536000, immutable");
  secured.headers.set(
    "Content-Security-Policy",
    isAsset ? assetPolicy : pagePolicy(await withActiveSignIn(env), pathname),
  );
  // Two years, without includeSubDomains: the subdomains may not be Daymark's.
  if (request.url.startsWith("https:")) secured.headers.set("Strict-Transport-Security", "max-age=63072000");
  return secured;
};

const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": permissionsPolicy("clipboard-write"),
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

const assetPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

function pagePolicy(env: Variables, path: string): string {
  const api = toOrigin(env.API_URL);
  const origins = [
    api,
    env.USER_POOL_ID && toOrigin(poolAddress(env.USER_POOL_ID, env.USER_POOL_ENDPOINT)),
    // With a client secret, the Worker calls the provider.
    env.OIDC_ISSUER && env.OIDC_CLIENT_TYPE !== "confidential" && toOrigin(env.OIDC_ISSUER),
    // For /access-token, and to see when a sign-in that was tried is in use.
    (env.ACCESS_AUD || path.startsWith("/signin/")) && "'self'",
    triedPoolOrigin(env, path),
  ];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${api}`,
    `connect-src ${origins.filter(Boolean).join(" ")}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The page that tries a user pool signs in to it, which the API doesn't do for it. The path can only lead to Amazon. */
function triedPoolOrigin(env: Variables, path: string): string | undefined {
  const [, poolID] = /^\/signin\/try\/([a-z]+(?:-[a-z]+)+-\d+_\w+)$/.exec(path) ?? [];
  return poolID && toOrigin(poolAddress(poolID, env.USER_POOL_ENDPOINT));
}

/** Empty for an invalid address, so that the console can start and say what is missing. */
function toOrigin(address: string): string {
  return URL.parse(address)?.origin ?? "";
}
