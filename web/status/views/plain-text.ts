const controls = /[\u202a-\u202e\u2066-\u2069]/;
const popping = /\u2069/g;
const [FSI, PDI] = ["\u2068", "\u2069"];

/**
 * What somebody wrote, among words of ours where no element can keep it apart, as `<bdi>` does elsewhere: a direction
 * that it sets ends with it (Unicode Standard Annex 9).
 */
export function apart(text: string): string {
  if (!controls.test(text)) return text;
  // Isolates that it ends without having begun them are begun for it.
  const around = 1 + (text.match(popping) ?? []).length;
  return FSI.repeat(around) + text + PDI.repeat(around);
}

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** As many whole words, of whatever language, as fit into `most` UTF-16 units; of one that is longer, whole characters. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const fitting = (parts: Intl.Segmenter) =>
    text.slice(0, parts.segment(text).containing(most - 1)?.index).trimEnd();
  return `${fitting(words) || fitting(characters)}…`;
}
