import { SECOND_MS } from "../../shared/time/domain.ts";

interface Signed {
  /** It is the same for each try. */
  id: string;
  /** Milliseconds since the epoch. */
  now: number;
  body: string;
}

/**
 * The headers of Standard Webhooks 1.0.0, with a signature for each secret.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function signatureHeaders(
  secrets: Uint8Array<ArrayBuffer>[],
  { id, now, body }: Signed,
): Promise<Record<string, string>> {
  const timestamp = Math.floor(now / SECOND_MS);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
      ]);
      return `v1,${new Uint8Array(await crypto.subtle.sign("HMAC", key, content)).toBase64()}`;
    }),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": `${timestamp}`,
    "webhook-signature": signatures.join(" "),
  };
}
