import { decodeJwt } from "jose";
import type { Page } from "playwright-core";
import type { SessionTokens } from "../../../tools/start/user-pool.ts";

/** Values in local storage by their key. */
export type StoredSession = Record<string, string>;

/** Returns what the console stores after a sign-in, which are the keys of amazon-cognito-identity-js. */
export function storedSession(clientID: string, tokens: SessionTokens): StoredSession {
  const client = `CognitoIdentityServiceProvider.${clientID}`;
  const username = String(decodeJwt(tokens.IdToken)["cognito:username"]);
  const user = `${client}.${username}`;
  return {
    [`${client}.LastAuthUser`]: username,
    [`${user}.idToken`]: tokens.IdToken,
    [`${user}.accessToken`]: tokens.AccessToken,
    [`${user}.refreshToken`]: tokens.RefreshToken,
    [`${user}.clockDrift`]: "0",
  };
}

/**
 * Opens the console with this session. Playwright's `storageState` would start a process for a page of its own in each
 * profile, which takes a fifth of the CPU time of opening the console.
 */
export async function openWithSession(page: Page, url: string, session: StoredSession): Promise<void> {
  const script = await page.addInitScript(
    ({ origin, items }) => {
      if (location.origin === origin) for (const item of Object.entries(items)) localStorage.setItem(...item);
    },
    { origin: new URL(url).origin, items: session },
  );
  await page.goto(url);
  // A later navigation finds what the console has made of the session.
  await script.dispose();
}
