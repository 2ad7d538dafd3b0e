import { createContext, createElement, Fragment, type ReactNode, useContext } from "react";
import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/languages.ts";
import { type Plural, plural, textsOf } from "../texts/texts.ts";

export interface PageContext {
  language: Language;
  /** Path and query without `lang`. */
  address: string;
  /** It has no slash at the end. */
  origin: string;
  script: string;
}

const CurrentPage = createContext<PageContext>({ language: "en", address: "/", origin: "", script: "" });

export const PageContextProvider = CurrentPage.Provider;

export function usePageContext(): PageContext {
  return useContext(CurrentPage);
}

export function useTexts(): Texts {
  return textsOf(usePageContext().language);
}

export function usePlural(): (forms: Plural, count: number) => string {
  const { language } = usePageContext();
  return (forms, count) => plural(language, forms, count);
}

export function useHref(): (address: string) => string {
  const { language } = usePageContext();
  return (address) => withLanguage(address, language);
}

/** An address without `lang` is in English. */
export function withLanguage(address: string, language: Language): string {
  if (language === "en") return address;
  const [, path = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(address) ?? [];
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}${hash}`;
}

export function Interpolated({ text, values }: { text: string; values: Record<string, ReactNode> }) {
  // `split` puts the name of each placeholder between the parts of the text.
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? values[part] : part));
  return createElement(Fragment, null, ...parts);
}
