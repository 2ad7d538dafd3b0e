import * as z from "zod";
import { isHTTPS, isLoopback } from "../http/endpoint.ts";
import { isPrivateHost } from "../http/outbound/private-address.ts";
import type { TokenSource } from "./token-source.ts";

type ReadJSON = (address: string) => Promise<unknown>;

const AnyDocument = z.looseObject({ issuer: z.string() });

const KeyDocument = z.object({
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
});

/** What signing in needs. The keys of tokens don't depend on it. */
const SignInDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  scopes_supported: z.array(z.string()).default([]),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});
export type SignInDocument = z.output<typeof SignInDocument>;

export async function discover(
  source: TokenSource,
  readJSON: ReadJSON,
): Promise<{ keySetURL: string; algorithms: string[] }> {
  const document = KeyDocument.parse(await readDocument(source, readJSON));
  const keySetURL = document.jwks_uri;
  if (!isTrustworthy(source, keySetURL))
    throw new Error("Its discovery document names a key set that is not on https, or on a private network.");
  const supported = source.algorithms.filter((name) =>
    document.id_token_signing_alg_values_supported.includes(name),
  );
  if (supported.length === 0) throw new Error("It signs tokens with no algorithm that Daymark accepts.");
  return { keySetURL, algorithms: supported };
}

export async function discoverSignIn(source: TokenSource, readJSON: ReadJSON): Promise<SignInDocument> {
  return SignInDocument.parse(await readDocument(source, readJSON));
}

/**
 * Whether nobody between here and there can read a secret that is sent to it, or change what it answers. Only an issuer on a private
 * network, which the deployment names, may lead there.
 */
export function isTrustworthy({ issuer }: Pick<TokenSource, "issuer">, address: string): boolean {
  if (isLoopback(issuer) && isLoopback(address)) return true;
  return isHTTPS(address) && (isPrivate(issuer) || !isPrivate(address));
}

function isPrivate(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isPrivateHost(url.hostname);
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function readDocument({ issuer }: TokenSource, readJSON: ReadJSON): Promise<unknown> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = AnyDocument.parse(await readJSON(address));
  // Another issuer's document would bring another issuer's keys.
  if (document.issuer !== issuer) throw new Error("Its discovery document names another issuer.");
  return document;
}
