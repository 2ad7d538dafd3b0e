import { interpolate } from "../../shared/interpolate.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { type Language, memoizePerLocale } from "./languages.ts";
import { ptBR } from "./pt-br.ts";

export type Plural = { [category in Intl.LDMLPluralRule]?: string } & { other: string };

export type Widened<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { [Key in keyof T]: Widened<T[Key]> };

const texts: Record<Language, Texts> = { en, es, fr, de, ja, "pt-BR": ptBR, ar };

export function textsOf(language: Language): Texts {
  return texts[language];
}

export function plural(language: Language, forms: Plural, count: number): string {
  const form = forms[rules(language).select(count)] ?? forms.other;
  return interpolate(form, { count: formatCount(count, language) });
}

/** A count without thousands is its digits in all languages: a formatter takes longer. */
function formatCount(count: number, language: Language): string {
  return count < 1000 ? `${count}` : numbers(language).format(count);
}

const rules = memoizePerLocale((locale) => new Intl.PluralRules(locale));
const numbers = memoizePerLocale((locale) => new Intl.NumberFormat(locale));
