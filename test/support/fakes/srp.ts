import {
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

// The server's side of SRP-6a (RFC 5054) like Amazon Cognito: the 3072-bit group of RFC 3526 with generator 2, SHA-256,
// numbers as two's complement bytes, and an HKDF (RFC 5869) over the shared secret.

const N = number(getDiffieHellman("modp15").getPrime());
const g = 2n;
const k = number(hash(bytes(N), bytes(g)));

/** The salt and verifier that a pool stores instead of a password. */
export interface Verifier {
  salt: bigint;
  v: bigint;
}

/** @param group the pool's name, or a device's group key  @param name the user's, or a device's key */
export function verifierOf(group: string, name: string, password: string): Verifier {
  const salt = number(randomBytes(16));
  const x = number(hash(bytes(salt), hash(Buffer.from(`${group}${name}:${password}`))));
  return { salt, v: power(g, x) };
}

/** Starts one exchange: returns the parameters for the client and a check of its response. */
export function startSRP(group: string, name: string, { salt, v }: Verifier, clientsA: string) {
  const A = BigInt(`0x${clientsA}`);
  if (A % N === 0n) throw new Error("The client's A is a multiple of N.");
  const b = number(randomBytes(32));
  const B = (k * v + power(g, b)) % N;
  const secretBlock = randomBytes(64);

  return {
    parameters: {
      SALT: salt.toString(16),
      SRP_B: B.toString(16),
      SECRET_BLOCK: secretBlock.toString("base64"),
    },
    /** @param timestamp like `Sat Nov 21 09:05:07 UTC 2026` */
    proves(signature: string, timestamp: string): boolean {
      const u = hash(bytes(A), bytes(B));
      const S = power(A * power(v, number(u)), b);
      const key = hkdfSync("sha256", bytes(S), bytes(number(u)), "Caldera Derived Key", 16);
      const expected = createHmac("sha256", Buffer.from(key))
        .update(group + name)
        .update(secretBlock)
        .update(timestamp)
        .digest();
      const signatureBytes = Buffer.from(signature, "base64");
      return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected);
    },
  };
}

export function number(big: Buffer): bigint {
  return BigInt(`0x${big.toString("hex")}`);
}

/** Adds a leading zero byte where the first bit would be read as a sign. */
function bytes(value: bigint): Buffer {
  const hex = value.toString(16);
  const wholeBytes = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/.test(wholeBytes) ? `00${wholeBytes}` : wholeBytes, "hex");
}

function hash(...parts: Buffer[]): Buffer {
  const sha256 = createHash("sha256");
  for (const part of parts) sha256.update(part);
  return sha256.digest();
}

/** Calculates modulo `N`, like all of SRP. */
export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % N, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}
