import * as poolSource from "./pool-tokens.ts";
import { isNotAuthorized } from "./session-errors.ts";
import { signOutCount } from "./sign-outs.ts";
import { singleFlight } from "./single-flight.ts";
import { loadExternalTokens, storedTokens } from "./stored-tokens.ts";
import { lifetimeSeconds, type Tokens } from "./token-storage.ts";

/** The last token that replaced one which the API refused: refreshing it would not help either. */
let renewedToken: string | undefined;

/** @returns undefined if Cloudflare Access has signed nobody in */
export async function refreshExpiring(tokens: Tokens): Promise<Tokens | undefined> {
  const isValid = lifetimeSeconds(tokens) > 0; // NaN for tokens without an expiry
  if (!tokens.refreshToken && tokens.source !== "access") {
    if (isValid) return tokens;
    throw new Error("The stored session has expired.");
  }
  return refresh(tokens).catch((error) => {
    if (tokens.source === "access" && tokens.idToken === "" && isNotAuthorized(error)) return undefined;
    if (isNotAuthorized(error) || !isValid) throw error;
    return tokens; // They work for a few more seconds.
  });
}

/** @returns false if a refresh does not help */
export async function renewTokens(refused: string): Promise<boolean> {
  if (refused === "" || refused === renewedToken) return false;
  await renew(refused);
  return true;
}

const renew = singleFlight(async (refused: string): Promise<void> => {
  const tokens = await storedTokens();
  if (tokens?.idToken !== refused) return; // Another tab has renewed them, or has signed out.
  renewedToken = (await refresh(tokens)).idToken;
});

/** Tokens that arrive after a sign-out are revoked, not stored. */
async function refresh(tokens: Tokens): Promise<Tokens> {
  const before = signOutCount();
  const source = tokens.source === "pool" ? poolSource : await loadExternalTokens();
  const refreshed = await source.requestTokens(tokens).catch((error: unknown) => {
    if (isNotAuthorized(error)) source.removeTokens(tokens);
    throw error;
  });
  if (signOutCount() === before) {
    source.storeTokens(refreshed);
    return refreshed;
  }
  source.revokeTokens(refreshed);
  throw new Error("User is not authenticated");
}

export const revokePoolTokens = poolSource.revokeTokens;
