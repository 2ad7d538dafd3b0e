import { SECOND_MS } from "../../../worker/time/domain.ts";
import { lazyFile } from "../../ui/load-file.ts";
import { revokeToken } from "./pool-fetch.ts";
import {
  claimsIn,
  currentUsername,
  removeTokens,
  storedTokens,
  storeTokens,
  type Tokens,
} from "./token-storage.ts";

/** A token that expires sooner might expire on its way to the API. */
const EXPIRY_WINDOW_SECONDS = 15;

/** The last token that replaced one which the API refused: refreshing it would not help either. */
let renewedToken: string | undefined;
let signOuts = 0;

/** The stored tokens, refreshed if they are about to expire; undefined if nobody is signed in. */
export const readTokens = singleFlight(async (): Promise<Tokens | undefined> => {
  const username = currentUsername();
  return username === undefined
    ? undefined
    : refreshExpiring(storedTokens(username)).catch(throwSessionError);
});

/** @returns false if a refresh does not help */
export async function renewTokens(refused: string): Promise<boolean> {
  if (refused === "" || refused === renewedToken) return false;
  await renew(refused);
  return true;
}

const renew = singleFlight(async (refused: string): Promise<void> => {
  const username = currentUsername();
  if (username === undefined) return;
  const tokens = await refreshExpiring(storedTokens(username)).catch(throwSessionError);
  if (tokens.idToken !== refused) return; // Another tab has renewed them.
  const renewed = await refresh(tokens).catch(throwSessionError);
  renewedToken = renewed.idToken;
});

/** Concurrent calls share one run. A user pool may rotate refresh tokens, so only one tab uses them at a time. */
function singleFlight<Input extends unknown[], Result>(run: (...input: Input) => Promise<Result>) {
  let flight: Promise<Result> | undefined;
  return (...input: Input): Promise<Result> => {
    // Browsers have locks on https and localhost only.
    const locked = () =>
      navigator.locks ? navigator.locks.request("daymark-session", () => run(...input)) : run(...input);
    flight ??= locked().finally(() => {
      flight = undefined;
    });
    return flight;
  };
}

async function refreshExpiring(tokens: Tokens): Promise<Tokens> {
  const lifetime = lifetimeSeconds(tokens);
  if (lifetime >= EXPIRY_WINDOW_SECONDS) return tokens;
  const isValid = lifetime > 0; // NaN for tokens without an expiry
  if (!tokens.refreshToken) {
    if (isValid) return tokens;
    throw new Error("The stored session has expired.");
  }
  return refresh(tokens).catch((error) => {
    if (isNotAuthorized(error) || !isValid) throw error;
    return tokens; // They work for a few more seconds.
  });
}

function lifetimeSeconds({ idToken, accessToken, clockDriftSeconds }: Tokens): number {
  const expiries = [idToken, accessToken].map((token) => claimsIn(token).exp ?? Number.NaN);
  return Math.min(...expiries) + clockDriftSeconds - Date.now() / SECOND_MS;
}

/** Tokens that arrive after a sign-out are revoked, not stored. */
async function refresh(tokens: Tokens): Promise<Tokens> {
  const before = signOuts;
  const refreshed = await requestRefresh(tokens);
  if (signOuts === before) {
    storeTokens(refreshed);
    return refreshed;
  }
  revokeToken(refreshed.refreshToken);
  throw new Error("User is not authenticated");
}

/** A page that can't load this file can't reach the user pool either, most likely. */
const loadRefresh = lazyFile(() => import("./refresh.ts"));

async function requestRefresh(tokens: Tokens): Promise<Tokens> {
  const { requestTokens } = await loadRefresh().catch((cause: unknown) => {
    throw Object.assign(new Error("Network error", { cause }), { code: "NetworkError" });
  });
  return requestTokens(tokens).catch((error: unknown) => {
    if (isNotAuthorized(error)) removeTokens(tokens.username);
    throw error;
  });
}

/** The refresh token is revoked, too. If the pool can't be reached, the tokens are dropped here. */
export function dropTokens(): void {
  const username = currentUsername();
  if (username === undefined) return;
  const { refreshToken } = storedTokens(username);
  removeTokens(username);
  if (refreshToken) revokeToken(refreshToken);
}

/** Call at a sign-out. Tokens that a running refresh returns are dropped. */
export function cancelRefresh(): void {
  signOuts++;
}

function throwSessionError(cause: unknown): never {
  throw new Error("failed to get session", { cause });
}

export function isRefused(error: unknown): boolean {
  return error instanceof Error && isNotAuthorized(error.cause);
}

function isNotAuthorized(error: unknown): boolean {
  return error instanceof Error && error.name === "NotAuthorizedException";
}

export function isUnreachable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "NetworkError";
}
