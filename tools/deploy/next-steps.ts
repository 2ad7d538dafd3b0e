import type { Config } from "./config.ts";

/** @param setupLink while nobody can sign in */
export function nextSteps(
  { adminPageURL, adminGroup, userPool, provider }: Config,
  setupLink: string | undefined,
): string[] {
  const pool = userPool.USER_POOL_ID !== "";
  return [
    "  What is next:",
    ...(setupLink
      ? [
          "  - Nobody can sign in yet. Open this link within a day: whoever does becomes the first administrator. It works once.",
          `    ${setupLink}`,
        ]
      : []),
    ...(pool
      ? [`  - Sign in to the console as a user of the pool${adminGroup && ` in the group ${adminGroup}`}.`]
      : []),
    ...(provider.issuer === ""
      ? []
      : [
          `  - The client at ${provider.issuer} needs the redirect URI ${adminPageURL}/signin/callback and the origin ${adminPageURL}.`,
          `  - Sign in to the console as somebody whose ID token has one of ${provider.admins}.`,
        ]),
    ...(provider.accessAudience === ""
      ? []
      : [`  - Protect ${adminPageURL} with the Access application, then sign in through it.`]),
    "  - Add the parts of your service under Components. Settings has the name of the page, email and API keys.",
    "  - Check everything: DAYMARK_URL=<status page> DAYMARK_KEY=<key> npx daymark doctor",
  ];
}
