import { createContext, createElement, Fragment, type ReactNode, useContext } from "react";
import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/languages.ts";
import { type Plural, plural, textsOf } from "../texts/texts.ts";

/** What a page knows of the request that it answers. */
export interface Visit {
  language: Language;
  /** Path and query without the language, as links to this page have it. */
  address: string;
  /** Where visitors find the page, without a slash at the end. */
  origin: string;
  /** What the document itself has the browser run, before anything of it is painted. */
  script: string;
}

const VisitContext = createContext<Visit>({ language: "en", address: "/", origin: "", script: "" });

/** Has all that is within speak the visitor's language. */
export const VisitProvider = VisitContext.Provider;

export function useVisit(): Visit {
  return useContext(VisitContext);
}

export function useTexts(): Texts {
  return textsOf(useVisit().language);
}

/** The text for so many. */
export function usePlural(): (forms: Plural, count: number) => string {
  const { language } = useVisit();
  return (forms, count) => plural(language, forms, count);
}

/** Makes links to pages of ours stay in the language. */
export function useHref(): (address: string) => string {
  const { language } = useVisit();
  return (address) => inLanguage(address, language);
}

/** An address of ours in a language; English is what the address alone says. */
export function inLanguage(address: string, language: Language): string {
  if (language === "en") return address;
  const [, path = "", hash = ""] = /^([^#]*)(#.*)?$/.exec(address) ?? [];
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}${hash}`;
}

/** A text with elements as its values. */
export function Interpolated({ text, values }: { text: string; values: Record<string, ReactNode> }) {
  // Every second part is a value's name.
  const parts = text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? values[part] : part));
  return createElement(Fragment, null, ...parts);
}
