import { lazyFile } from "../../ui/load-file.ts";
import { hasExternalSignIn } from "../runtime-settings.ts";
import { throwNetworkError, throwSessionError } from "./session-errors.ts";
import { singleFlight } from "./single-flight.ts";
import { loadExternalTokens, storedTokens } from "./stored-tokens.ts";
import { lifetimeSeconds, poolTokens, removePoolTokens, type Tokens } from "./token-storage.ts";

/** A token that expires sooner might expire on its way to the API. */
const EXPIRY_WINDOW_SECONDS = 15;

/** The tokens of most sessions are valid when the console opens, so this is not part of its first load. */
const loadRefresh = lazyFile(() => import("./refresh.ts"));

/** The stored tokens, refreshed if they are about to expire; undefined if nobody is signed in. */
export const readTokens = singleFlight(() => readOrRefresh().catch(throwSessionError));

async function readOrRefresh(): Promise<Tokens | undefined> {
  const tokens = await storedTokens();
  if (!tokens || lifetimeSeconds(tokens) >= EXPIRY_WINDOW_SECONDS) return tokens;
  return (await loadRefresh().catch(throwNetworkError)).refreshExpiring(tokens);
}

/** @returns false if a refresh does not help */
export function renewTokens(refused: string): Promise<boolean> {
  return loadRefresh()
    .catch(throwNetworkError)
    .then((refresh) => refresh.renewTokens(refused))
    .catch(throwSessionError);
}

/**
 * The refresh tokens are revoked, too. If the issuer can't be reached, the tokens are dropped here.
 * @param isSignOut whether a session of a provider or of Cloudflare Access ends there, too
 */
export function dropTokens(isSignOut = false): void {
  const tokens = poolTokens();
  if (tokens) {
    removePoolTokens(tokens.username);
    loadRefresh()
      .then((refresh) => refresh.revokePoolTokens(tokens))
      .catch(() => undefined);
  }
  if (!hasExternalSignIn()) return;
  loadExternalTokens()
    .then((external) => external.dropExternalTokens(isSignOut))
    .catch(() => undefined);
}
