import { trustworthyAddress } from "../http/endpoint.ts";
import type { SignInVars } from "./sign-in-vars.ts";
import { userPoolIssuer } from "./user-pool.ts";

/** Who signs tokens of administrators, and what these tokens must say. */
export interface TokenSource {
  kind: "pool" | "provider" | "access";
  /** Begins a sentence. */
  name: string;
  issuer: string;
  /** Never empty, because jose doesn't check an empty audience. */
  audience: string;
  algorithms: string[];
  /** Undefined if the issuer's discovery document has it. */
  keySetURL?: string;
}

const RS256 = ["RS256"];
/** Those whose keys are public, that providers use and that all runtimes have. HMAC and `none` never count. */
const providerAlgorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];

/**
 * A token is checked by the rules of the source that its `iss` names, and by no other's. The configuration of an older
 * version may lack the variables of a source.
 * @throws EndpointError for an address that others could listen to
 */
export function tokenSources(env: SignInVars): TokenSource[] {
  return [userPool(env), provider(env), access(env)].filter((source) => source !== undefined);
}

function userPool(env: SignInVars): TokenSource | undefined {
  if (!env.USER_POOL_ID || !env.USER_POOL_CLIENT_ID) return undefined;
  const issuer = userPoolIssuer(env);
  return {
    kind: "pool",
    name: "The user pool",
    issuer,
    audience: env.USER_POOL_CLIENT_ID,
    algorithms: RS256,
    keySetURL: `${issuer}/.well-known/jwks.json`,
  };
}

function provider(env: SignInVars): TokenSource | undefined {
  if (!env.OIDC_ISSUER || !env.OIDC_CLIENT_ID) return undefined;
  return {
    kind: "provider",
    name: "The identity provider",
    issuer: trustworthyAddress("OIDC_ISSUER", env.OIDC_ISSUER),
    audience: env.OIDC_CLIENT_ID,
    algorithms: providerAlgorithms,
  };
}

/** @see https://developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json/ */
function access(env: SignInVars): TokenSource | undefined {
  if (!env.ACCESS_TEAM_DOMAIN || !env.ACCESS_AUD) return undefined;
  const issuer = trustworthyAddress("ACCESS_TEAM_DOMAIN", env.ACCESS_TEAM_DOMAIN).replace(/\/+$/, "");
  return {
    kind: "access",
    name: "The Cloudflare Access application",
    issuer,
    audience: env.ACCESS_AUD,
    algorithms: RS256,
    keySetURL: `${issuer}/cdn-cgi/access/certs`,
  };
}
