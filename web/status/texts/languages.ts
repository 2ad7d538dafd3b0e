import { localeOf } from "./locale.ts";

/** The languages of the public page, each named in itself; the first where none of them is asked for. */
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

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(languages, code);
}

/** What `?lang=` asks for; English where nobody knows that language. */
export function languageOf(code: string | undefined): Language {
  return isLanguage(code) ? code : "en";
}

/** Keeps what is made for a locale: making a formatter of Intl takes longer than all that is done with it. */
export function perLocale<Formatter>(make: (locale: string) => Formatter): (language: Language) => Formatter {
  const made = new Map<Language, Formatter>();
  return (language) => {
    const known = made.get(language);
    if (known) return known;
    const formatter = make(localeOf(language));
    made.set(language, formatter);
    return formatter;
  };
}
