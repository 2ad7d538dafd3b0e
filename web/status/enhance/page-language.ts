import type { Language } from "../texts/languages.ts";

export function pageLanguage(): Language {
  return document.documentElement.lang as Language; // the Worker writes no other
}
