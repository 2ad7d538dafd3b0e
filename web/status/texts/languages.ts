/** Each language is named in itself. */
export const languages = {
  en: { name: "English", dir: "ltr" },
  es: { name: "Español", dir: "ltr" },
  fr: { name: "Français", dir: "ltr" },
  de: { name: "Deutsch", dir: "ltr" },
  ja: { name: "日本語", dir: "ltr" },
  "pt-BR": { name: "Português (Brasil)", dir: "ltr" },
  ar: { name: "العربية", dir: "rtl" },
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[]; // The keys are those of `languages`.

/** Takes BCP 47 tags: `de-AT` and `DE` are German. Unknown languages fall back to English. */
export function toLanguage(tag = ""): Language {
  return languageCodes.find((code) => primaryTag(code) === primaryTag(tag)) ?? "en";
}

function primaryTag(code: string): string {
  return code.toLowerCase().replace(/-.*/, "");
}

/** Arabic uses Latin digits, like the names, versions and addresses beside them. */
export function localeOf(language: Language): string {
  return { en: "en-US", ar: "ar-u-nu-latn" }[language as string] ?? language; // the others are locales themselves
}
