import { createECDH } from "node:crypto";
import { decrypt } from "http_ece";
import { expect, test } from "vitest";
import { encryptForBrowser, MAX_MESSAGE_BYTES } from "../../../worker/notify/push/encrypt.ts";

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));
const ecdh = { name: "ECDH", namedCurve: "P-256" };

/** https://www.rfc-editor.org/rfc/rfc8291#appendix-A */
const rfc = {
  plaintext: "When I grow up, I want to be a watermelon",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  senderPublic: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  receiverPublic: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

async function senderKeys(): Promise<CryptoKeyPair> {
  const [x, y] = [rfc.senderPublic, rfc.senderPublic].map((key, at) =>
    Buffer.from(bytes(key).slice(1 + 32 * at, 33 + 32 * at)).toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x, y } as JsonWebKey;
  return {
    privateKey: await crypto.subtle.importKey("jwk", { ...jwk, d: rfc.senderPrivate }, ecdh, false, [
      "deriveBits",
    ]),
    publicKey: await crypto.subtle.importKey("jwk", jwk, ecdh, true, []),
  };
}

test("a message is encrypted as in the example of RFC 8291", async () => {
  const keys = { p256dh: bytes(rfc.receiverPublic), auth: bytes(rfc.auth) };
  const ephemeral = { salt: bytes(rfc.salt), keyPair: await senderKeys() };
  const body = await encryptForBrowser(rfc.plaintext, keys, ephemeral);
  expect(Buffer.from(body).toString("base64url")).toBe(rfc.body);
});

test("the longest message has 4,096 bytes when it is encrypted, and a browser can read it", async () => {
  const privateKey = createECDH("prime256v1");
  const keys = { p256dh: new Uint8Array(privateKey.generateKeys()), auth: bytes(rfc.auth) };
  const message = "x".repeat(MAX_MESSAGE_BYTES);
  const body = Buffer.from(await encryptForBrowser(message, keys));
  expect(body).toHaveLength(4096);
  expect(decrypt(body, { version: "aes128gcm", privateKey, authSecret: rfc.auth }).toString()).toBe(message);
});
