import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { JWTPayload } from "jose";
import type { AppEnv } from "../env.ts";
import { describe } from "../http/call.ts";
import { isPlainText } from "../http/domain.ts";
import { forbidden } from "../http/errors.ts";
import { logLine } from "../http/log.ts";
import { sha256 } from "../shared/hash.ts";
import { database } from "../storage/db.ts";
import { MAX_ACTOR_NAME_CHARACTERS } from "../writes/audit/domain.ts";
import { withActiveSignIn } from "./active.ts";
import { requireListedUser } from "./provider-users.ts";
import { nameGroup, type SignInVars } from "./sign-in-vars.ts";
import { loadSignUp } from "./sign-up-cache.ts";
import { requireJWT, signInRequired, type VerifiedToken, verifyToken } from "./verify-token.ts";

export const admin = createMiddleware<AppEnv>(async (c, next) => {
  await requireAdministrator(c);
  await next();
});
describe(admin, { access: "administrator", errorStatuses: [401, 403] });

/**
 * Reads no credential that a browser attaches by itself, such as a cookie or Cloudflare Access's `Cf-Access-Jwt-Assertion`:
 * other sites, and scripts on the status page, could then act for an administrator.
 */
export async function requireAdministrator(c: Context<AppEnv>): Promise<void> {
  const token = (c.req.header("Authorization") ?? "").replace(/^Bearer( |$)/i, "").trim();
  if (token === "") throw signInRequired("Please sign in.");
  requireJWT(token);
  await withActiveSignIn(c, (vars) => requireToken(c, vars, token));
  // An administrator's next read must show what they just changed.
  c.set("db", database(c.env.DB, "primary"));
}

/**
 * The request then acts in the name of the token's user.
 * @throws HttpError 401 for an invalid token, 403 if its user is no administrator, 503 if that can't be checked
 */
export async function requireToken(
  c: Context<AppEnv>,
  vars: SignInVars,
  token: string,
): Promise<VerifiedToken> {
  const verified = await verifyToken(c, vars, token);
  c.set("actor", `${actorKinds[verified.source.kind]}:${await loggedSubject(String(verified.payload.sub))}`);
  c.set("actorName", displayName(verified.payload));
  await requireAllowed(c, vars, verified);
  return verified;
}

/** The same subject can be another person at another source. */
const actorKinds = { pool: "user", provider: "provider-user", access: "access-user" } as const;

/** Some providers use addresses as subjects, and the log must have none. */
async function loggedSubject(subject: string): Promise<string> {
  return subject.includes("@") ? (await sha256(subject)).slice(0, 32) : subject.slice(0, 128);
}

function displayName({ email, name, "cognito:username": username, sub }: JWTPayload): string {
  const [text = ""] = [email, name, username, sub].filter(
    (claim) => typeof claim === "string" && claim !== "",
  );
  return [...String(text)].filter(isPlainText).slice(0, MAX_ACTOR_NAME_CHARACTERS).join("");
}

function requireAllowed(
  c: Context<AppEnv>,
  vars: SignInVars,
  { source, payload }: VerifiedToken,
): Promise<void> | void {
  switch (source.kind) {
    case "pool":
      return requirePoolUser(c, vars, payload);
    case "provider":
      return requireListedUser(vars, payload);
    case "access":
      return; // The policies of the application have let this user in.
  }
}

async function requirePoolUser(c: Context<AppEnv>, vars: SignInVars, payload: JWTPayload): Promise<void> {
  if (payload.email_verified !== true) {
    throw forbidden(
      "Your email address is not verified. Ask whoever runs the user pool to mark it as verified, then sign out and sign in again.",
    );
  }
  if (vars.ADMIN_GROUP) requireGroup(payload, vars.ADMIN_GROUP);
  else await requireClosedPool(c, vars, payload);
}

function requireGroup({ "cognito:groups": groups }: JWTPayload, group: string): void {
  if (Array.isArray(groups) && groups.includes(group)) return;
  throw forbidden(
    `You are signed in, but you are not an administrator. Ask whoever runs the user pool to add you to its group “${group}”, then sign out and sign in again.`,
  );
}

/** Every user of the pool is an administrator if there is no group, so the pool must refuse sign-up. */
async function requireClosedPool(
  c: Context<AppEnv>,
  vars: SignInVars,
  { identities }: JWTPayload,
): Promise<void> {
  if (identities !== undefined) {
    throw forbidden(
      `You are signed in through another identity provider, whose users are administrators only as members of a group. Ask whoever runs this page to ${nameGroup(vars)}: docs/sign-in.md.`,
    );
  }
  const signUp = await loadSignUp(c, vars);
  if (signUp === "unknown" && vars.isCandidate)
    throw forbidden(
      "The user pool did not say whether it refuses sign-up. Try again in a minute, or name a group.",
    );
  // A slow or unavailable pool must not lock out administrators with a valid token.
  if (signUp === "unknown")
    logLine("warn", c, { warning: "The user pool did not say whether it refuses sign-up." });
  if (signUp !== "open") return;
  throw forbidden(
    `Anyone can sign up in this user pool, so nobody is let in. Ask whoever runs this page to switch self-registration off in the user pool, or to ${nameGroup(vars)}: docs/sign-in.md.`,
  );
}
