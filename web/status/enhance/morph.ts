import { Idiomorph } from "idiomorph";
import { announce, liveRegion, statusTexts } from "./announce.ts";
import { enhanceDayStrips, refreshDayCard } from "./days/day-strips.ts";
import { applyFilter } from "./filter-field.ts";
import { copyGraphs, enhanceGraphs } from "./graphs/graphs.ts";
import { replaceStyles } from "./page-styles.ts";
import { anchorScroll } from "./scroll-anchor.ts";
import { requestLocalization } from "./times/localize-event.ts";
import { addAges } from "./times/recent-times.ts";
import { fillTimeZoneFields } from "./times/time-zone-fields.ts";

/**
 * Turns this document into the new one and touches only what differs: focus, scroll position, selection, and what the
 * visitor opened or typed stay.
 * @returns whether the new document states anything new
 */
export function morphPage(html: string): boolean {
  // The policy of this document refuses another document's style, even while that is only parsed.
  const [element = "", style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const next = new DOMParser().parseFromString(html.replace(element, ""), "text/html");
  const before = statusTexts(document);
  requestLocalization(next);
  addAges(next);
  copyGraphs(next);
  fillTimeZoneFields(next);
  enhanceDayStrips(next);
  document.title = next.title;
  replaceIcon(next);
  replaceStyle(style);
  const restoreScroll = anchorScroll();
  // Idiomorph returns a promise only for a document with a <head>.
  void Idiomorph.morph(document.body, next.body, {
    callbacks: {
      beforeNodeMorphed(current, coming) {
        if (current instanceof Element && coming instanceof Element) openIfOutageBegan(current, coming);
        return !(isVisitorOwned(current) || current.isEqualNode(coming));
      },
      beforeNodeRemoved: (current) => !(current instanceof Element && current.matches(SCRIPT_ELEMENTS)),
      beforeAttributeUpdated: (name, { localName }) => !visitorAttributes[localName]?.includes(name),
    },
  });
  restoreScroll();
  enhanceDayStrips(document);
  refreshDayCard();
  applyFilter();
  enhanceGraphs();
  const news = [...statusTexts(document)].filter((text) => !before.has(text));
  announce(news);
  return news.length > 0;
}

/** Elements that no document has, because the page's script adds them. */
const SCRIPT_ELEMENTS = "[data-announced], .day-card, .day-marker, dialog, #follow-panel";

/** Opens a group when an outage begins in it. If the visitor closes the group after that, it stays closed. */
function openIfOutageBegan(current: Element, coming: Element): void {
  const wasFine = current.matches(".group") && current.querySelector("summary .status.green");
  if (wasFine && coming.querySelector("[open]")) current.querySelector("details")?.setAttribute("open", "");
}

/** Attributes that hold what the visitor opened or points at, by element name. */
const visitorAttributes: Record<string, string[]> = {
  details: ["open"],
  svg: ["aria-valuenow", "aria-valuetext"],
};

function isVisitorOwned(node: Node): boolean {
  if (node instanceof HTMLFormElement) return isInUse(node);
  return node instanceof HTMLElement && (node === liveRegion || node.matches(".graph, [data-filter]"));
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

function replaceIcon(next: Document): void {
  const icon = (page: Document) => page.querySelector("link[rel=icon]");
  const href = icon(next)?.getAttribute("href");
  if (href && href !== icon(document)?.getAttribute("href")) icon(document)?.setAttribute("href", href);
}

function replaceStyle(text: string): void {
  if (text === (currentStyle ?? document.querySelector("style")?.textContent)) return;
  currentStyle = text;
  replaceStyles(text);
}
let currentStyle: string | undefined;
