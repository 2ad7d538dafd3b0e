import { queryOptions } from "@tanstack/react-query";
import type { CognitoUser, CognitoUserSession, UserData } from "amazon-cognito-identity-js";
import { idToken } from "./session.ts";
import { digits, startSetUp } from "./steps.ts";
import { storedTokens } from "./tokens.ts";
import { askUserPool, userPool } from "./user-pool.ts";

/** Whether signing in takes a code of the administrator's authenticator app. */
export const secondFactor = queryOptions({ queryKey: ["second-factor"], queryFn: hasApp });

async function hasApp(): Promise<boolean> {
  const { tokens } = await authenticated();
  const input = { AccessToken: tokens.getAccessToken().getJwtToken() };
  // The library would cache the answer, and refresh the session to ask again.
  const { UserMFASettingList = [] } = (await askUserPool("GetUser", input)) as Partial<UserData>; // API_GetUser
  return UserMFASettingList.includes("SOFTWARE_TOKEN_MFA");
}

/** @returns the secret for the app, which signing in does not require before `turnOn` */
export async function prepareApp(): Promise<string> {
  const { user } = await authenticated();
  return startSetUp(user);
}

export async function turnOn(code: string): Promise<void> {
  const { user } = await authenticated();
  await new Promise((resolve, reject) => {
    user.verifySoftwareToken(digits(code), "", { onSuccess: resolve, onFailure: reject });
  });
  await prefer(user, true);
}

export async function turnOff(): Promise<void> {
  const { user } = await authenticated();
  await prefer(user, false);
}

function prefer(user: CognitoUser, app: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    user.setUserMfaPreference(null, { Enabled: app, PreferredMfa: app }, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

async function authenticated(): Promise<{ user: CognitoUser; tokens: CognitoUserSession }> {
  await idToken(); // refreshed when need be
  const user = userPool().getCurrentUser();
  if (!user) throw new Error("User is not authenticated");
  return { user, tokens: await storedTokens(user) };
}
