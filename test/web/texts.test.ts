import { expect, test } from "vitest";
import { interpolate } from "../../web/shared/interpolate.ts";
import { en, type Texts } from "../../web/status/texts/en.ts";
import { languageCodes, languageOf, type languages, localeOf } from "../../web/status/texts/languages.ts";
import { type Plural, plural, textsOf } from "../../web/status/texts/texts.ts";
import { formatDuration, formatList, formatUptime } from "../../web/status/views/figures.ts";
import { formatDay, formatShort, formatTime } from "../../web/status/views/time-format.ts";
import { componentStatuses } from "../../worker/components/domain.ts";
import { noticeStatuses } from "../../worker/notices/domain.ts";

const others = languageCodes.filter((code) => code !== "en");

type Leaf = string | Plural;
const isLeaf = (value: unknown): value is Leaf =>
  typeof value === "string" || (typeof value === "object" && value !== null && "other" in value);

/** Each text by its path: `states.Operational`. */
function leaves(texts: object, path = ""): [string, Leaf][] {
  return Object.entries(texts).flatMap(([key, value]): [string, Leaf][] =>
    isLeaf(value) ? [[`${path}${key}`, value]] : leaves(value, `${path}${key}.`),
  );
}
const forms = (leaf: Leaf) => (typeof leaf === "string" ? [leaf] : Object.values(leaf));
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

const english = new Map(leaves(en));
/** The same word in both languages, or a name. */
const alike: Record<string, string[]> = {
  es: ["api", "statusDuration", "labeledText", "stripLabel", "graphTitle"],
  fr: ["service", "pages", "incidentKind", "api", "statusDuration", "graphTitle"],
  de: ["api", "statusDuration", "labeledText", "stripLabel", "graphTitle"],
  ja: ["api"],
  "pt-BR": ["api", "statusDuration", "labeledText", "stripLabel", "graphTitle"],
  ar: ["statusDuration", "labeledText", "graphTitle"],
};

test.for(others)("%s says all that English says, and nothing else", (code) => {
  expect(
    leaves(textsOf(code))
      .map(([path]) => path)
      .sort(),
  ).toEqual([...english.keys()].sort());
});

test.for(others)("%s has left nothing in English", (code) => {
  const left = leaves(textsOf(code)).filter(([path, leaf]) => {
    const said = forms(english.get(path) ?? "");
    return forms(leaf).some((form) => said.includes(form)) && !alike[code]?.includes(path);
  });
  expect(left).toEqual([]);
});

test.for(others)("%s puts in each text what English puts in it", (code) => {
  for (const [path, leaf] of leaves(textsOf(code))) {
    const wanted = placeholders(forms(english.get(path) ?? "").at(-1) ?? "");
    const [usual = ""] = forms(leaf).slice(-1);
    expect([path, placeholders(usual)]).toEqual([path, wanted]);
    // "One day" and "two days" need no number where the language has words for them.
    for (const form of forms(leaf)) expect(wanted).toEqual(expect.arrayContaining(placeholders(form)));
  }
});

test.for(languageCodes)("%s has each number's form of each plural", (code) => {
  const { pluralCategories } = new Intl.PluralRules(localeOf(code)).resolvedOptions();
  for (const [path, leaf] of leaves(textsOf(code))) {
    if (typeof leaf === "string") continue;
    expect([path, Object.keys(leaf).sort()]).toEqual([path, pluralCategories.toSorted()]);
  }
});

test.for(languageCodes)("%s has a word for each state, and no two states are the same word", (code) => {
  const { states } = textsOf(code);
  for (const kind of [componentStatuses, noticeStatuses.incident, noticeStatuses.maintenance]) {
    const words = kind.map((status) => states[status]);
    expect(new Set(words).size).toBe(kind.length);
  }
});

test("numbers choose their form by the language's own rules", () => {
  const count = (code: keyof typeof languages, many: number) => {
    const texts: Texts = textsOf(code);
    return plural(code, texts.openIncidents, many);
  };
  expect([count("en", 1), count("en", 2)]).toEqual(["1 active incident", "2 active incidents"]);
  expect([count("fr", 1), count("fr", 2)]).toEqual(["1 incident en cours", "2 incidents en cours"]);
  expect(count("ja", 1)).toBe("対応中のインシデント 1 件");
  expect([1, 2, 3, 11, 100].map((many) => count("ar", many))).toEqual([
    "حادثة نشطة واحدة",
    "حادثتان نشطتان",
    "3 حوادث نشطة",
    "11 حادثة نشطة",
    "100 حادثة نشطة",
  ]);
});

test("times are English as the specification has them, and elsewhere as the language has them", () => {
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

test("a duration names no unit that it has none of", () => {
  expect([0, 1, 59, 60, 125, 1440, 1501].map((minutes) => formatDuration(minutes, "en"))).toEqual([
    "0 minutes",
    "1 minute",
    "59 minutes",
    "1 hour",
    "2 hours, 5 minutes",
    "1 day",
    "1 day, 1 hour, 1 minute",
  ]);
  expect(formatDuration(125, "ja")).toBe("2\u00a0時間\u00a05\u00a0分");
  expect(formatDuration(125, "fr")).toMatch(/^2\sheures et 5\sminutes$/);
});

test("what is listed has the commas of the language", () => {
  const list = (code: keyof typeof languages) => formatList(["A", "B", "C"], code);
  expect([list("en"), list("de"), list("ja")]).toEqual(["A, B, C", "A, B und C", "A、B、C"]);
});

test("a language is known by its tag in any letters, with any country", () => {
  expect(
    ["de", "DE", "de-AT", "pt-BR", "pt-br", "pt", "PT-pt", "ar-EG", "en-GB"].map((tag) => languageOf(tag)),
  ).toEqual([...["de", "de", "de", "pt-BR", "pt-BR", "pt-BR", "pt-BR", "ar", "en"]]);
});

test("an unknown language is English, and a value without a place in a text is left out", () => {
  for (const asked of ["xx", "", "-", "german", "__proto__", undefined]) expect(languageOf(asked)).toBe("en");
  expect(interpolate("{a} and {b}", { a: "one", c: "three" })).toBe("one and {b}");
});
