import { queryOptions } from "@tanstack/react-query";
import type { CognitoUser, CognitoUserSession, UserData } from "amazon-cognito-identity-js";
import { idToken } from "./session.ts";
import { digitsOf, startSetUp } from "./steps.ts";
import { storedTokens } from "./tokens.ts";
import { callUserPool, userPool } from "./user-pool.ts";

export const secondFactor = queryOptions({ queryKey: ["second-factor"], queryFn: hasApp });

async function hasApp(): Promise<boolean> {
  const { tokens } = await authenticated();
  const input = { AccessToken: tokens.getAccessToken().getJwtToken() };
  // The library would cache the response, and refresh the session to ask again.
  const { UserMFASettingList = [] } = (await callUserPool("GetUser", input)) as Partial<UserData>; // API_GetUser
  return UserMFASettingList.includes("SOFTWARE_TOKEN_MFA");
}

/** @returns the secret for the app; signing in requires the app only after `turnOn` */
export async function prepareApp(): Promise<string> {
  const { user } = await authenticated();
  return startSetUp(user);
}

export async function turnOn(code: string): Promise<void> {
  const { user } = await authenticated();
  await new Promise((resolve, reject) => {
    user.verifySoftwareToken(digitsOf(code), "", { onSuccess: resolve, onFailure: reject });
  });
  await setAppPreference(user, true);
}

export async function turnOff(): Promise<void> {
  const { user } = await authenticated();
  await setAppPreference(user, false);
}

function setAppPreference(user: CognitoUser, enabled: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    user.setUserMfaPreference(null, { Enabled: enabled, PreferredMfa: enabled }, (error) => {
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
