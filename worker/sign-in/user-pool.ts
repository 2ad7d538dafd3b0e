import { endpointAddress } from "../http/endpoint.ts";
import type { SignInVars } from "./sign-in-vars.ts";

export type UserPoolVars = Pick<
  SignInVars,
  "USER_POOL_ID" | "USER_POOL_CLIENT_ID" | "USER_POOL_ENDPOINT" | "STATUS_PAGE_URL"
>;

/** A pool's ID begins with its region: `eu-west-1_AbC123`. */
function userPoolRegion({ USER_POOL_ID }: Pick<UserPoolVars, "USER_POOL_ID">): string {
  return /^([a-z]+(?:-[a-z]+)+-\d+)_/.exec(USER_POOL_ID)?.[1] ?? "us-east-1";
}

export function userPoolEndpoint(vars: UserPoolVars): string {
  return endpointAddress(
    vars,
    "USER_POOL_ENDPOINT",
    `https://cognito-idp.${userPoolRegion(vars)}.amazonaws.com`,
  );
}

export function userPoolIssuer(vars: UserPoolVars): string {
  return `${userPoolEndpoint(vars)}/${vars.USER_POOL_ID}`;
}
