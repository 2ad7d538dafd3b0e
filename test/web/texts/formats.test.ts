import { expect, test } from "vitest";
import { plural, textsOf } from "../../../web/status/texts/all-texts.ts";
import { formats } from "../../../web/status/texts/formats.ts";
import { languageCodes, localeOf } from "../../../web/status/texts/languages.ts";
import {
  formatDuration,
  formatList,
  formatPercent,
  formatUptime,
} from "../../../web/status/views/strips/figures.ts";
import { formatDays, formatShort, formatTime } from "../../../web/status/views/time-format.ts";
import {
  formatInUTC,
  formatMonth,
  formatShortInUTC,
  formatUTCDay,
  formatUTCDays,
} from "../../../web/status/views/utc-format.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";

/** The Worker formats without `Intl`, with the same result. */
function expectSame<Value>(
  values: Value[],
  format: (value: Value) => string,
  intlFormat: (value: Value) => string,
) {
  expect(values.map(format)).toEqual(values.map(intlFormat));
}
const range = (length: number) => [...Array(length).keys()];
const counts = [...range(1200), 9999, 10_000, 12_345, 99_999, 100_000, 999_999, 1_000_000, 2_000_000];

test.for(languageCodes)("%s has the plural category and the digits of each count", (language) => {
  const rules = new Intl.PluralRules(localeOf(language));
  const numbers = new Intl.NumberFormat(localeOf(language));
  expectSame(counts, formats[language].pluralCategory, (count) => rules.select(count));
  expectSame(
    counts,
    (count) => plural(language, { other: "{count}" }, count),
    (count) => numbers.format(count),
  );
});

test.for(languageCodes)("%s has each percentage from 0 to 100", (language) => {
  const whole = new Intl.NumberFormat(localeOf(language), { style: "percent" });
  const exact = new Intl.NumberFormat(localeOf(language), { style: "percent", minimumFractionDigits: 2 });
  const shares = range(1429).map((n) => (n * 7) / 10_000);
  expectSame(
    shares,
    (share) => formatUptime(share, language),
    (share) => exact.format(share),
  );
  expectSame(
    [...shares, 1],
    (share) => formatPercent(share, language),
    (share) => whole.format(share),
  );
});

test.for(languageCodes)("%s has durations from a minute to years", (language) => {
  const unit = (unit: string) =>
    new Intl.NumberFormat(localeOf(language), { style: "unit", unit, unitDisplay: "long" });
  const [days, hours, minutes] = [unit("day"), unit("hour"), unit("minute")];
  const list = new Intl.ListFormat(localeOf(language), { type: "unit" });
  const times = [...range(120), 1234, 12_345, 1_000_000].flatMap((day) =>
    [0, 1, 2, 60, 120, 125].map((time) => day * 1440 + time),
  );
  expectSame(
    [...range(1440), ...times].filter((time) => time > 0),
    (time) => formatDuration(time, { texts: textsOf(language), language }),
    (time) => {
      const [day, hour, minute] = [Math.floor(time / 1440), Math.floor(time / 60) % 24, time % 60];
      const text = list.format([
        ...(day > 0 ? [days.format(day)] : []),
        ...(hour > 0 ? [hours.format(hour)] : []),
        ...(minute > 0 ? [minutes.format(minute)] : []),
      ]);
      // A line must not break within a Japanese duration.
      return language === "ja" ? text.replaceAll(" ", "\u00a0") : text;
    },
  );
});

test.for(languageCodes)("%s has lists of one to four items", (language) => {
  const list = new Intl.ListFormat(localeOf(language), { style: "narrow" });
  const names = ["API", "Ibis", "hi", "Hilo", "hielo", "HIATO", "yes", "Índice", "8 more", "واجهة", "y"];
  expectSame(
    names.flatMap((name) => [[name], ["A", name], [name, "B", name], ["A", name, "B", name], ["A", "B"]]),
    (items) => formatList(items, language),
    (items) => list.format(items),
  );
});

test.for(languageCodes)("%s has each day, month and minute of the day", (language) => {
  const options = { timeZone: "UTC", year: "numeric" } as const;
  const months = new Intl.DateTimeFormat(localeOf(language), { ...options, month: "long" });
  const day = language === "en" ? "2-digit" : "numeric";
  const days = new Intl.DateTimeFormat(localeOf(language), { ...options, month: "short", day });
  const start = Date.UTC(2027, 11, 31);
  const times = range(400).map((index) => isoTime(start + index * (DAY_MS + 7 * MINUTE_MS)));
  expectSame(
    times,
    (time) => formatUTCDay(time.slice(0, 10), language),
    (time) => days.format(Date.parse(time)),
  );
  expectSame(
    times,
    (time) => formatMonth(time.slice(0, 7), language),
    (time) => months.format(Date.parse(time)),
  );
  expectSame(
    times,
    (time) => formatInUTC(time, language),
    (time) => formatTime(time, language, "UTC"),
  );
  expectSame(
    times,
    (time) => formatShortInUTC(time, language),
    (time) => formatShort(time, language, "UTC"),
  );
});

test.for(languageCodes)("%s has ranges of days within a month, a year and beyond", (language) => {
  const ranges = ["2027-11-07", "2028-02-29", "2026-12-31"].flatMap((from) =>
    range(60).map((days) => ({ from, to: isoTime(Date.parse(from) + days * DAY_MS).slice(0, 10) })),
  );
  expectSame(
    ranges,
    ({ from, to }) => formatUTCDays(from, to, language),
    // Node has thin spaces around the dash. workerd and Chromium don't.
    ({ from, to }) => formatDays(from, to, language).replaceAll("\u2009", " "),
  );
});
