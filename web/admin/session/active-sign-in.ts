import type { PublicSignIn } from "../../../worker/sign-in/schema.ts";

/** The variables of the console's project. */
export interface Variables {
  API_URL: string;
  USER_POOL_ID: string;
  USER_POOL_CLIENT_ID: string;
  /** The address of a user pool that is not Amazon's own. */
  USER_POOL_ENDPOINT?: string;
  /** A user pool without SRP needs `USER_PASSWORD_AUTH`. */
  AUTHENTICATION_FLOW?: string;
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_TYPE?: string;
  ACCESS_AUD?: string;
}

const TIMEOUT_MS = 2000;
/** A page and its settings are requested together. */
const FRESH_MS = 1000;

let latest: { apiURL: string; signIn: Promise<PublicSignIn | undefined>; at: number } | undefined;
let lastKnown: PublicSignIn | undefined;

/** The variables, with the sign-in of Settings in place of theirs. Without an answer of the Worker, the last one counts. */
export async function withActiveSignIn(
  env: Variables,
): Promise<Variables & { isUnset: boolean; isSignInStored: boolean }> {
  if (latest?.apiURL !== env.API_URL || Date.now() - latest.at > FRESH_MS)
    latest = { apiURL: env.API_URL, signIn: fetchSignIn(env.API_URL), at: Date.now() };
  lastKnown = (await latest.signIn) ?? lastKnown;
  const variables = toVariables(lastKnown);
  const isSignInStored = Object.keys(variables).length > 0;
  return { ...env, ...variables, isUnset: lastKnown?.kind === "none", isSignInStored };
}

async function fetchSignIn(apiURL: string): Promise<PublicSignIn | undefined> {
  try {
    const response = await fetch(new URL("/api/sign-in", apiURL), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

function toVariables(signIn: PublicSignIn | undefined): Partial<Variables> {
  const none = {
    USER_POOL_ID: "",
    USER_POOL_CLIENT_ID: "",
    OIDC_ISSUER: "",
    OIDC_CLIENT_ID: "",
    ACCESS_AUD: "",
  };
  switch (signIn?.kind) {
    case "pool":
      return { ...none, USER_POOL_ID: signIn.userPoolID, USER_POOL_CLIENT_ID: signIn.clientID };
    case "provider":
      return {
        ...none,
        OIDC_ISSUER: signIn.issuer,
        OIDC_CLIENT_ID: signIn.clientID,
        // With or without a secret, the Worker calls the provider.
        OIDC_CLIENT_TYPE: "confidential",
      };
    case "access":
      return { ...none, ACCESS_AUD: signIn.audience };
    default:
      return {};
  }
}
