/** The languages of the public page, each named in itself; the first where none of them is asked for. */
export const languages = {
  en: { name: "English", dir: "ltr", locale: "en-US" },
  es: { name: "Español", dir: "ltr", locale: "es" },
  fr: { name: "Français", dir: "ltr", locale: "fr" },
  de: { name: "Deutsch", dir: "ltr", locale: "de" },
  ja: { name: "日本語", dir: "ltr", locale: "ja" },
  "pt-BR": { name: "Português (Brasil)", dir: "ltr", locale: "pt-BR" },
  // The digits of names, versions and addresses beside them, whatever a browser takes to be Arabic's.
  ar: { name: "العربية", dir: "rtl", locale: "ar-u-nu-latn" },
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
    const formatter = make(languages[language].locale);
    made.set(language, formatter);
    return formatter;
  };
}
