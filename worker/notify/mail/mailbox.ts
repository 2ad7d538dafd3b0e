import type { Sender } from "./provider.ts";

/** RFC 5322 §3.4. A name that looks encoded must be encoded, too. */
export function mailbox({ name, address }: Pick<Sender, "name" | "address">): string {
  const isPlain = /^[\x20-\x7e]*$/.test(name) && !name.includes("=?");
  const displayName = isPlain ? `"${name.replace(/[\\"]/g, "\\$&")}"` : encodedWords(name);
  return name === "" ? address : `${displayName} <${address}>`;
}

/** RFC 2047. Each encoded word has at most 75 characters. */
function encodedWords(text: string): string {
  const chunks: string[] = [];
  let chunk = "";
  for (const character of text) {
    // 45 bytes are 60 characters of Base64.
    if (utf8Bytes(chunk + character).length > 45) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk += character;
  }
  return [...chunks, chunk].map((each) => `=?UTF-8?B?${utf8Bytes(each).toBase64()}?=`).join(" ");
}

function utf8Bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
