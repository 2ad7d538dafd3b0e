import { isTimeframe, type Timeframe } from "../../../worker/metrics/domain.ts";
import type { Series } from "../../../worker/metrics/schema.ts";
import { MINUTE_MS } from "../../../worker/time/domain.ts";
import { english, type GraphTexts } from "../../graph/texts.ts";
import { type Language, localeOf } from "../texts/languages.ts";
import { formatShort } from "../views/time-format.ts";

const language = document.documentElement.lang as Language; // the Worker writes no other
const clock = {
  offset: (time: number) => -MINUTE_MS * new Date(time).getTimezoneOffset(),
  short: (iso: string) => formatShort(iso, language),
};
const colors = { line: "--blue", grid: "--line", text: "--soft" };

interface Enhanced {
  /** Where its graph is drawn, once its image was touched. */
  host: HTMLElement;
  refresh(): void;
}
const enhanced = new Map<HTMLElement, Enhanced>();

/** Makes each figure's image a graph to read values from, as soon as it is pointed at, pressed or reached by keyboard. */
export function enhanceGraphs(): void {
  for (const figure of enhanced.keys()) if (!figure.isConnected) enhanced.delete(figure);
  for (const figure of document.querySelectorAll<HTMLElement>("[data-metric]"))
    if (!enhanced.has(figure)) enhanced.set(figure, enhance(figure));
}

/** New values, in graphs as in images; not while somebody reads them. */
export function refreshGraphs(): void {
  for (const { refresh } of enhanced.values()) refresh();
}

/** Has a document that is to be swapped in show each graph that is open here, and each image as it is here. */
export function keepGraphs(next: Document): void {
  for (const [figure, { host }] of enhanced) {
    const coming = next.getElementById(figure.id);
    const image = coming?.querySelector("img");
    if (host.isConnected) image?.replaceWith(host.cloneNode());
    else image?.setAttribute("src", figure.querySelector("img")?.getAttribute("src") ?? "");
    const chosen = (page: ParentNode | null | undefined) =>
      page?.querySelector("[data-timeframe][aria-current]");
    const timeframe = chosen(figure)?.getAttribute("data-timeframe");
    chosen(coming)?.removeAttribute("aria-current");
    coming?.querySelector(`[data-timeframe=${timeframe}]`)?.setAttribute("aria-current", "true");
  }
}

function enhance(figure: HTMLElement): Enhanced {
  const { metric: metricID = "" } = figure.dataset;
  const host = document.createElement("div");
  host.className = "graph";
  /** What is shown, or on its way; of several only the last one is. */
  let wanted: Timeframe | undefined;
  let shown = "";
  let end = () => {};

  async function show(timeframe: Timeframe): Promise<void> {
    const [{ drawGraph }, series] = await Promise.all([
      import("./interactive-graph.ts"),
      readSeries(metricID, timeframe),
    ]);
    if (wanted !== timeframe || JSON.stringify(series) === shown) return;
    shown = JSON.stringify(series);
    end();
    const { unit = "", decimalPlaces = "0" } = figure.dataset;
    const title = figure.querySelector("h3")?.textContent ?? "";
    const metric = { title, unit, decimalPlaces: Number(decimalPlaces) };
    if (!host.isConnected) figure.querySelector("img")?.replaceWith(host);
    for (const link of linksOf(figure)) {
      link.ariaCurrent = link.dataset.timeframe === timeframe ? "true" : null;
      if (link.ariaCurrent) host.ariaLabel = `${title}, ${link.textContent?.toLowerCase()}`;
    }
    host.role = "group";
    end = drawGraph(host, { metric, series, clock, texts: graphTexts(figure) }, colors);
  }

  function touch() {
    if (wanted) return;
    wanted = "day";
    // The image stays, and the next touch tries again.
    show(wanted).catch(() => {
      if (!host.isConnected && wanted === "day") wanted = undefined;
    });
  }
  for (const event of ["pointerenter", "pointerdown", "focusin"]) figure.addEventListener(event, touch);

  figure.addEventListener("click", (event) => {
    const link = linksOf(figure).find((link) => link.contains(event.target as Node | null)); // of clicks, a node
    const { timeframe } = link?.dataset ?? {};
    if (!link || !isTimeframe(timeframe ?? "") || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    wanted = timeframe as Timeframe;
    show(wanted).catch(() => location.assign(link.href)); // where it leads without script
  });

  return {
    host,
    refresh() {
      if (host.matches(":hover, :focus-within")) return;
      if (wanted)
        show(wanted).catch(() => undefined); // the next look tries again
      else showAgain(figure.querySelector("img"));
    },
  };
}

/** In the page's language, as the page brings them. */
function graphTexts(figure: HTMLElement): GraphTexts {
  const { graphWords = "{}" } = figure.closest<HTMLElement>("[data-graph-words]")?.dataset ?? {};
  return { ...english, ...JSON.parse(graphWords), locale: localeOf(language) };
}

function linksOf(figure: HTMLElement): HTMLAnchorElement[] {
  return [...figure.querySelectorAll<HTMLAnchorElement>("[data-timeframe]")];
}

/** The picture of this minute; the Worker does not look at the parameter, the browser does. */
function showAgain(image: HTMLImageElement | null): void {
  if (!image) return;
  const source = new URL(image.src);
  source.searchParams.set("at", String(Math.floor(Date.now() / MINUTE_MS)));
  if (source.href !== image.src) image.src = source.href;
}

async function readSeries(metricID: string, timeframe: Timeframe): Promise<Series> {
  const response = await fetch(`/api/public-metrics/${metricID}/series?timeframe=${timeframe}`);
  if (!response.ok) throw new Error(`The values can not be read: ${response.status}`);
  return response.json();
}
