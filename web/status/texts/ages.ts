import type { Language } from "./languages.ts";

/**
 * How long ago something was, where `{count}` is minutes or hours; each text is right for every number.
 * `Intl.RelativeTimeFormat` would block a phone for a tenth of a second when it is first used.
 */
export const ages: Record<Language, { minutes: string; hours: string }> = {
  en: { minutes: "{count} min. ago", hours: "{count} hr. ago" },
  es: { minutes: "hace {count} min", hours: "hace {count} h" },
  fr: { minutes: "il y a {count} min", hours: "il y a {count} h" },
  de: { minutes: "vor {count} Min.", hours: "vor {count} Std." },
  ja: { minutes: "{count} 分前", hours: "{count} 時間前" },
  "pt-BR": { minutes: "há {count} min.", hours: "há {count} h" },
  ar: { minutes: "قبل {count} د", hours: "قبل {count} س" },
};
