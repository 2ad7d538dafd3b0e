import { months } from "../../../worker/shared/time/domain.ts";
import type { Language } from "./languages.ts";
import type { Plural } from "./texts.ts";

/** `pair` stands between two items of a list, `middle` between all but the last of more, and `last` before the last. */
export interface Separators {
  pair: string;
  middle: string;
  last: string;
}

interface Formats {
  pluralCategory: (count: number) => Intl.LDMLPluralRule;
  decimal: "." | ",";
  /** Groups thousands from this number on. */
  group: { separator: string; from: 1000 | 10_000 };
  /** Follows the number. */
  percent: string;
  units: { day: Plural; hour: Plural; minute: Plural };
  durations: Separators;
  lists: Separators;
  months: string[];
  shortMonths: string[];
  dayOfMonth: (day: string, month: string) => string;
  withYear: (date: string, year: number) => string;
  withTime: (date: string, time: string) => string;
  monthOfYear: (month: string, year: number) => string;
  /** Between two days of a month. It is null where ranges have dates in digits. */
  dayRange: string | null;
}

// Arabic has no short names of months.
const arabicMonths = words("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر");

/** A formatter of `Intl` loads the locale's data first, which takes a Worker longer than a page. */
export const formats: Record<Language, Formats> = {
  en: {
    pluralCategory: oneOrOther,
    decimal: ".",
    group: { separator: ",", from: 1000 },
    percent: "%",
    units: {
      day: { one: "{count} day", other: "{count} days" },
      hour: { one: "{count} hour", other: "{count} hours" },
      minute: { one: "{count} minute", other: "{count} minutes" },
    },
    durations: { pair: ", ", middle: ", ", last: ", " },
    lists: { pair: ", ", middle: ", ", last: ", " },
    months: words("January February March April May June July August September October November December"),
    shortMonths: months,
    dayOfMonth: (day, month) => `${month} ${day}`,
    withYear: (date, year) => `${date}, ${year}`,
    withTime: (date, time) => `${date}, ${time}`,
    monthOfYear: (month, year) => `${month} ${year}`,
    dayRange: " – ",
  },
  es: {
    pluralCategory: (count) => (count === 1 ? "one" : millions(count)),
    decimal: ",",
    group: { separator: ".", from: 10_000 },
    percent: "\u00a0%",
    units: {
      day: { one: "{count} día", other: "{count} días" },
      hour: { one: "{count} hora", other: "{count} horas" },
      minute: { one: "{count} minuto", other: "{count} minutos" },
    },
    durations: { pair: " y ", middle: ", ", last: " y " },
    lists: { pair: " y ", middle: ", ", last: " y " },
    months: words("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    shortMonths: words("ene feb mar abr may jun jul ago sept oct nov dic"),
    dayOfMonth: (day, month) => `${day} ${month}`,
    withYear: (date, year) => `${date} ${year}`,
    withTime: (date, time) => `${date}, ${time}`,
    monthOfYear: (month, year) => `${month} de ${year}`,
    dayRange: "–",
  },
  fr: {
    pluralCategory: (count) => (count < 2 ? "one" : millions(count)),
    decimal: ",",
    group: { separator: "\u202f", from: 1000 },
    percent: "\u00a0%",
    units: {
      day: { one: "{count}\u00a0jour", other: "{count}\u00a0jours" },
      hour: { one: "{count}\u00a0heure", other: "{count}\u00a0heures" },
      minute: { one: "{count} minute", other: "{count} minutes" },
    },
    durations: { pair: " et ", middle: ", ", last: " et " },
    lists: { pair: ", ", middle: ", ", last: ", " },
    months: words("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    shortMonths: words("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
    dayOfMonth: (day, month) => `${day} ${month}`,
    withYear: (date, year) => `${date} ${year}`,
    withTime: (date, time) => `${date}, ${time}`,
    monthOfYear: (month, year) => `${month} ${year}`,
    dayRange: "–",
  },
  de: {
    pluralCategory: oneOrOther,
    decimal: ",",
    group: { separator: ".", from: 1000 },
    percent: "\u00a0%",
    units: {
      day: { one: "{count} Tag", other: "{count} Tage" },
      hour: { one: "{count} Stunde", other: "{count} Stunden" },
      minute: { one: "{count} Minute", other: "{count} Minuten" },
    },
    durations: { pair: ", ", middle: ", ", last: " und " },
    lists: { pair: " und ", middle: ", ", last: " und " },
    months: words("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    shortMonths: words("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
    dayOfMonth: (day, month) => `${day}. ${month}`,
    withYear: (date, year) => `${date} ${year}`,
    withTime: (date, time) => `${date}, ${time}`,
    monthOfYear: (month, year) => `${month} ${year}`,
    dayRange: ".–",
  },
  ja: {
    pluralCategory: () => "other",
    decimal: ".",
    group: { separator: ",", from: 1000 },
    percent: "%",
    // Without no-break spaces, a line could break within a duration.
    units: {
      day: { other: "{count}\u00a0日" },
      hour: { other: "{count}\u00a0時間" },
      minute: { other: "{count}\u00a0分" },
    },
    durations: { pair: "\u00a0", middle: "\u00a0", last: "\u00a0" },
    lists: { pair: "、", middle: "、", last: "、" },
    months: words("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"),
    shortMonths: words("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"),
    dayOfMonth: (day, month) => `${month}${day}日`,
    withYear: (date, year) => `${year}年${date}`,
    withTime: (date, time) => `${date} ${time}`,
    monthOfYear: (month, year) => `${year}年${month}`,
    dayRange: null,
  },
  "pt-BR": {
    pluralCategory: (count) => (count < 2 ? "one" : millions(count)),
    decimal: ",",
    group: { separator: ".", from: 1000 },
    percent: "%",
    units: {
      day: { one: "{count} dia", other: "{count} dias" },
      hour: { one: "{count} hora", other: "{count} horas" },
      minute: { one: "{count} minuto", other: "{count} minutos" },
    },
    durations: { pair: " e ", middle: ", ", last: " e " },
    lists: { pair: ", ", middle: ", ", last: ", " },
    months: words("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
    shortMonths: words("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez."),
    dayOfMonth: (day, month) => `${day} de ${month}`,
    withYear: (date, year) => `${date} de ${year}`,
    withTime: (date, time) => `${date}, ${time}`,
    monthOfYear: (month, year) => `${month} de ${year}`,
    dayRange: " – ",
  },
  ar: {
    pluralCategory: arabicPluralCategory,
    decimal: ".",
    group: { separator: ",", from: 1000 },
    percent: "\u200e%\u200e",
    units: {
      day: { one: "يوم", two: "يومان", few: "{count} أيام", many: "{count} يومًا", other: "{count} يوم" },
      hour: { one: "ساعة", two: "ساعتان", few: "{count} ساعات", other: "{count} ساعة" },
      minute: { one: "دقيقة", two: "دقيقتان", few: "{count} دقائق", other: "{count} دقيقة" },
    },
    durations: { pair: " و", middle: "، و", last: "، و" },
    lists: { pair: " و", middle: " و", last: " و" },
    months: arabicMonths,
    shortMonths: arabicMonths,
    dayOfMonth: (day, month) => `${day} ${month}`,
    withYear: (date, year) => `${date} ${year}`,
    withTime: (date, time) => `${date}، ${time}`,
    monthOfYear: (month, year) => `${month} ${year}`,
    dayRange: "–",
  },
};

function words(text: string): string[] {
  return text.split(" ");
}

function oneOrOther(count: number) {
  return count === 1 ? "one" : "other";
}

/** In Romance languages, millions have a form of their own, as in `un millón de días`. */
function millions(count: number) {
  return count > 0 && count % 1_000_000 === 0 ? "many" : "other";
}

function arabicPluralCategory(count: number) {
  if (count === 0) return "zero";
  if (count === 1) return "one";
  if (count === 2) return "two";
  const hundredth = count % 100;
  if (hundredth >= 3 && hundredth <= 10) return "few";
  return hundredth >= 11 ? "many" : "other";
}
