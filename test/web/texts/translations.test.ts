import { expect, test } from "vitest";
import { interpolate } from "../../../web/shared/interpolate.ts";
import { plural, textsOf } from "../../../web/status/texts/all-texts.ts";
import { en, type Texts } from "../../../web/status/texts/en.ts";
import {
  type Language,
  languageCodes,
  type languages,
  localeOf,
  toLanguage,
} from "../../../web/status/texts/languages.ts";
import type { Plural } from "../../../web/status/texts/texts.ts";
import { formatDuration, formatList, formatUptime } from "../../../web/status/views/strips/figures.ts";
import { formatDay, formatShort, formatTime } from "../../../web/status/views/time-format.ts";
import { componentStatuses } from "../../../worker/components/domain.ts";
import { noticeStatuses } from "../../../worker/notices/domain.ts";

const translations = languageCodes.filter((code) => code !== "en");

type Leaf = string | Plural;
const isLeaf = (value: unknown): value is Leaf =>
  typeof value === "string" || (typeof value === "object" && value !== null && "other" in value);

/** Lists texts by their path, such as `states.Operational`. */
function listTexts(texts: object, path = ""): [string, Leaf][] {
  return Object.entries(texts).flatMap(([key, value]): [string, Leaf][] =>
    isLeaf(value) ? [[`${path}${key}`, value]] : listTexts(value, `${path}${key}.`),
  );
}
const formsOf = (leaf: Leaf) => (typeof leaf === "string" ? [leaf] : Object.values(leaf));
const placeholders = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();

const english = new Map(listTexts(en));
/** The texts that are right in both languages without a change. */
const sameAsEnglish: Record<string, string[]> = {
  es: [
    "ages.minutes",
    "ages.hours",
    "api",
    "statusDuration",
    "labeledText",
    "stripLabel",
    "graphTitle",
    "followTabs.chat",
    "followTabs.webhook",
    "followTabs.feeds",
  ],
  fr: [
    "ages.minutes",
    "ages.hours",
    "service",
    "pages",
    "incidentKind",
    "api",
    "statusDuration",
    "graphTitle",
    "push.bell",
    "followTabs.chat",
    "followTabs.webhook",
  ],
  de: [
    "api",
    "groupLink",
    "statusDuration",
    "labeledText",
    "stripLabel",
    "graphTitle",
    "followTabs.chat",
    "followTabs.webhook",
    "followTabs.browser",
    "followTabs.feeds",
  ],
  ja: ["api", "followTabs.webhook"],
  "pt-BR": [
    "ages.hours",
    "api",
    "statusDuration",
    "labeledText",
    "stripLabel",
    "graphTitle",
    "followTabs.chat",
    "followTabs.webhook",
    "followTabs.feeds",
  ],
  ar: ["statusDuration", "labeledText", "graphTitle"],
};

test.for(translations)("%s has the same texts as English", (code) => {
  expect(
    listTexts(textsOf(code))
      .map(([path]) => path)
      .sort(),
  ).toEqual([...english.keys()].sort());
});

test.for(translations)("%s has no untranslated English text", (code) => {
  const untranslated = listTexts(textsOf(code)).filter(([path, leaf]) => {
    const englishForms = formsOf(english.get(path) ?? "");
    return formsOf(leaf).some((form) => englishForms.includes(form)) && !sameAsEnglish[code]?.includes(path);
  });
  expect(untranslated).toEqual([]);
});

test.for(translations)("%s has the same placeholders as English in each text", (code) => {
  for (const [path, leaf] of listTexts(textsOf(code))) {
    const expected = placeholders(formsOf(english.get(path) ?? "").at(-1) ?? "");
    const [otherForm = ""] = formsOf(leaf).slice(-1);
    expect([path, placeholders(otherForm)]).toEqual([path, expected]);
    // The forms for one and two can have words in place of the number.
    for (const form of formsOf(leaf)) expect(expected).toEqual(expect.arrayContaining(placeholders(form)));
  }
});

test.for(languageCodes)("%s has all plural forms of the language", (code) => {
  const { pluralCategories } = new Intl.PluralRules(localeOf(code)).resolvedOptions();
  for (const [path, leaf] of listTexts(textsOf(code))) {
    if (typeof leaf === "string") continue;
    expect([path, Object.keys(leaf).sort()]).toEqual([path, pluralCategories.toSorted()]);
  }
});

test.for(languageCodes)("%s has a different word for each status", (code) => {
  const { states } = textsOf(code);
  for (const kind of [componentStatuses, noticeStatuses.incident, noticeStatuses.maintenance]) {
    const words = kind.map((status) => states[status]);
    expect(new Set(words).size).toBe(kind.length);
  }
});

test("plural forms follow the rules of each language", () => {
  const count = (code: keyof typeof languages, number: number) => {
    const texts: Texts = textsOf(code);
    return plural(code, texts.openIncidents, number);
  };
  expect([count("en", 1), count("en", 2)]).toEqual(["1 active incident", "2 active incidents"]);
  expect([count("fr", 1), count("fr", 2)]).toEqual(["1 incident en cours", "2 incidents en cours"]);
  expect(count("ja", 1)).toBe("対応中のインシデント 1 件");
  expect([1, 2, 3, 11, 100].map((number) => count("ar", number))).toEqual([
    "حادثة نشطة واحدة",
    "حادثتان نشطتان",
    "3 حوادث نشطة",
    "11 حادثة نشطة",
    "100 حادثة نشطة",
  ]);
});

test("times have the format of the language", () => {
  const at = "2026-11-07T09:05:00.000Z";
  expect(formatTime(at, "en", "UTC")).toBe("Nov 07, 2026 - 09:05 (UTC)");
  expect(formatShort(at, "en", "UTC")).toBe("Nov 07, 09:05");
  expect(formatDay("2026-11-07", "en")).toBe("Nov 07, 2026");
  expect(formatTime(at, "de", "UTC")).toMatch(/^7\. Nov\.? 2026, 09:05 UTC$/);
  expect(formatTime(at, "ja", "Asia/Tokyo")).toMatch(/^2026年11月7日 18:05 (JST|GMT\+9)$/);
  expect(formatShort(at, "fr", "UTC")).toMatch(/^7 nov\., 09:05$/);
  expect(formatDay("2026-11-07", "ar")).toBe("7 نوفمبر 2026");
});

test("uptime is never rounded up", () => {
  expect([1, 0.999999, 0.99996, 0.9999, 0.5, 0].map((uptime) => formatUptime(uptime, "en"))).toEqual([
    "100%",
    "99.99%",
    "99.99%",
    "99.99%",
    "50.00%",
    "0.00%",
  ]);
  expect(formatUptime(0.99996, "de")).toBe("99,99\u00a0%");
});

test("a duration leaves out units that are zero", () => {
  const duration = (minutes: number, language: Language) =>
    formatDuration(minutes, { texts: textsOf(language), language });
  expect([0, 1, 59, 60, 125, 1440, 1501].map((minutes) => duration(minutes, "en"))).toEqual([
    "less than a minute",
    "1 minute",
    "59 minutes",
    "1 hour",
    "2 hours, 5 minutes",
    "1 day",
    "1 day, 1 hour, 1 minute",
  ]);
  for (const language of languageCodes) expect(duration(0, language)).not.toMatch(/\b0\b|٠/);
  expect(duration(125, "ja")).toBe("2\u00a0時間\u00a05\u00a0分");
  expect(duration(125, "fr")).toMatch(/^2\sheures et 5\sminutes$/);
});

test("lists have the separators of the language", () => {
  const list = (code: keyof typeof languages) => formatList(["A", "B", "C"], code);
  expect([list("en"), list("de"), list("ja")]).toEqual(["A, B, C", "A, B und C", "A、B、C"]);
});

test("language tags match in upper and lower case and with any country", () => {
  expect(
    ["de", "DE", "de-AT", "pt-BR", "pt-br", "pt", "PT-pt", "ar-EG", "en-GB"].map((tag) => toLanguage(tag)),
  ).toEqual([...["de", "de", "de", "pt-BR", "pt-BR", "pt-BR", "pt-BR", "ar", "en"]]);
});

test("an unknown language falls back to English", () => {
  for (const tag of ["xx", "", "-", "german", "__proto__", undefined]) expect(toLanguage(tag)).toBe("en");
});

test("interpolation ignores values without a placeholder, and keeps placeholders without a value", () => {
  expect(interpolate("{a} and {b}", { a: "one", c: "three" })).toBe("one and {b}");
});
