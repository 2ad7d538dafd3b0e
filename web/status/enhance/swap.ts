import { Idiomorph } from "idiomorph";
import { announce, newsOf, region } from "./announce.ts";
import { arrange } from "./arrange.ts";
import { enhanceDayStrips, readAgain } from "./day-strips.ts";
import { enhanceGraphs, keepGraphs } from "./graphs.ts";
import { holdPlace } from "./hold-place.ts";
import { fillOwnZone } from "./own-zone.ts";

/**
 * Makes this document the one that has come, touching only what differs: focus, scroll position and selection stay,
 * and so does what the visitor opened or typed.
 * @returns whether it says anything new
 */
export function swapIn(html: string): boolean {
  // A style that this document's policy does not know is refused even where it is only parsed.
  const [element = "", style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const next = new DOMParser().parseFromString(html.replace(element, ""), "text/html");
  const before = newsOf(document);
  arrange(next);
  keepGraphs(next);
  fillOwnZone(next);
  enhanceDayStrips(next);
  document.title = next.title;
  swapIcon(next);
  swapStyle(style);
  const stay = holdPlace();
  // A promise only where there is a <head> to wait for.
  void Idiomorph.morph(document.body, next.body, {
    callbacks: {
      beforeNodeMorphed: (old, now) => !(isKept(old) || old.isEqualNode(now)),
      beforeNodeRemoved: (old) => old !== region,
      beforeAttributeUpdated: (name, { localName }) => !ours[localName]?.includes(name),
    },
  });
  stay();
  enhanceDayStrips(document);
  readAgain();
  enhanceGraphs();
  const news = [...newsOf(document)].filter((told) => !before.has(told));
  announce(news);
  return news.length > 0;
}

/** Attributes that say where the visitor is, by their elements. */
const ours: Record<string, string[]> = {
  details: ["open"],
  div: ["data-shut"],
  svg: ["aria-valuenow", "aria-valuetext"],
};

/** What is the visitor's, or a script's, is left alone. */
function isKept(node: Node): boolean {
  if (node instanceof HTMLFormElement) return isInUse(node);
  return node instanceof HTMLElement && (node === region || node.matches(".graph"));
}

function isInUse(form: HTMLFormElement): boolean {
  const { activeElement } = document;
  return (
    form.contains(activeElement) ||
    [...form.elements].some((field) => {
      if (field instanceof HTMLInputElement)
        return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
      return (
        field instanceof HTMLSelectElement &&
        [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
      );
    })
  );
}

function swapIcon(next: Document): void {
  const icon = (page: Document) => page.querySelector("link[rel=icon]");
  const href = icon(next)?.getAttribute("href");
  if (href && href !== icon(document)?.getAttribute("href")) icon(document)?.setAttribute("href", href);
}

/** The policy of this document knows its own style only; one that scripts make is none of its concern. */
function swapStyle(text: string): void {
  const own = document.querySelector("style");
  if (!own || text === (styled ?? own.textContent)) return;
  styled = text;
  sheet ??= new CSSStyleSheet();
  sheet.replaceSync(text);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.unshift(sheet);
  if (own.sheet) own.sheet.disabled = true;
}
let styled: string | undefined;
let sheet: CSSStyleSheet | undefined;
