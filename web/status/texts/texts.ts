import { interpolate } from "../../shared/interpolate.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";
import { es } from "./es.ts";
import { formats } from "./formats.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import type { Language } from "./languages.ts";
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
  const form = forms[formats[language].pluralCategory(count)] ?? forms.other;
  return interpolate(form, { count: formatCount(count, language) });
}

function formatCount(count: number, language: Language): string {
  const { separator, from } = formats[language].group;
  return count < from ? `${count}` : `${count}`.replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
}
