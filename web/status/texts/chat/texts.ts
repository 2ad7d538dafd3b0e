import type { Language } from "../languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { type ChatTexts, en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { ptBR } from "./pt-br.ts";

const texts: Record<Language, ChatTexts> = { en, es, fr, de, ja, "pt-BR": ptBR, ar };

export function chatTextsOf(language: Language): ChatTexts {
  return texts[language];
}
