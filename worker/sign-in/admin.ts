import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { errors, type JWTPayload, jwtVerify } from "jose";
import type { AppEnv } from "../env.ts";
import { describe } from "../http/call.ts";
import { HttpError, unavailable } from "../http/errors.ts";
import { logLine } from "../http/log.ts";
import { database } from "../storage/db.ts";
import { findPoolKey } from "./pool-keys.ts";
import { signUpOf } from "./sign-up-cache.ts";
import { issuerOf } from "./user-pool.ts";

export const admin = createMiddleware<AppEnv>(async (c, next) => {
  await requireAdministrator(c);
  await next();
});
describe(admin, { access: "administrator", errorStatuses: [401, 403] });

/** @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html */
export async function requireAdministrator(c: Context<AppEnv>): Promise<void> {
  const token = (c.req.header("Authorization") ?? "").replace(/^Bearer( |$)/i, "").trim();
  if (token === "") throw unauthorized("Please sign in.");
  const payload = await verify(c, token);
  c.set("actor", `user:${String(payload.sub).slice(0, 128)}`);
  if (payload.email_verified !== true) {
    throw new HttpError(
      403,
      "Your email address is not verified. Ask whoever runs the user pool to mark it as verified, then sign out and sign in again.",
    );
  }
  if (c.env.ADMIN_GROUP) requireGroup(payload, c.env.ADMIN_GROUP);
  else await requireClosedPool(c, payload);
  // An administrator's next read must show what they just changed.
  c.set("db", database(c.env.DB, "primary"));
}

async function verify(c: Context<AppEnv>, token: string): Promise<JWTPayload> {
  const { env } = c;
  const issuer = issuerOf(env);
  const { payload, protectedHeader } = await jwtVerify(token, findPoolKey(c, issuer), {
    issuer,
    audience: env.USER_POOL_CLIENT_ID,
    algorithms: ["RS256"],
    requiredClaims: ["exp", "sub"],
    maxTokenAge: "1 day",
    clockTolerance: 60,
  }).catch((error: unknown) => {
    if (error instanceof HttpError) throw error;
    // An error of jose's own means that the token is invalid. Any other error means that the pool's key is.
    throw error instanceof errors.JOSEError ? invalidSession(error) : unavailable(error);
  });
  if (payload.token_use !== "id") throw invalidSession();
  // Other token types name their type here. The pool's ID tokens don't.
  if (!["undefined", "JWT"].includes(String(protectedHeader.typ))) throw invalidSession();
  return payload;
}

function requireGroup({ "cognito:groups": groups }: JWTPayload, group: string): void {
  if (Array.isArray(groups) && groups.includes(group)) return;
  throw new HttpError(
    403,
    `You are signed in, but you are not an administrator. Ask whoever runs the user pool to add you to its group “${group}”, then sign out and sign in again.`,
  );
}

/** Every user of the pool is an administrator if there is no group, so the pool must refuse sign-up. */
async function requireClosedPool(c: Context<AppEnv>, { identities }: JWTPayload): Promise<void> {
  if (identities !== undefined) {
    throw new HttpError(
      403,
      "You are signed in through another identity provider, whose users are administrators only as members of a group. Ask whoever runs this page to set ADMIN_GROUP: README.md, “Deploy”.",
    );
  }
  const signUp = await signUpOf(c);
  // A slow or unavailable pool must not lock out administrators with a valid token.
  if (signUp === "unknown")
    logLine("warn", c, { warning: "The user pool did not say whether it refuses sign-up." });
  if (signUp !== "open") return;
  throw new HttpError(
    403,
    "Anyone can sign up in this user pool, so nobody is let in. Ask whoever runs this page to switch self-registration off in the user pool, or to set ADMIN_GROUP: README.md, “Deploy”.",
  );
}

function invalidSession(cause?: unknown): HttpError {
  return unauthorized("Your session is not valid. Please sign in again.", cause);
}

function unauthorized(message: string, cause?: unknown): HttpError {
  return new HttpError(401, message, { headers: { "WWW-Authenticate": "Bearer" }, cause });
}
