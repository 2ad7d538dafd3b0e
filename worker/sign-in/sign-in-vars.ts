import { temporarilyUnavailable } from "../http/errors.ts";
import type { StoredSignIn } from "../settings/domain.ts";

/** How administrators sign in: the variables of the deployment, or what Settings → Sign-in has in their place. */
export type SignInVars = Pick<
  Env,
  | "STATUS_PAGE_URL"
  | "ADMIN_PAGE_URL"
  | "USER_POOL_ID"
  | "USER_POOL_CLIENT_ID"
  | "USER_POOL_ENDPOINT"
  | "ADMIN_GROUP"
  | "OIDC_ISSUER"
  | "OIDC_CLIENT_ID"
  | "OIDC_CLIENT_TYPE"
  | "OIDC_CLIENT_SECRET"
  | "OIDC_ADMIN_CLAIM"
  | "OIDC_ADMINS"
  | "ACCESS_TEAM_DOMAIN"
  | "ACCESS_AUD"
> & {
  /** These are of the console's settings. Texts for administrators then name no variable. */
  isStored?: true;
  /** Nobody signs in with these yet, so nothing of them is cached. */
  isCandidate?: true;
};

/** @returns what names the group of administrators, within a sentence */
export function nameGroup({ isStored }: Pick<SignInVars, "isStored">): string {
  return isStored ? "name a group in Settings → Sign-in" : "set ADMIN_GROUP";
}

/**
 * @param clientSecret undefined for a public client
 * @throws HttpError 503 if this version can't read what is stored
 */
export function toSignInVars(env: Env, stored: StoredSignIn, clientSecret: string | undefined): SignInVars {
  if (stored.kind === "variables") return env;
  const { STATUS_PAGE_URL, ADMIN_PAGE_URL, USER_POOL_ENDPOINT } = env;
  const none = {
    STATUS_PAGE_URL,
    ADMIN_PAGE_URL,
    USER_POOL_ENDPOINT,
    USER_POOL_ID: "",
    USER_POOL_CLIENT_ID: "",
    ADMIN_GROUP: "",
    OIDC_ISSUER: "",
    OIDC_CLIENT_ID: "",
    OIDC_CLIENT_TYPE: "",
    OIDC_ADMIN_CLAIM: "",
    OIDC_ADMINS: "",
    ACCESS_TEAM_DOMAIN: "",
    ACCESS_AUD: "",
    isStored: true as const,
  };
  switch (stored.kind) {
    case "pool": {
      const { userPoolID, clientID, group } = stored;
      return { ...none, USER_POOL_ID: userPoolID, USER_POOL_CLIENT_ID: clientID, ADMIN_GROUP: group };
    }
    case "provider": {
      const { issuer, clientID, adminClaim, admins } = stored;
      return {
        ...none,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientID,
        OIDC_ADMIN_CLAIM: adminClaim,
        OIDC_ADMINS: admins,
        OIDC_CLIENT_TYPE: clientSecret === undefined ? "public" : "confidential",
        ...(clientSecret !== undefined && { OIDC_CLIENT_SECRET: clientSecret }),
      };
    }
    case "access":
      return { ...none, ACCESS_TEAM_DOMAIN: stored.teamDomain, ACCESS_AUD: stored.audience };
    case "unreadable":
      // The variables must not count again by themselves: somebody may have been shut out by leaving them.
      throw temporarilyUnavailable(
        'This version can\'t read how administrators sign in. Deploy the version that stored it, or set SIGN_IN="variables": docs/upgrade.md.',
        { headers: { "Retry-After": "60" } },
      );
  }
}
