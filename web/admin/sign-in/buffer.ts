type Encoding = "utf8" | "hex" | "base64";

/**
 * What `amazon-cognito-identity-js` uses of Node's Buffer, in place of the whole `buffer` package, which weighs 6 kB gzipped.
 * @see https://nodejs.org/api/buffer.html
 */
export class Buffer extends Uint8Array {
  /** A string by its encoding, or bytes; base64 may be the kind for URLs, which JSON Web Tokens have. */
  static override from(
    value: string | Iterable<number> | ArrayLike<number>,
    encoding: unknown = "utf8",
  ): Buffer {
    if (typeof value !== "string") return new Buffer(Array.from(value));
    if (encoding === "hex")
      return new Buffer((value.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)));
    if (encoding === "base64") {
      const binary = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
      return new Buffer(Array.from(binary, (character) => character.charCodeAt(0)));
    }
    return new Buffer(new TextEncoder().encode(value));
  }

  static concat(parts: Uint8Array[]): Buffer {
    return new Buffer(parts.flatMap((part) => [...part]));
  }

  override toString(encoding: Encoding = "utf8"): string {
    if (encoding === "hex") return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (encoding === "base64") return btoa(String.fromCharCode(...this));
    return new TextDecoder("utf8", { ignoreBOM: true }).decode(this);
  }
}
