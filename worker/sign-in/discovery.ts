import * as z from "zod";
import { isHTTPS, isLoopback } from "../http/endpoint.ts";
import type { TokenSource } from "./token-source.ts";

const DiscoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
});

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
export async function discover(
  { issuer, algorithms }: TokenSource,
  readJSON: (address: string) => Promise<unknown>,
): Promise<{ keySetURL: string; algorithms: string[] }> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = DiscoveryDocument.parse(await readJSON(address));
  // Another issuer's document would bring another issuer's keys.
  if (document.issuer !== issuer) throw new Error("Its discovery document names another issuer.");
  const keySetURL = document.jwks_uri;
  if (!isHTTPS(keySetURL) && !(isLoopback(issuer) && isLoopback(keySetURL)))
    throw new Error("Its discovery document names a key set that is not on https.");
  const supported = algorithms.filter((name) =>
    document.id_token_signing_alg_values_supported.includes(name),
  );
  if (supported.length === 0) throw new Error("It signs tokens with no algorithm that Daymark accepts.");
  return { keySetURL, algorithms: supported };
}
