import { interpolate } from "../../shared/interpolate.ts";
import { en, type Texts } from "./en.ts";
import { formats } from "./formats.ts";
import type { Language } from "./languages.ts";

export type Plural = { [category in Intl.LDMLPluralRule]?: string } & { other: string };

export type Widened<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { [Key in keyof T]: Widened<T[Key]> };

const texts: Partial<Record<Language, Texts>> = { en };

const others: Record<Exclude<Language, "en">, () => Promise<Texts>> = {
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  de: async () => (await import("./de.ts")).de,
  ja: async () => (await import("./ja.ts")).ja,
  "pt-BR": async () => (await import("./pt-br.ts")).ptBR,
  ar: async () => (await import("./ar.ts")).ar,
};

/** Whoever renders in one language awaits this first. `all-texts.ts` is for those who write in many. */
export async function loadTexts(language: Language): Promise<void> {
  if (language !== "en") texts[language] ??= await others[language]();
}

export function addTexts(all: Record<Language, Texts>): void {
  Object.assign(texts, all);
}

/** @throws if the language is not loaded */
export function textsOf(language: Language): Texts {
  const found = texts[language];
  if (!found) throw new Error(`The texts in ${language} are not loaded.`);
  return found;
}

export function plural(language: Language, forms: Plural, count: number): string {
  const form = forms[formats[language].pluralCategory(count)] ?? forms.other;
  return interpolate(form, { count: formatCount(count, language) });
}

function formatCount(count: number, language: Language): string {
  const { separator, from } = formats[language].group;
  return count < from ? `${count}` : `${count}`.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
}
