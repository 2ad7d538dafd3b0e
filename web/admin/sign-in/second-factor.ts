import { callUserPool } from "../session/pool-requests.ts";
import { idToken } from "../session/session.ts";
import { poolTokens } from "../session/token-storage.ts";
import { withoutSpaces } from "./digits.ts";

export async function hasApp(): Promise<boolean> {
  const { UserMFASettingList = [] } = await callSignedIn<{ UserMFASettingList?: string[] }>("GetUser", {});
  return UserMFASettingList.includes("SOFTWARE_TOKEN_MFA");
}

/** @returns the secret for the app; signing in requires the app only after `turnOn` */
export async function prepareApp(): Promise<string> {
  return (await callSignedIn<{ SecretCode: string }>("AssociateSoftwareToken", {})).SecretCode;
}

export async function turnOn(code: string): Promise<void> {
  await callSignedIn("VerifySoftwareToken", { UserCode: withoutSpaces(code) });
  await setAppPreference(true);
}

export const turnOff = () => setAppPreference(false);

async function setAppPreference(enabled: boolean): Promise<void> {
  const settings = { Enabled: enabled, PreferredMfa: enabled };
  await callSignedIn("SetUserMFAPreference", { SoftwareTokenMfaSettings: settings });
}

async function callSignedIn<Response>(operation: string, input: object): Promise<Response> {
  await idToken(); // refreshed when need be
  const tokens = poolTokens();
  if (!tokens) throw new Error("User is not authenticated");
  const response = await callUserPool(operation, { ...input, AccessToken: tokens.accessToken });
  return response as Response; // by the API's reference
}
