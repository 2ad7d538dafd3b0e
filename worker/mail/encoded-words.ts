/** A text for a header's value in ASCII (RFC 2047), in pieces of 75 characters at most. */
export function encodedWords(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    // 45 bytes are 60 characters of base64.
    if (bytesOf(word + character).length > 45) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${bytesOf(each).toBase64()}?=`).join(" ");
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
