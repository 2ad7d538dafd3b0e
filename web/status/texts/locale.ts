import type { Language } from "./languages.ts";

/** For Intl; in Arabic with the digits of the names, versions and addresses beside, whatever a browser has for it. */
export function localeOf(language: Language): string {
  return { en: "en-US", ar: "ar-u-nu-latn" }[language as string] ?? language; // the others are locales themselves
}
