import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP = 30_000;

/**
 * What an authenticator app shows at `moment`.
 * @param secret in base32
 * @see RFC 6238
 */
export function totp(secret: string, moment = Date.now()): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / STEP)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = mac.readUInt8(19) & 0xf;
  const code = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000;
  return String(code).padStart(6, "0");
}

/** Right now, or half a minute before or after. */
export function isTOTP(secret: string, code: string | undefined): boolean {
  return [-STEP, 0, STEP].some((shift) => totp(secret, Date.now() + shift) === code);
}
