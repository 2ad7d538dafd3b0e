import { runtimeSettings } from "../runtime-settings.ts";

export interface Tokens {
  username: string;
  idToken: string;
  accessToken: string;
  /** It is empty if the session can't be refreshed. */
  refreshToken: string;
  /** The time by which the browser's clock is ahead of the user pool's. */
  clockDriftSeconds: number;
}

interface Claims {
  exp?: number;
  iat?: number;
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
const poolKey = (name: string) => `CognitoIdentityServiceProvider.${runtimeSettings().clientID}.${name}`;

export function currentUsername(): string | undefined {
  return browserStorage().getItem(poolKey("LastAuthUser")) || undefined;
}

export function storedTokens(username: string): Tokens {
  const read = (name: string) => browserStorage().getItem(poolKey(`${username}.${name}`)) ?? "";
  return {
    username,
    idToken: read("idToken"),
    accessToken: read("accessToken"),
    refreshToken: read("refreshToken"),
    clockDriftSeconds: Number.parseInt(read("clockDrift"), 10) || 0,
  };
}

export function storeTokens({ username, clockDriftSeconds, ...tokens }: Tokens): void {
  const items = { ...tokens, clockDrift: String(clockDriftSeconds) };
  for (const [name, value] of Object.entries(items))
    browserStorage().setItem(poolKey(`${username}.${name}`), value);
  browserStorage().setItem(poolKey("LastAuthUser"), username);
}

export function removeTokens(username: string): void {
  for (const name of ["idToken", "accessToken", "refreshToken", "clockDrift"])
    browserStorage().removeItem(poolKey(`${username}.${name}`));
  browserStorage().removeItem(poolKey("LastAuthUser"));
}

/** A user pool that remembers devices refreshes tokens only for the device that they were issued to. */
export function deviceKeyOf(username: string): string | undefined {
  return browserStorage().getItem(poolKey(`${username}.deviceKey`)) || undefined;
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
