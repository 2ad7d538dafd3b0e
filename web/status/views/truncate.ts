const words = new Intl.Segmenter(undefined, { granularity: "word" });
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Cuts at the end of a word, or of a character where the first word alone is too long. Lengths are in UTF-16 units. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cutAt = (parts: Intl.Segmenter) =>
    text.slice(0, parts.segment(text).containing(maxLength - 1)?.index).trimEnd();
  return `${cutAt(words) || cutAt(characters)}…`;
}
