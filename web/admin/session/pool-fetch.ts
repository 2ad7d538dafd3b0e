import { runtimeSettings } from "../runtime-settings.ts";
import { poolAddress } from "./pool-address.ts";

export function fetchUserPool(operation: string, input: object, init: RequestInit): Promise<Response> {
  return fetch(poolEndpoint(), {
    ...init,
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.1",
      "X-Amz-Target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
}

export function poolEndpoint(): string {
  const { userPoolID, userPoolEndpoint } = runtimeSettings();
  return poolAddress(userPoolID, userPoolEndpoint);
}

/** Nobody may reuse the refresh token, in case someone has copied it. The request outlives the tab, and may fail. */
export function revokeToken(token: string): void {
  const input = { ClientId: runtimeSettings().clientID, Token: token };
  fetchUserPool("RevokeToken", input, { keepalive: true }).catch(() => undefined);
}
