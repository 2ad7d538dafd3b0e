import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  revocationRequest,
  validateAuthResponse,
} from "oauth4webapi";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { CALLBACK_PATH } from "../../../worker/sign-in/domain.ts";
import type { CodeExchange, SignInCandidate, SignInTokens } from "../../../worker/sign-in/schema.ts";
import { REQUEST_TIMEOUT_MS } from "../request-timeout.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { explainProviderError, sessionEnded, startedElsewhere } from "./provider-errors.ts";
import {
  forgetTrial,
  isTriedAgain,
  markTried,
  type Pending,
  storePending,
  takePending,
} from "./provider-pending.ts";
import { callWorker, isConfidential } from "./sign-in-calls.ts";
import { claimsIn, type Tokens } from "./token-storage.ts";

const redirectURI = () => window.location.origin + CALLBACK_PATH;
const client = (): Client => ({ client_id: runtimeSettings().issuerClientID ?? "" });
/** The client is public if the browser calls the provider itself. */
const authentication = None();

const options = () => ({
  signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  [allowInsecureRequests]: /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(runtimeSettings().issuer ?? ""),
});

interface IssuedTokens {
  id_token?: string | undefined;
  refresh_token?: string | undefined;
}

let discovered: Promise<AuthorizationServer> | undefined;

function discover(): Promise<AuthorizationServer> {
  discovered ??= requestDiscovery().catch((error: unknown) => {
    discovered = undefined;
    throw error;
  });
  return discovered;
}

async function requestDiscovery(): Promise<AuthorizationServer> {
  const { issuer = "" } = runtimeSettings();
  const address = new URL(issuer);
  const server = isConfidential()
    ? await callWorker<AuthorizationServer>("provider", {})
    : await processDiscoveryResponse(address, await discoveryRequest(address, options()));
  // A slash more or less means the same to a browser, but not to the API.
  if (server.issuer !== issuer) throw new Error("OIDC_ISSUER is spelled differently.");
  return server;
}

/** A page of the provider is as safe as its issuer. An address with another scheme might run as a script. */
function toSafeURL({ issuer }: AuthorizationServer, endpoint = ""): URL | undefined {
  const address = URL.parse(endpoint);
  const { protocol } = new URL(issuer);
  return address && ["https:", protocol].includes(address.protocol) ? address : undefined;
}

/** Leaves the console for the provider's sign-in page. Only this window can use what it comes back with. */
export async function startProviderSignIn(returnPath: string | undefined): Promise<void> {
  forgetTrial(); // one that was left halfway
  await leaveFor(await discover().catch(throwExplained), client(), returnPath);
}

/** Signs in with a provider that counts only afterwards. */
export async function startProviderTrial(method: ProviderMethod): Promise<void> {
  const server = toServer(method);
  const prompt = isTriedAgain() ? accountPrompt(server.issuer) : {};
  markTried();
  await leaveFor(server, { client_id: method.clientID }, undefined, prompt);
}

/** Whoever has signed in with the wrong account must be asked again. Google has no `login`, and needs `consent` for a refresh token. */
function accountPrompt(issuer: string): Record<string, string> {
  return { prompt: issuer === GOOGLE ? "select_account consent" : "login" };
}

export type ProviderMethod = Extract<SignInCandidate["method"], { kind: "provider" }>;

function toServer({ provider: { end_session_endpoint: _, ...server } }: ProviderMethod): AuthorizationServer {
  return server;
}

async function leaveFor(
  server: AuthorizationServer,
  { client_id }: Client,
  returnPath: string | undefined,
  extraParameters: Record<string, string> = {},
): Promise<void> {
  const address = toSafeURL(server, server.authorization_endpoint);
  if (!address) throw explainProviderError(undefined);
  const pending = {
    issuer: server.issuer,
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
    ...(returnPath !== undefined && { returnPath }),
  };
  storePending(pending);
  const parameters = {
    client_id,
    redirect_uri: redirectURI(),
    response_type: "code",
    scope: requestedScope(server),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
    ...offlineParameters(server.issuer),
    ...extraParameters,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  window.location.assign(address);
}

/** Groups may say who is an administrator, and `offline_access` brings a refresh token. */
function requestedScope({ scopes_supported = [] }: AuthorizationServer): string {
  const optional = ["groups", "offline_access"].filter((scope) => scopes_supported.includes(scope));
  return ["openid", "email", "profile", ...optional].join(" ");
}

const GOOGLE = "https://accounts.google.com";

/**
 * Google has no scope `offline_access`. It sends a refresh token only with these, and not without asking for consent again.
 * @see https://developers.google.com/identity/protocols/oauth2/web-server#offline
 */
export function offlineParameters(issuer: string): Record<string, string> {
  return issuer === GOOGLE ? { access_type: "offline", prompt: "consent" } : {};
}

/**
 * Exchanges the code in the address for tokens.
 * @returns with `returnPath`, where the administrator wanted to go
 */
export async function finishProviderSignIn(
  query: string,
): Promise<{ tokens: Tokens; returnPath: string | undefined }> {
  const sent = new URLSearchParams(query);
  const pending = requirePending(sent, runtimeSettings().issuer);
  try {
    const server = await discover();
    const parameters = validateAuthResponse(server, client(), sent, pending.state);
    const result = isConfidential()
      ? await requestTokens("token", codeExchange(parameters, pending))
      : await exchangeCode(server, parameters, pending);
    return { tokens: tokensIn(result), returnPath: pending.returnPath };
  } catch (error) {
    throw explainProviderError(error);
  }
}

/** @returns what the Worker needs to exchange the code in the address for the tokens of a provider that is tried */
export function finishProviderTrial(query: string, method: ProviderMethod): CodeExchange {
  const sent = new URLSearchParams(query);
  const server = toServer(method);
  const pending = requirePending(sent, server.issuer);
  try {
    const parameters = validateAuthResponse(server, { client_id: method.clientID }, sent, pending.state);
    return codeExchange(parameters, pending);
  } catch (error) {
    throw explainProviderError(error);
  }
}

/** @throws Error for a sign-in that this window has not begun, or has begun with another provider */
function requirePending(sent: URLSearchParams, issuer: string | undefined): Pending {
  const pending = takePending();
  if (!pending || sent.get("state") !== pending.state || issuer !== pending.issuer) throw startedElsewhere();
  return pending;
}

function codeExchange(
  parameters: URLSearchParams,
  { issuer, verifier: codeVerifier, nonce }: Pending,
): CodeExchange {
  return { issuer, code: parameters.get("code") ?? "", codeVerifier, nonce };
}

async function exchangeCode(
  server: AuthorizationServer,
  parameters: URLSearchParams,
  { verifier, nonce }: { verifier: string; nonce: string },
): Promise<IssuedTokens> {
  const response = await authorizationCodeGrantRequest(
    server,
    client(),
    authentication,
    parameters,
    redirectURI(),
    verifier,
    options(),
  );
  return processAuthorizationCodeResponse(server, await clientAt(response), response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
}

/** The Worker checks the ID token, its audience and its nonce. */
async function requestTokens(call: "token" | "refresh", input: object): Promise<IssuedTokens> {
  const { idToken, refreshToken } = await callWorker<SignInTokens>(call, input);
  return { id_token: idToken, refresh_token: refreshToken ?? undefined };
}

export async function refreshProviderTokens(tokens: Tokens): Promise<Tokens> {
  try {
    const { refreshToken } = tokens;
    const result = isConfidential()
      ? await requestTokens("refresh", { issuer: runtimeSettings().issuer, refreshToken })
      : await requestRefresh(refreshToken);
    // Without an ID token, or with that of another user, only a new sign-in helps (OpenID Connect Core, 12.2).
    if (claimsIn(result.id_token ?? "").sub !== tokens.username) throw sessionEnded();
    return tokensIn(result, tokens);
  } catch (error) {
    throw explainProviderError(error);
  }
}

async function requestRefresh(refreshToken: string): Promise<IssuedTokens> {
  const server = await discover();
  const response = await refreshTokenGrantRequest(server, client(), authentication, refreshToken, options());
  return processRefreshTokenResponse(server, await clientAt(response), response);
}

/** A browser's clock can be wrong by hours, and a token that the provider has just sent is not expired. */
async function clientAt(response: Response): Promise<Client> {
  const { id_token }: { id_token?: unknown } = await response
    .clone()
    .json()
    .catch(() => ({}));
  const { iat } = claimsIn(String(id_token));
  return iat === undefined
    ? client()
    : { ...client(), [clockSkew]: iat - Math.floor(Date.now() / SECOND_MS) };
}

/** A provider that rotates refresh tokens sends a new one at each refresh. */
export function tokensIn(result: IssuedTokens, previous?: Tokens): Tokens {
  const idToken = result.id_token ?? "";
  const { sub, iat = 0 } = claimsIn(idToken);
  if (!sub) throw new Error("The provider answered without an ID token.");
  return {
    source: "provider",
    username: sub,
    idToken,
    accessToken: "",
    refreshToken: result.refresh_token ?? previous?.refreshToken ?? "",
    clockDriftSeconds: Math.floor(Date.now() / SECOND_MS) - iat,
  };
}

/** The request outlives the page, and may fail. */
export async function revokeProviderToken(token: string): Promise<void> {
  if (isConfidential()) {
    await callWorker("revoke", { issuer: runtimeSettings().issuer, refreshToken: token });
    return;
  }
  const server = await discover();
  if (!server.revocation_endpoint) return;
  const additionalParameters = { token_type_hint: "refresh_token" };
  await revocationRequest(server, client(), authentication, token, {
    ...options(),
    additionalParameters,
    [customFetch]: (address, init) => fetch(address, { ...init, keepalive: true }),
  });
}

/** Ends the session at the provider too, if it offers that. No token is in the address, because addresses are logged. */
export async function leaveProvider(): Promise<void> {
  const server = await discover();
  const address = toSafeURL(server, server.end_session_endpoint);
  if (!address) return;
  address.searchParams.set("client_id", client().client_id);
  address.searchParams.set("post_logout_redirect_uri", `${window.location.origin}/signin`);
  window.location.assign(address);
}

function throwExplained(error: unknown): never {
  throw explainProviderError(error);
}
