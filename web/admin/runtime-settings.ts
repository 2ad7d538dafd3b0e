import { SECOND_MS } from "../../worker/shared/time/domain.ts";

export interface RuntimeSettings {
  apiURL: string;
  userPoolID: string;
  clientID: string;
  userPoolEndpoint?: string;
  authenticationFlow?: string;
  /** An OpenID Connect provider, beside the user pool or in its place. */
  issuer?: string;
  issuerClientID?: string;
  /** "confidential" if the Worker calls the provider, as it has to if that client has a secret. */
  issuerClientType?: string;
  /** It is there if Cloudflare Access stands in front of the console. */
  accessAudience?: string;
  /** Nobody can sign in yet: the console opens the setup. */
  isUnset?: boolean;
  /** Settings → Sign-in says how administrators sign in, not the deployment's variables. */
  isSignInStored?: boolean;
}

declare global {
  interface Window {
    settings?: Partial<RuntimeSettings>;
  }
}

const POLL_MS = 10;
const TIMEOUT_MS = 5 * SECOND_MS;

export async function waitForSettings(): Promise<void> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += POLL_MS) {
    if (isComplete(window.settings)) return signInWithTriedPool(window.settings);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error("failed to load settings");
}

export const TRIED_POOL_KEY = "daymark.tried-pool";

/** The page that tries a user pool signs in to it, and to nothing else. */
function signInWithTriedPool(settings: RuntimeSettings): void {
  if (window.location.pathname.startsWith("/signin/try/"))
    Object.assign(settings, JSON.parse(sessionStorage.getItem(TRIED_POOL_KEY) ?? "{}"));
}

export function runtimeSettings(): RuntimeSettings {
  if (!isComplete(window.settings)) throw new Error("failed to load settings");
  return window.settings;
}

function isComplete(settings: Partial<RuntimeSettings> | undefined): settings is RuntimeSettings {
  if (!settings?.apiURL) return false;
  return hasUserPool(settings) || hasExternalSignIn() || settings.isUnset === true;
}

export function hasUserPool({ userPoolID, clientID }: Partial<RuntimeSettings>): boolean {
  return Boolean(userPoolID && clientID);
}

/** Whether administrators sign in without the user pool: with a provider, or through Cloudflare Access. */
export function hasExternalSignIn(): boolean {
  const settings = window.settings ?? {};
  return hasProvider(settings) || Boolean(settings.accessAudience);
}

export function hasProvider({ issuer, issuerClientID }: Partial<RuntimeSettings>): boolean {
  return Boolean(issuer && issuerClientID);
}
