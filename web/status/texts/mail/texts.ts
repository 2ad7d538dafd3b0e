import type { Language } from "../languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type MailTexts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";

const texts: Record<Language, MailTexts> = { en, es, fr, de, ja, "pt-BR": ptBR, ar };

export function mailTextsOf(language: Language): MailTexts {
  return texts[language];
}
