import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { revokeToken } from "./pool-fetch.ts";
import { callUserPool } from "./pool-requests.ts";
import { browserStorage, claimsIn, poolKey, removePoolTokens, type Tokens } from "./token-storage.ts";

/** @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html */
export async function requestTokens({ username, refreshToken }: Tokens): Promise<Tokens> {
  const deviceKey = deviceKeyOf(username);
  const response = await callUserPool("InitiateAuth", {
    ClientId: runtimeSettings().clientID,
    AuthFlow: "REFRESH_TOKEN_AUTH",
    AuthParameters: { REFRESH_TOKEN: refreshToken, ...(deviceKey && { DEVICE_KEY: deviceKey }) },
  });
  const { AuthenticationResult: result } = response as RefreshResponse; // by the API's reference
  const issuedAt = Math.min(claimsIn(result.AccessToken).iat ?? 0, claimsIn(result.IdToken).iat ?? 0);
  return {
    source: "pool",
    username,
    idToken: result.IdToken,
    accessToken: result.AccessToken,
    refreshToken: result.RefreshToken ?? refreshToken, // a pool that rotates them sends a new one
    clockDriftSeconds: Math.floor(Date.now() / SECOND_MS) - issuedAt,
  };
}

interface RefreshResponse {
  AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken?: string };
}

/** A user pool that remembers devices refreshes tokens only for the device that they were issued to. */
function deviceKeyOf(username: string): string | undefined {
  return browserStorage().getItem(poolKey(`${username}.deviceKey`)) || undefined;
}

export function storeTokens({ source: _, username, clockDriftSeconds, ...tokens }: Tokens): void {
  const items = { ...tokens, clockDrift: String(clockDriftSeconds) };
  for (const [name, value] of Object.entries(items))
    browserStorage().setItem(poolKey(`${username}.${name}`), value);
  browserStorage().setItem(poolKey("LastAuthUser"), username);
}

export const removeTokens = ({ username }: Tokens) => removePoolTokens(username);

export function revokeTokens({ refreshToken }: Tokens): void {
  if (refreshToken) revokeToken(refreshToken);
}
