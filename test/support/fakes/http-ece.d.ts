declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** @returns the plain text. @throws if the body was encrypted for others */
  export function decrypt(
    body: Buffer,
    keys: { version: "aes128gcm"; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
