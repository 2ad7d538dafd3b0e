import type { CognitoUser, CognitoUserSession } from "amazon-cognito-identity-js";
import { dropTokens, userPool } from "./user-pool.ts";

/** A token that expires sooner might expire on its way to the API. */
const EXPIRY_WINDOW_SECONDS = 15;

/** The last token that replaced one which the API refused: refreshing it would not help either. */
let renewedToken: string | undefined;
let signOuts = 0;

/** The stored tokens, refreshed if they are about to expire; null if nobody is signed in. */
export const readTokens = singleFlight(async (): Promise<CognitoUserSession | null> => {
  const user = userPool().getCurrentUser();
  return user && dropIfSignedOut(user, refreshExpiring(user)).catch(throwSessionError);
});

/** @returns false if a refresh does not help */
export async function renewTokens(refused: string): Promise<boolean> {
  if (refused === "" || refused === renewedToken) return false;
  await renew(refused);
  return true;
}

const renew = singleFlight(async (refused: string): Promise<void> => {
  const user = userPool().getCurrentUser();
  if (!user) return;
  const tokens = await storedTokens(user).catch(throwSessionError);
  if (tokens.getIdToken().getJwtToken() !== refused) return; // Another tab has renewed them.
  const renewed = await dropIfSignedOut(user, refresh(user, tokens)).catch(throwSessionError);
  renewedToken = renewed.getIdToken().getJwtToken();
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

async function refreshExpiring(user: CognitoUser): Promise<CognitoUserSession> {
  const tokens = await storedTokens(user);
  if (!expiresSoon(tokens) || !tokens.getRefreshToken().getToken()) return tokens;
  return refresh(user, tokens).catch((error) => {
    if (isNotAuthorized(error)) throw error;
    return tokens; // They work for a few more seconds.
  });
}

/** The library refreshes tokens that have expired. */
export function storedTokens(user: CognitoUser): Promise<CognitoUserSession> {
  return new Promise((resolve, reject) => {
    user.getSession((error: Error | null, tokens: CognitoUserSession | null) => {
      if (tokens) resolve(tokens);
      else reject(error);
    });
  });
}

function refresh(user: CognitoUser, tokens: CognitoUserSession): Promise<CognitoUserSession> {
  return new Promise((resolve, reject) => {
    user.refreshSession(tokens.getRefreshToken(), (error, refreshed) => {
      if (error) reject(error);
      else resolve(refreshed);
    });
  });
}

/** The library stores refreshed tokens even if the administrator has signed out in the meantime. */
async function dropIfSignedOut<Result>(user: CognitoUser, reading: Promise<Result>): Promise<Result> {
  const before = signOuts;
  const result = await reading;
  if (signOuts === before) return result;
  dropTokens(user);
  throw new Error("User is not authenticated");
}

/** Call at a sign-out. Tokens that a running refresh returns are dropped. */
export function cancelRefresh(): void {
  signOuts++;
}

function expiresSoon(tokens: CognitoUserSession): boolean {
  const { getClockDrift } = tokens as CognitoUserSession & { getClockDrift(): number }; // not in the types
  const nowSeconds = Date.now() / 1000 - getClockDrift.call(tokens);
  const expiry = Math.min(tokens.getIdToken().getExpiration(), tokens.getAccessToken().getExpiration());
  return expiry - nowSeconds < EXPIRY_WINDOW_SECONDS;
}

function throwSessionError(cause: unknown): never {
  throw new Error("failed to get session", { cause });
}

/** Whether the user pool refused the refresh token, which ends the session. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && isNotAuthorized(error.cause);
}

function isNotAuthorized(error: unknown): boolean {
  return error instanceof Error && error.name === "NotAuthorizedException";
}

/** Whether the user pool could not be reached, which says nothing about the session. */
export function isUnreachable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "NetworkError";
}
