import { SECOND_MS } from "../../../worker/time/domain.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { callUserPool } from "./pool-requests.ts";
import { claimsIn, deviceKeyOf, type Tokens } from "./token-storage.ts";

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
