import type { ComponentType, ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Language } from "../texts/languages.ts";
import { createMemory, textBytes } from "../texts/memory.ts";
import { useVisit, type Visit, Visited } from "./language.tsx";

// In no markup of what people write is there a <.
const mark = "<drawn/>";

/** The pieces that the markup is made of. Most of a large page is drawn already, and never has to become one text. */
export function draw(part: ReactElement, visit: Omit<Visit, "parts">): string[] {
  const parts: string[] = [];
  const around = renderToStaticMarkup(<Visited value={{ ...visit, parts }}>{part}</Visited>).split(mark);
  return around.flatMap((piece, at) => [piece, ...parts.slice(at, at + 1)]);
}

const known = createMemory<string>(textBytes);

/**
 * The markup of parts that are drawn once for as long as they show the same: a page that changes shows nearly all of its
 * rows and cards again, and to compare what they show takes a tenth of drawing them. A part is drawn from the very text
 * that is compared, and can ask of the visit its language alone.
 * @param name of the part, no other's
 */
export function remembering<Props extends object>(name: string, Part: ComponentType<Props>) {
  return (props: Props, language: Language): string => {
    const shows = JSON.stringify(props);
    const key = `${name} ${language} ${shows}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const part = <Part {...(JSON.parse(shows) as Props)} />; // as it was before it was a text
    const markup = draw(part, { language, address: "/", origin: "", script: "" }).join("");
    known.set(key, markup);
    return markup;
  };
}

/** Has an element hold parts that are drawn: its `dangerouslySetInnerHTML`. */
export function useDrawn(): (parts: string[]) => { __html: string } {
  const visit = useVisit();
  return (parts) => {
    visit.parts.push(parts.join(""));
    return { __html: mark };
  };
}
