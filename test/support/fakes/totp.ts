import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/**
 * Computes the code that an authenticator app shows at `time`.
 * @param secret in base32
 * @see RFC 6238
 */
export function totp(secret: string, time = Date.now()): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / STEP_MS)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = mac.readUInt8(19) & 0xf;
  const code = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000;
  return String(code).padStart(6, "0");
}

/** Accepts the code of the current step and of one before or after. */
export function isTOTP(secret: string, code: string | undefined): boolean {
  return [-STEP_MS, 0, STEP_MS].some((shift) => totp(secret, Date.now() + shift) === code);
}
