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

/** What `?lang=` asks for as BCP 47 has it: `de-AT` and `DE` are German. English where nobody knows that language. */
export function languageOf(asked = ""): Language {
  return languageCodes.find((code) => primaryTag(code) === primaryTag(asked)) ?? "en";
}

/** No two languages of ours have the same; a second one would need the rest of the tag, too. */
function primaryTag(code: string): string {
  return code.toLowerCase().replace(/-.*/, "");
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

/** For Intl; in Arabic with the digits of the names, versions and addresses beside, whatever a browser has for it. */
export function localeOf(language: Language): string {
  return { en: "en-US", ar: "ar-u-nu-latn" }[language as string] ?? language; // the others are locales themselves
}
