import type { Sender } from "./provider.ts";

/** RFC 5322 §3.4. A name that looks encoded must be encoded, too. */
export function mailbox({ name, address }: Pick<Sender, "name" | "address">): string {
  const displayName = isPlainText(name) ? `"${name.replace(/[\\"]/g, "\\$&")}"` : encodedWords(name);
  return name === "" ? address : `${displayName} <${address}>`;
}

/** It can be in a header as it is. */
export function isPlainText(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !text.includes("=?");
}

/** RFC 2047. A line with an encoded word has at most 76 characters, with the name of the header. */
export function encodedWords(text: string): string {
  const chunks: string[] = [];
  let chunk = "";
  for (const character of text) {
    // 39 bytes are 52 characters of Base64.
    if (utf8Bytes(chunk + character).length > 39) {
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
