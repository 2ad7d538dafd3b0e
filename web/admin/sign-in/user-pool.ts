import { type CognitoUser, CognitoUserPool, type ICognitoStorage } from "amazon-cognito-identity-js";
import { runtimeSettings } from "../runtime-settings.ts";
import { poolAddress } from "./pool-address.ts";
import { explainPoolError } from "./pool-errors.ts";

type Callback = (error: Error | null, answer?: unknown) => void;

/** The fields that the library's types leave out. */
interface Client {
  request(operation: string, input: object, callback: Callback): void;
  requestWithRetry(operation: string, input: object, callback: Callback): void;
}

export function userPool(): CognitoUserPool {
  const { userPoolID, clientID } = runtimeSettings();
  const pool = new CognitoUserPool({ UserPoolId: userPoolID, ClientId: clientID, endpoint: endpoint() });
  const client = clientOf(pool);
  const request = client.request.bind(client);
  client.request = (operation, input, callback) => {
    let isFirst = true;
    request(operation, input, (error, answer) => {
      // The library calls back a second time if it fails on the response.
      const isFromPool = isFirst;
      isFirst = false;
      callback(error && isFromPool ? explainPoolError(error) : error, answer);
    });
  };
  // The library would retry a failed refresh for six seconds, even a refused one.
  client.requestWithRetry = client.request;
  return pool;
}

function endpoint(): string {
  const { userPoolID, userPoolEndpoint } = runtimeSettings();
  return poolAddress(userPoolID, userPoolEndpoint);
}

/** An operation that the library has no method for. */
export function callUserPool(operation: string, input: object): Promise<unknown> {
  const client = clientOf(userPool());
  return new Promise((resolve, reject) => {
    client.request(operation, input, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

/** Also revokes the refresh token, in case someone has copied it. If the pool can't be reached, the tokens are dropped here. */
export function dropTokens(user: CognitoUser | null): void {
  if (!user) return;
  const { clientID } = runtimeSettings();
  const { storage } = user as unknown as { storage: ICognitoStorage }; // every user has one
  const token = storage.getItem(
    `CognitoIdentityServiceProvider.${clientID}.${user.getUsername()}.refreshToken`,
  );
  user.signOut();
  if (!token) return;
  fetch(endpoint(), {
    method: "POST",
    keepalive: true, // the tab may be closed next
    headers: {
      "Content-Type": "application/x-amz-json-1.1",
      "X-Amz-Target": "AWSCognitoIdentityProviderService.RevokeToken",
    },
    body: JSON.stringify({ ClientId: clientID, Token: token }),
  }).catch(() => undefined);
}

function clientOf(pool: CognitoUserPool): Client {
  return (pool as unknown as { client: Client }).client; // every pool has one
}
