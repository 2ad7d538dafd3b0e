const words = new Intl.Segmenter(undefined, { granularity: "word" });
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** As many whole words, of whatever language, as fit into `most` UTF-16 units; of one that is longer, whole characters. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const fitting = (parts: Intl.Segmenter) =>
    text.slice(0, parts.segment(text).containing(most - 1)?.index).trimEnd();
  return `${fitting(words) || fitting(characters)}…`;
}
