import { expect, test } from "vitest";
import { truncate } from "../../../web/status/views/truncate.ts";

test.each([
  `A größerer Fehler, l'été à São Paulo (10.5 %) _and_  more: "ÿ×2" x`,
  "A change of 3,000 files. It's in e.g. e\u0301te\u0301 and cafe\u0301 \u{1f468}\u200d\u{1f4bb} x",
  "A 日本語の文章 と العربية والمزيد x",
])("%s is cut where Intl finds the start of a word", (text) => {
  const words = new Intl.Segmenter(undefined, { granularity: "word" });
  const lengths = [...text].map((_, index) => index + 2).slice(0, -2);
  expect(lengths.map((length) => truncate(text, length))).toEqual(
    lengths.map((length) => `${text.slice(0, words.segment(text).containing(length - 1)?.index).trimEnd()}…`),
  );
});

test("a first word that is too long is cut between characters", () => {
  expect(truncate("Donaudampfschifffahrt", 5)).toBe("Dona…");
  expect(truncate("cafe\u0301s", 5)).toBe("caf…");
});
