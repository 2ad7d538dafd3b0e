import type { JSONWebKeySet } from "jose";
import * as z from "zod";
import { discover } from "./discovery.ts";
import { fetchJSON } from "./fetch-json.ts";
import type { TokenSource } from "./token-source.ts";

export const KEY_SET_TIMEOUT_MS = 3000;

export interface KeySet {
  keys: JSONWebKeySet["keys"];
  algorithms: string[];
  /** The source last confirmed it at this time, in milliseconds since the epoch. */
  confirmedAt: number;
}

const AnyKeys = z.object({ keys: z.array(z.unknown()) });
const coordinate = z.base64url().length(43);
const Key = z.discriminatedUnion("kty", [
  // RSA keys have at least 2,048 bits (RFC 7518, 3.3).
  z.looseObject({
    kty: z.literal("RSA"),
    kid: z.string(),
    n: z.base64url().min(Math.ceil(2048 / 6)),
    e: z.base64url().min(1),
  }),
  z.looseObject({
    kty: z.literal("EC"),
    kid: z.string(),
    crv: z.literal("P-256"),
    x: coordinate,
    y: coordinate,
  }),
  z.looseObject({ kty: z.literal("OKP"), kid: z.string(), crv: z.literal("Ed25519"), x: coordinate }),
]);

export async function fetchKeySet(source: TokenSource): Promise<KeySet> {
  const confirmedAt = Date.now();
  const signal = AbortSignal.timeout(KEY_SET_TIMEOUT_MS);
  const readJSON = (address: string) => fetchJSON(address, signal);
  const { keySetURL, algorithms } = source.keySetURL
    ? { keySetURL: source.keySetURL, algorithms: source.algorithms }
    : await discover(source, readJSON);
  return { keys: parseKeys(await readJSON(keySetURL)), algorithms, confirmedAt };
}

export function parseKeys(input: unknown): KeySet["keys"] {
  const keys = AnyKeys.parse(input).keys.flatMap((key) => Key.safeParse(key).data ?? []);
  if (keys.length === 0) throw new Error("It answered without a key.");
  return keys.toSorted((one, other) => (one.kid < other.kid ? -1 : 1));
}
