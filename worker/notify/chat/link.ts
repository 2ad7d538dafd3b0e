/** Percent-encodes each character that could end a link in Markdown, HTML or Slack's markup. */
export function encodeDelimiters(address: string): string {
  return address.replace(
    /["'()*<>[\\\]^`{|}\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

export function safeAddress(address: string): string {
  return encodeDelimiters(new URL(address).href);
}

export interface TextPart {
  text: string;
  /** Set for web addresses. */
  address?: string;
}

/** Splits a message at its web addresses. An address that was shortened leads elsewhere, so it stays text. */
export function splitAtAddresses(message: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: candidate, index } of message.matchAll(/https?:\/\/[^"'()*<>[\\\]^`{|}\s]+/g)) {
    const text = candidate.replace(/[.,:;!?]+$/, "");
    if (candidate.includes("…") || !URL.canParse(text)) continue;
    parts.push({ text: message.slice(end, index) }, { text, address: safeAddress(text) });
    end = index + text.length;
  }
  parts.push({ text: message.slice(end) });
  return parts.filter(({ text }) => text !== "");
}
