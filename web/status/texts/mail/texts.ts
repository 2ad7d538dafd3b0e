import type { Language } from "../languages.ts";
import { en, type MailTexts } from "./en.ts";

const texts: Partial<Record<Language, MailTexts>> = { en };

/** What mails say. */
export function mailTextsOf(language: Language): MailTexts {
  return texts[language] ?? en;
}
