import { afterEach, expect, test, vi } from "vitest";
import { addAges } from "../../../web/status/enhance/times/recent-times.ts";
import { textsOf } from "../../../web/status/texts/all-texts.ts";
import { type Language, languageCodes } from "../../../web/status/texts/languages.ts";
import { HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { parseHTML } from "../../support/readers/html.ts";

afterEach(() => vi.useRealTimers());

const AT = "2026-03-10T10:00Z";
const BEFORE = "2026-03-10T09:59Z";

function ageTexts(language: Language, ageMs: number, began = BEFORE) {
  vi.setSystemTime(Date.parse(AT) + ageMs);
  const page = parseHTML(
    `<main data-ages="${Object.values(textsOf(language).ages).join("|")}"><article class="notice"><p class="status" data-began="${began}"></p><ol class="updates"><li><time datetime="${AT}">DATE</time></li></ol></article></main>`,
  );
  addAges(page);
  const [time, status] = [page.querySelector("time"), page.querySelector<HTMLElement>(".status")];
  return [time?.textContent, status?.dataset.age];
}

test("an age is in minutes, then in hours, and in days when there are several", () => {
  const ages = [0, 59 * MINUTE_MS, HOUR_MS, 47 * HOUR_MS, 48 * HOUR_MS, 100 * HOUR_MS];
  expect(ages.map((ageMs) => ageTexts("en", ageMs)[0])).toEqual([
    ...["1 min ago · DATE", "59 min ago · DATE", "1 h ago · DATE", "47 h ago · DATE"],
    ...["2 days ago · DATE", "4 days ago · DATE"],
  ]);
});

test("each language says how old an update is and how long an incident has been going on", () => {
  expect(languageCodes.map((language) => ageTexts(language, 50 * HOUR_MS))).toEqual([
    ["2 days ago · DATE", "ongoing for 2 days 2 h"],
    ["hace 2 días · DATE", "lleva 2 días 2 h"],
    ["il y a 2 jours · DATE", "dure depuis 2 jours 2 h"],
    ["vor 2 Tagen · DATE", "aktiv seit 2 Tagen 2 Std."],
    ["2 日前 · DATE", "2 日 2 時間継続中"],
    ["há 2 dias · DATE", "já dura 2 dias 2 h"],
    ["قبل 2 ي · DATE", "مستمرة منذ 2 ي 2 س"],
  ]);
});

test("an open incident's duration is in minutes, then in hours and minutes, and after two days in days and hours", () => {
  const minutes = [0, 59, 60, 102, 60 * 47 + 59, 60 * 48, 60 * 48 + 59, 60 * 75];
  expect(minutes.map((count) => ageTexts("en", count * MINUTE_MS, AT)[1])).toEqual(
    ["1 min", "59 min", "1 h", "1 h 42 min", "47 h 59 min", "2 days", "2 days", "3 days 3 h"].map(
      (span) => `ongoing for ${span}`,
    ),
  );
});

test("the update with which an incident began has an age, too", () => {
  expect(ageTexts("en", HOUR_MS, AT)).toEqual(["1 h ago · DATE", "ongoing for 1 h"]);
});

test("with a clock that is behind, the time stays as it is", () => {
  expect(ageTexts("en", -2 * MINUTE_MS)).toEqual(["DATE", ""]);
});
