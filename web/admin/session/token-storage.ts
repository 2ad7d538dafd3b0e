import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { runtimeSettings } from "../runtime-settings.ts";

export interface Tokens {
  source: "pool" | "provider" | "access";
  username: string;
  idToken: string;
  /** Only the user pool needs one. */
  accessToken: string;
  /** It is empty if the session can't be refreshed. */
  refreshToken: string;
  /** The time by which the browser's clock is ahead of the issuer's. */
  clockDriftSeconds: number;
}

interface Claims {
  exp?: number;
  iat?: number;
  iss?: string;
  sub?: string;
  email?: string;
  "cognito:username"?: string;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "clear">;

export const TEST_KEY = "daymark-storage-test";

let storage: Storage | undefined;

/** Stored values last only as long as the page if there is no local storage. */
export function browserStorage(): Storage {
  storage ??= localStorageIfUsable() ?? memoryStorage();
  return storage;
}

function localStorageIfUsable(): Storage | undefined {
  try {
    const { localStorage } = window;
    localStorage.setItem(TEST_KEY, "");
    localStorage.removeItem(TEST_KEY);
    return localStorage;
  } catch {
    return undefined;
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

// The keys are those of amazon-cognito-identity-js, which stores the tokens of a new session.
export const poolKey = (name: string) =>
  `CognitoIdentityServiceProvider.${runtimeSettings().clientID}.${name}`;

export function poolTokens(): Tokens | undefined {
  const username = browserStorage().getItem(poolKey("LastAuthUser"));
  if (!username) return undefined;
  const read = (name: string) => browserStorage().getItem(poolKey(`${username}.${name}`)) ?? "";
  return {
    source: "pool",
    username,
    idToken: read("idToken"),
    accessToken: read("accessToken"),
    refreshToken: read("refreshToken"),
    clockDriftSeconds: Number.parseInt(read("clockDrift"), 10) || 0,
  };
}

export function removePoolTokens(username: string): void {
  for (const name of ["idToken", "accessToken", "refreshToken", "clockDrift"])
    browserStorage().removeItem(poolKey(`${username}.${name}`));
  browserStorage().removeItem(poolKey("LastAuthUser"));
}

export function lifetimeSeconds({ source, idToken, accessToken, clockDriftSeconds }: Tokens): number {
  const expiries = (source === "pool" ? [idToken, accessToken] : [idToken]).map(
    (token) => claimsIn(token).exp ?? Number.NaN,
  );
  return Math.min(...expiries) + clockDriftSeconds - Date.now() / SECOND_MS;
}

/** @returns no claims for a token that is not a JSON Web Token */
export function claimsIn(token: string): Claims {
  try {
    const [, payload = ""] = token.split(".");
    const binary = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch {
    return {};
  }
}
