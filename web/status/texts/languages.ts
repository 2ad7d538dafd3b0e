/** The languages of the public page, the first where none of them is asked for; each named in itself. */
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

export const languageCodes = Object.keys(languages) as Language[]; // its own keys

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languages, code);
}

/** What `?lang=` asks for; English where nobody knows that language. */
export function languageOf(code: string | undefined): Language {
  return isLanguage(code) ? code : "en";
}
