import { queryOptions } from "@tanstack/react-query";
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type IAuthenticationCallback,
} from "amazon-cognito-identity-js";
import { runtimeSettings } from "../runtime-settings.ts";

interface Administrator {
  email: string;
}

/** What the user pool wants next. */
export type SignInStep = { step: "signedIn" } | { step: "newPassword"; user: CognitoUser };

/** The signed-in administrator, or null. Asked once a page load, and again when something says that it changed. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: currentAdministrator,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

async function currentAdministrator(): Promise<Administrator | null> {
  try {
    const session = await currentSession();
    return session && { email: String(session.getIdToken().payload.email ?? "") };
  } catch {
    return null; // A failed session check is not authorized.
  }
}

/** For the `Authorization` header: the session's id token, refreshed when it is about to expire; empty if no user. */
export async function idToken(): Promise<string> {
  const session = await currentSession();
  return session?.getIdToken().getJwtToken() ?? "";
}

let reading: Promise<CognitoUserSession | null> | undefined;

/** Requests that start together share one look, and one refresh: a pool may rotate its refresh tokens. */
function currentSession(): Promise<CognitoUserSession | null> {
  reading ??= readSession().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function readSession(): Promise<CognitoUserSession | null> {
  const user = userPool().getCurrentUser();
  if (!user) return null;
  return new Promise((resolve, reject) => {
    user.getSession((cause: Error | null, session: CognitoUserSession | null) => {
      if (cause || !session) reject(new Error("failed to get session", { cause }));
      else resolve(session);
    });
  });
}

export function signIn(email: string, password: string): Promise<SignInStep> {
  const user = new CognitoUser({ Username: email, Pool: userPool() });
  const { authenticationFlow } = runtimeSettings();
  if (authenticationFlow) user.setAuthenticationFlowType(authenticationFlow);
  return new Promise((resolve, reject) => {
    user.authenticateUser(new AuthenticationDetails({ Username: email, Password: password }), {
      ...unexpectedChallenges(reject),
      onSuccess: () => resolve({ step: "signedIn" }),
      onFailure: reject,
      newPasswordRequired: () => resolve({ step: "newPassword", user }),
    });
  });
}

/** Answers the new-password challenge that `signIn` met. */
export function setNewPassword(user: CognitoUser, password: string): Promise<SignInStep> {
  return new Promise((resolve, reject) => {
    user.completeNewPasswordChallenge(
      password,
      {},
      {
        ...unexpectedChallenges(reject),
        onSuccess: () => resolve({ step: "signedIn" }),
        onFailure: reject,
      },
    );
  });
}

export function signOut(): void {
  userPool().getCurrentUser()?.signOut();
}

/** Every challenge has an answer: the library would otherwise call a handler that is not there. */
function unexpectedChallenges(
  reject: (reason: Error) => void,
): Required<Omit<IAuthenticationCallback, "onSuccess" | "onFailure">> {
  const refuse = () => reject(new Error("Internal error. Please contact your admin."));
  return {
    newPasswordRequired: refuse,
    mfaRequired: refuse,
    totpRequired: refuse,
    customChallenge: refuse,
    mfaSetup: refuse,
    selectMFAType: refuse,
  };
}

function userPool(): CognitoUserPool {
  const { userPoolID, clientID, userPoolEndpoint } = runtimeSettings();
  return new CognitoUserPool({
    UserPoolId: userPoolID,
    ClientId: clientID,
    ...(userPoolEndpoint && { endpoint: userPoolEndpoint }),
  });
}
