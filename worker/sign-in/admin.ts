import { createMiddleware } from "hono/factory";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { endpointOf } from "../endpoint.ts";
import type { AppEnv } from "../env.ts";
import { Refusal, unavailable } from "../errors.ts";
import { states } from "../openapi/call.ts";

/** Lets pass whoever holds an id token of the user pool; 401 for everybody else. */
export const admin = createMiddleware<AppEnv>(async (c, next) => {
  await requireAdministrator(c.env, c.req.header("Authorization"));
  await next();
});
states(admin, { access: "administrator", refuses: [401] });

/**
 * @param authorization the id token, raw or after `Bearer `
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html
 */
export async function requireAdministrator(env: Env, authorization = ""): Promise<void> {
  const token = authorization.replace(/^Bearer( |$)/i, "").trim();
  if (token === "") throw unauthorized("Please sign in.");
  const issuer = userPoolIssuer(env);
  const { payload } = await jwtVerify(token, keySet(issuer), {
    issuer,
    audience: env.USER_POOL_CLIENT_ID,
    algorithms: ["RS256"],
    requiredClaims: ["exp"],
    clockTolerance: 60,
  }).catch((error: unknown) => {
    throw keysOutOfReach(error)
      ? unavailable(error)
      : unauthorized("Your session is not valid. Please sign in again.");
  });
  // The access token of the same pool is signed with the same keys, and is for the pool itself.
  if (payload.token_use !== "id") throw unauthorized("Your session is not valid. Please sign in again.");
}

/** The pool's address; its region is the part of the id before the underscore. */
function userPoolIssuer(env: Env): string {
  const region = /^([a-z]+(?:-[a-z]+)+-\d+)_/.exec(env.USER_POOL_ID)?.[1] ?? "us-east-1";
  const endpoint = endpointOf(env, "USER_POOL_ENDPOINT", `https://cognito-idp.${region}.amazonaws.com`);
  return `${endpoint}/${env.USER_POOL_ID}`;
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

function keySet(issuer: string) {
  const kept = keySets.get(issuer) ?? createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  keySets.set(issuer, kept);
  return kept;
}

function keysOutOfReach(error: unknown): boolean {
  // jose gives what the network or an answer other than 200 did its generic code; a bad token has one of its own.
  return (
    error instanceof errors.JWKSTimeout ||
    !(error instanceof errors.JOSEError) ||
    error.code === "ERR_JOSE_GENERIC"
  );
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, message, { headers: { "WWW-Authenticate": "Bearer" } });
}
