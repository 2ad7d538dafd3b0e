import type { JSONWebKeySet } from "jose";
import * as z from "zod";
import { readAtMost } from "../http/read-body.ts";
import { KiB } from "../storage/domain.ts";

export const KEY_SET_TIMEOUT_MS = 3000;
const MAX_BYTES = 64 * KiB;

export interface KeySet {
  keys: JSONWebKeySet["keys"];
  /** The pool last confirmed it at this time, in milliseconds since the epoch. */
  confirmedAt: number;
}

const AnyKeys = z.object({ keys: z.array(z.unknown()) });
/** Tokens are signed with RS256 only, and its keys have at least 2,048 bits (RFC 7518, 3.3). */
const Key = z.looseObject({
  kty: z.literal("RSA"),
  kid: z.string(),
  n: z.base64url().min(Math.ceil(2048 / 6)),
  e: z.base64url().min(1),
});

export async function fetchKeySet(issuer: string): Promise<KeySet> {
  const confirmedAt = Date.now();
  const response = await fetch(`${issuer}/.well-known/jwks.json`, {
    headers: { Accept: "application/json, application/jwk-set+json" },
    redirect: "manual",
    signal: AbortSignal.timeout(KEY_SET_TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`It answered with status ${response.status}.`);
  const body = await readAtMost(response, MAX_BYTES);
  if (!body) throw new Error("It answered with more than 64 KiB.");
  return { keys: keysOf(JSON.parse(new TextDecoder().decode(body))), confirmedAt };
}

export function keysOf(input: unknown): KeySet["keys"] {
  const keys = AnyKeys.parse(input).keys.flatMap((key) => Key.safeParse(key).data ?? []);
  if (keys.length === 0) throw new Error("It answered without a key.");
  return keys.toSorted((one, other) => (one.kid < other.kid ? -1 : 1));
}
