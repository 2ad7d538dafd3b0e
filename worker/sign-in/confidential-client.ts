import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import {
  badGateway,
  badRequest,
  forbidden,
  type HttpError,
  isRefusal,
  stateConflict,
  temporarilyUnavailable,
} from "../http/errors.ts";
import { isSuccess, isUnauthorized } from "../http/outbound/status.ts";
import { MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import { discoverSignIn, isTrustworthy, type SignInDocument } from "./discovery.ts";
import { CALLBACK_PATH } from "./domain.ts";
import { fetchJSON, readAnswer } from "./fetch-json.ts";
import type { CodeExchange, RefreshToken, SignInProvider, SignInTokens } from "./schema.ts";
import type { SignInVars } from "./sign-in-vars.ts";
import { type TokenSource, tokenSources } from "./token-source.ts";
import { signInRequired, verifyToken } from "./verify-token.ts";

/** Enough for the discovery document and the provider's answer together. */
const TIMEOUT_MS = 10 * SECOND_MS;

const TokenAnswer = z.object({ id_token: z.string().optional(), refresh_token: z.string().optional() });
/** RFC 6749, 5.2. */
const ErrorAnswer = z.object({ error: z.string().regex(/^[a-z_]{1,50}$/) });

interface Client {
  vars: SignInVars;
  source: TokenSource;
  /** Undefined for a public client, whose calls the Worker makes all the same. */
  secret: string | undefined;
  document: SignInDocument;
  signal: AbortSignal;
}

export async function readProvider(vars: SignInVars): Promise<SignInProvider> {
  const { document } = await openClient(vars);
  const { issuer, authorization_endpoint, end_session_endpoint, scopes_supported } = document;
  const { authorization_response_iss_parameter_supported } = document;
  return {
    issuer,
    authorization_endpoint,
    ...(end_session_endpoint !== undefined && { end_session_endpoint }),
    scopes_supported,
    authorization_response_iss_parameter_supported,
  };
}

/** @throws HttpError 400 for a code that was used before or has expired, 502 for an answer that signs nobody in */
export async function exchangeCode(
  c: Context<AppEnv>,
  vars: SignInVars,
  { issuer, code, codeVerifier, nonce }: CodeExchange,
): Promise<SignInTokens> {
  const client = await openClient(vars, issuer);
  const answer = await requestTokens(client, {
    grant_type: "authorization_code",
    code,
    code_verifier: codeVerifier,
    // The request must not choose it: the code would be good for whatever address another page has put there.
    redirect_uri: new URL(CALLBACK_PATH, c.env.ADMIN_PAGE_URL).href,
  });
  if (answer === "invalid_grant")
    throw badRequest("This sign-in has expired, or its code was used before. Start again.");
  const { id_token: idToken, refresh_token: refreshToken = null } = answer;
  if (idToken === undefined)
    throw badGateway(
      "The identity provider answered without an ID token. Its client must allow OpenID Connect: docs/sign-in.md.",
    );
  const payload = await verifyIssued(c, client, idToken);
  if (payload.nonce !== nonce)
    throw badGateway("The identity provider answered with the ID token of another sign-in. Start again.");
  return { idToken, refreshToken };
}

/** @throws HttpError 401 if the session at the provider has ended */
export async function refreshTokens(
  c: Context<AppEnv>,
  vars: SignInVars,
  { issuer, refreshToken }: RefreshToken,
): Promise<SignInTokens> {
  const client = await openClient(vars, issuer);
  const answer = await requestTokens(client, { grant_type: "refresh_token", refresh_token: refreshToken });
  // A provider may leave out the ID token (OpenID Connect Core, 12.2). Then only a new sign-in helps.
  if (answer === "invalid_grant" || answer.id_token === undefined)
    throw signInRequired("Your session has ended. Please sign in again.");
  await verifyIssued(c, client, answer.id_token);
  return { idToken: answer.id_token, refreshToken: answer.refresh_token ?? null };
}

/** Does nothing if the provider has no address for that (RFC 7009). */
export async function revokeToken(
  vars: SignInVars,
  { issuer, refreshToken: token }: RefreshToken,
): Promise<void> {
  const client = await openClient(vars, issuer);
  const { revocation_endpoint } = client.document;
  if (revocation_endpoint === undefined) return;
  const parameters = { token, token_type_hint: "refresh_token" };
  const { status, answer } = await send(client, revocation_endpoint, parameters);
  if (!isSuccess(status)) throw refusal(client, status, answer);
}

/**
 * @param issuer where the code or the refresh token that will be sent comes from. The sign-in may have changed since.
 * @throws HttpError 409 if that is another one
 */
async function openClient(vars: SignInVars, issuer?: string): Promise<Client> {
  const source = tokenSources(vars).find(({ kind }) => kind === "provider");
  const secret = vars.OIDC_CLIENT_SECRET || undefined;
  if (!source || (!secret && vars.OIDC_CLIENT_TYPE !== "public"))
    throw forbidden(
      vars.isStored
        ? "The client secret of Settings → Sign-in can't be read. Ask whoever runs this page for the way back in: docs/sign-in.md."
        : "The Worker has no client secret. Ask whoever runs this page to enter it with `npx wrangler secret put OIDC_CLIENT_SECRET`: docs/sign-in.md.",
    );
  if (issuer !== undefined && issuer !== source.issuer)
    throw stateConflict("Administrators sign in with another provider now. Reload the console.");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const document = await discoverSignIn(source, (address) => fetchJSON(address, signal)).catch(unreachable);
  return { vars, source, secret, document, signal };
}

async function requestTokens(
  client: Client,
  parameters: Record<string, string>,
): Promise<z.output<typeof TokenAnswer> | "invalid_grant"> {
  const { status, answer } = await send(client, client.document.token_endpoint, parameters);
  if (!isSuccess(status)) {
    if (errorCode(answer) === "invalid_grant") return "invalid_grant";
    throw refusal(client, status, answer);
  }
  const tokens = TokenAnswer.safeParse(answer);
  if (!tokens.success) throw invalidAnswer();
  return tokens.data;
}

/** Sends the client's secret along, if it has one. No error has any part of the request or the answer, because errors are logged. */
async function send(
  client: Client,
  endpoint: string,
  parameters: Record<string, string>,
): Promise<{ status: number; answer: unknown }> {
  if (!isTrustworthy(client.source, endpoint))
    throw badGateway(
      "The identity provider's discovery document names an address that is not on https, or on a private network, so the client's secret was not sent there.",
    );
  const body = new URLSearchParams(parameters);
  const headers = new Headers({ Accept: "application/json" });
  authenticate(client, headers, body);
  const { signal } = client;
  const request = { method: "POST", headers, body, redirect: "manual", signal } as const;
  const response = await fetch(endpoint, request).catch(unreachable);
  const answer = await readAnswer(response).catch((error: unknown) => {
    throw error instanceof RangeError ? invalidAnswer() : unreachable(error);
  });
  return { status: response.status, answer: parse(answer) };
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
function authenticate({ source, secret, document }: Client, headers: Headers, body: URLSearchParams): void {
  if (secret === undefined) {
    body.set("client_id", source.audience);
    return;
  }
  const methods = document.token_endpoint_auth_methods_supported;
  if (methods.includes("client_secret_basic") || !methods.includes("client_secret_post")) {
    // RFC 6749, 2.3.1: both parts are encoded as a form's values are.
    const encode = (value: string) => new URLSearchParams({ "": value }).toString().slice(1);
    headers.set("Authorization", `Basic ${btoa(`${encode(source.audience)}:${encode(secret)}`)}`);
  } else {
    body.set("client_id", source.audience);
    body.set("client_secret", secret);
  }
}

/** An error of the parser would quote the answer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function verifyIssued(c: Context<AppEnv>, { source, vars }: Client, idToken: string) {
  const verified = await verifyToken(c, vars, idToken).catch((error: unknown) => {
    throw isRefusal(error) ? invalidAnswer(error) : error;
  });
  // The user pool's tokens are valid too, but no provider issues them.
  if (verified.source.kind !== source.kind) throw invalidAnswer();
  return verified.payload;
}

function errorCode(answer: unknown): string | undefined {
  return ErrorAnswer.safeParse(answer).data?.error;
}

function refusal({ vars }: Client, status: number, answer: unknown): HttpError {
  const code = errorCode(answer) ?? (isUnauthorized(status) ? "invalid_client" : undefined);
  if (code === "invalid_client" || code === "unauthorized_client")
    return badGateway(
      vars.isCandidate
        ? "The identity provider refuses the console's client. Go back, and compare its ID and its secret with the client's page at the provider."
        : `The identity provider refuses the console's client. Compare ${vars.isStored ? "its ID and its secret in Settings → Sign-in" : "OIDC_CLIENT_ID and the secret OIDC_CLIENT_SECRET"} with the client's page at the provider: docs/sign-in.md.`,
    );
  if (code === undefined) return invalidAnswer();
  return badGateway(`The identity provider answered with an error (${code}). Try again in a moment.`);
}

function invalidAnswer(cause?: unknown): HttpError {
  return badGateway(
    "The identity provider sent an answer that isn't valid. Try again, or contact your admin.",
    {
      cause,
    },
  );
}

function unreachable(cause: unknown): never {
  throw temporarilyUnavailable("The identity provider can't be reached. Try again in a minute.", {
    headers: { "Retry-After": String(MINUTE_MS / SECOND_MS) },
    cause,
  });
}
