import type { Context } from "hono";
import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import type { AppEnv } from "../env.ts";
import { HttpError, unauthorized, unavailable } from "../http/errors.ts";
import type { SignInVars } from "./sign-in-vars.ts";
import { fetchKey, findKey } from "./source-keys.ts";
import { type TokenSource, tokenSources } from "./token-source.ts";

export interface VerifiedToken {
  source: TokenSource;
  payload: JWTPayload;
}

/**
 * @throws HttpError 401 for an invalid token, 503 if its source's keys are unknown
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-verifying-a-jwt.html
 */
export async function verifyToken(
  c: Context<AppEnv>,
  vars: SignInVars,
  token: string,
): Promise<VerifiedToken> {
  const source = findSource(vars, token);
  const getKey = vars.isCandidate ? fetchKey(source) : findKey(c, source);
  const { payload, protectedHeader } = await jwtVerify(token, getKey, {
    issuer: source.issuer,
    audience: source.audience,
    algorithms: source.algorithms,
    requiredClaims: ["exp", "sub"],
    maxTokenAge: "1 day",
    clockTolerance: 60,
  }).catch((error: unknown) => {
    if (error instanceof HttpError) throw error;
    // An error of jose's own means that the token is invalid. Any other error means that the source's key is.
    throw error instanceof errors.JOSEError ? invalidSession(error) : unavailable(error);
  });
  // Other token types name their type here. ID tokens don't.
  if (!["undefined", "JWT"].includes(String(protectedHeader.typ))) throw invalidSession();
  if (!isForUsers[source.kind](payload, source)) throw invalidSession();
  return { source, payload };
}

/** Call before anything is read for a token, which may be made up. @throws HttpError 401 */
export function requireJWT(token: string): void {
  try {
    decodeJwt(token);
  } catch (error) {
    throw invalidSession(error);
  }
}

/** Nothing is believed of the token yet: its `iss` only chooses the rules that it must pass. */
function findSource(vars: SignInVars, token: string): TokenSource {
  const sources = tokenSources(vars);
  try {
    const { iss } = decodeJwt(token);
    const source = sources.find(({ issuer }) => issuer === iss);
    if (source) return source;
  } catch (error) {
    throw invalidSession(error);
  }
  throw invalidSession();
}

const isForUsers: Record<TokenSource["kind"], (payload: JWTPayload, source: TokenSource) => boolean> = {
  pool: ({ token_use }) => token_use === "id",
  provider: isIDToken,
  // A service token has no email address and an empty subject.
  access: ({ type, sub, email }) => type === "app" && isText(sub) && isText(email),
};

/** Access and logout tokens may be signed with the same keys for the same audience. */
function isIDToken(
  { aud, azp, sub, typ, token_use, ...more }: JWTPayload,
  { audience }: TokenSource,
): boolean {
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== audience) return false;
  if (![undefined, "ID"].includes(asText(typ)) || ![undefined, "id"].includes(asText(token_use)))
    return false;
  return isText(sub) && !["events", "scope", "scp"].some((name) => Object.hasOwn(more, name));
}

function asText(claim: unknown): string | undefined {
  return claim === undefined ? undefined : String(claim);
}

function isText(claim: unknown): claim is string {
  return typeof claim === "string" && claim !== "";
}

function invalidSession(cause?: unknown): HttpError {
  return signInRequired("Your session is not valid. Please sign in again.", cause);
}

export function signInRequired(message: string, cause?: unknown): HttpError {
  return unauthorized(message, { headers: { "WWW-Authenticate": "Bearer" }, cause });
}
