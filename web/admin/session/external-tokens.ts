import { runtimeSettings } from "../runtime-settings.ts";
import { requestAccessTokens } from "./access.ts";
import { loadProvider } from "./load-provider.ts";
import { browserStorage, claimsIn, poolTokens, type Tokens } from "./token-storage.ts";

// Tokens of an OpenID Connect provider and of Cloudflare Access. A console with only the user pool doesn't load this file.

const providerKey = (clientID = runtimeSettings().issuerClientID) => `daymark.provider.${clientID}`;

/** Those of Cloudflare Access, which keeps them itself. */
let accessTokens: Tokens | undefined;

/** They have expired, so they are requested before they are used. */
const noAccessTokens: Tokens = {
  source: "access",
  username: "",
  idToken: "",
  accessToken: "",
  refreshToken: "",
  clockDriftSeconds: 0,
};

/**
 * A session of the provider comes first, because a sign-in may have left that of the user pool behind. Cloudflare Access
 * signs its users in before the console opens, so it comes last.
 */
export function storedTokens(): Tokens | undefined {
  const tokens = providerTokens() ?? poolTokens() ?? accessTokens;
  return tokens ?? (runtimeSettings().accessAudience ? noAccessTokens : undefined);
}

function providerTokens(): Tokens | undefined {
  const text = browserStorage().getItem(providerKey());
  if (!text) return undefined;
  try {
    const { idToken, refreshToken, clockDriftSeconds }: Partial<Tokens> = JSON.parse(text);
    const { iss, sub } = claimsIn(String(idToken));
    if (iss !== runtimeSettings().issuer) return undefined; // the console has another issuer now
    return {
      source: "provider",
      username: String(sub),
      idToken: String(idToken),
      accessToken: "",
      refreshToken: String(refreshToken),
      clockDriftSeconds: Number(clockDriftSeconds) || 0,
    };
  } catch {
    return undefined;
  }
}

/** @throws an error with the name NotAuthorizedException if the session has ended */
export async function requestTokens(tokens: Tokens): Promise<Tokens> {
  if (tokens.source === "access") return requestAccessTokens();
  return (await loadProvider()).refreshProviderTokens(tokens);
}

export function storeTokens(tokens: Tokens): void {
  if (tokens.source === "access") {
    accessTokens = tokens;
    return;
  }
  storeProviderTokens(tokens);
}

/** @param clientID of a provider that is about to be in use */
export function storeProviderTokens(
  { idToken, refreshToken, clockDriftSeconds }: Tokens,
  clientID?: string,
): void {
  browserStorage().setItem(
    providerKey(clientID),
    JSON.stringify({ idToken, refreshToken, clockDriftSeconds }),
  );
}

export function removeTokens({ source }: Tokens): void {
  if (source === "access") accessTokens = undefined;
  else browserStorage().removeItem(providerKey());
}

export function revokeTokens({ source, refreshToken }: Tokens): void {
  if (source !== "provider" || !refreshToken) return;
  loadProvider()
    .then(({ revokeProviderToken }) => revokeProviderToken(refreshToken))
    .catch(() => undefined);
}

/** @param isSignOut whether the session at the provider or at Cloudflare Access ends, too */
export function dropExternalTokens(isSignOut = false): void {
  const tokens = providerTokens() ?? accessTokens;
  if (!tokens) return;
  removeTokens(tokens);
  revokeTokens(tokens);
  if (isSignOut) leave(tokens);
}

/** Without that, one click would sign in whoever uses this browser next. */
function leave({ source }: Tokens): void {
  if (source === "access") window.location.assign("/cdn-cgi/access/logout");
  else {
    loadProvider()
      .then(({ leaveProvider }) => leaveProvider())
      .catch(() => undefined);
  }
}
