const segmenters: Partial<Record<"word" | "grapheme", Intl.Segmenter>> = {};

/** It is made at its first use, because it would take a tenth of the Worker's start. */
function segmenter(granularity: "word" | "grapheme"): Intl.Segmenter {
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  return segmenters[granularity];
}

/** Cuts at the end of a word, or of a character where the first word alone is too long. Lengths are in UTF-16 units. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cutAt = (granularity: "word" | "grapheme") => {
    const part = segmenter(granularity)
      .segment(text)
      .containing(maxLength - 1);
    return text.slice(0, part?.index).trimEnd();
  };
  return `${cutAt("word") || cutAt("grapheme")}…`;
}
