const segmenters: Partial<Record<"word" | "grapheme", Intl.Segmenter>> = {};

/** It is made at its first use, because it takes as long as a page. */
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
  return `${cutBeforeLatinWord(text.slice(0, maxLength)) || cutAt("word") || cutAt("grapheme")}…`;
}

/** Between a space and letters of Latin script, any segmenter finds the start of a word. */
function cutBeforeLatinWord(text: string): string {
  const word = / [\dA-Za-zÀ-ÖØ-öø-ɏ]*$/.exec(text);
  return text.slice(0, word?.index ?? 0).trimEnd();
}
