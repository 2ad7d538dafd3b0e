import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type ICognitoStorage,
} from "amazon-cognito-identity-js";
import { runtimeSettings } from "../runtime-settings.ts";
import { poolEndpoint } from "../session/pool-fetch.ts";
import { callUserPool } from "../session/pool-requests.ts";
import { browserStorage } from "../session/token-storage.ts";

type Callback = (error: Error | null, result?: unknown) => void;

declare module "amazon-cognito-identity-js" {
  /** The library's types leave this out. */
  interface CognitoUserPool {
    client: Record<
      "request" | "requestWithRetry",
      (operation: string, input: object, callback: Callback) => void
    >;
  }
}

/** A user who is not signed in yet, and the password in the form that the library takes. */
export function newUser(email: string, password: string) {
  const { userPoolID, clientID, authenticationFlow } = runtimeSettings();
  const Storage: ICognitoStorage = browserStorage();
  const Pool = new CognitoUserPool({
    UserPoolId: userPoolID,
    ClientId: clientID,
    endpoint: poolEndpoint(),
    Storage,
  });
  const { client } = Pool;
  client.request = (operation, input, callback) => {
    // As in the library, an error that the callback throws goes to the callback, too.
    callUserPool(operation, input)
      .then((result) => callback(null, result))
      .catch(callback);
  };
  client.requestWithRetry = client.request;
  const user = new CognitoUser({ Username: email, Pool, Storage });
  if (authenticationFlow) user.setAuthenticationFlowType(authenticationFlow);
  return { user, details: new AuthenticationDetails({ Username: email, Password: password }) };
}
