import { isTimeframe, type Timeframe } from "../../../../worker/metrics/domain.ts";
import type { Series } from "../../../../worker/metrics/schema.ts";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { english, type GraphTexts } from "../../../graph/texts.ts";
import { type Language, localeOf } from "../../texts/languages.ts";
import { formatShort } from "../../views/time-format.ts";

const language = document.documentElement.lang as Language; // the Worker writes no other
const clock = {
  offset: (time: number) => -MINUTE_MS * new Date(time).getTimezoneOffset(),
  short: (iso: string) => formatShort(iso, language),
};
/** The images of a metric: in its line, and where its graph is when it is open. */
const SMALL = "summary img";
const LARGE = ":scope > img";
const colors = { line: "--link", grid: "--line", text: "--soft" };

interface Enhanced {
  /** Replaces the image when the visitor first uses it. */
  host: HTMLElement;
  refresh(): void;
}
const enhanced = new Map<HTMLElement, Enhanced>();

/** Replaces the image of a metric with an interactive graph when the visitor opens the metric. */
export function enhanceGraphs(): void {
  for (const figure of enhanced.keys()) if (!figure.isConnected) enhanced.delete(figure);
  for (const figure of document.querySelectorAll<HTMLElement>("[data-metric]"))
    if (!enhanced.has(figure)) enhanced.set(figure, enhance(figure));
}

/** Loads new values, except into a graph that is being read. */
export function refreshGraphs(): void {
  for (const { refresh } of enhanced.values()) refresh();
}

/** Copies open graphs and current images into a document that is about to replace this one. */
export function copyGraphs(next: Document): void {
  for (const [figure, { host }] of enhanced) {
    const coming = next.getElementById(figure.id);
    for (const part of [SMALL, LARGE]) {
      const src = figure.querySelector(part)?.getAttribute("src");
      if (src) coming?.querySelector(part)?.setAttribute("src", src);
    }
    if (host.isConnected) coming?.querySelector(LARGE)?.replaceWith(host.cloneNode());
    const findChosen = (page: ParentNode | null | undefined) =>
      page?.querySelector("[data-timeframe][aria-current]");
    const timeframe = findChosen(figure)?.getAttribute("data-timeframe");
    findChosen(coming)?.removeAttribute("aria-current");
    coming?.querySelector(`[data-timeframe=${timeframe}]`)?.setAttribute("aria-current", "true");
  }
}

function enhance(figure: HTMLElement): Enhanced {
  const { metric: metricID = "" } = figure.dataset;
  for (const image of figure.querySelectorAll("img")) showLocalTime(image);
  const { host, draw } = makeHost(figure);
  /** The timeframe that was requested last. A response for another one is ignored. */
  let requested: Timeframe | undefined;
  let drawnSeries = "";

  async function show(timeframe: Timeframe): Promise<void> {
    const [{ drawGraph }, series] = await Promise.all([
      import("./interactive-graph.ts"),
      readSeries(metricID, timeframe),
    ]);
    if (requested !== timeframe || JSON.stringify(series) === drawnSeries) return;
    draw(drawGraph, series);
    drawnSeries = JSON.stringify(series);
    const label = markCurrent(figure, timeframe);
    if (label) host.setAttribute("aria-label", `${readMetric(figure).title}, ${label.toLowerCase()}`);
    host.setAttribute("role", "group");
  }

  function activate() {
    if (requested || !(figure instanceof HTMLDetailsElement && figure.open)) return;
    requested = "day";
    // After a failure the image stays.
    show(requested).catch((error) => {
      console.error(error);
      if (!host.isConnected && requested === "day") requested = undefined;
    });
  }
  // After a failure, pointing at the image retries.
  for (const event of ["toggle", "pointerenter", "focusin"]) figure.addEventListener(event, activate);
  activate();

  figure.addEventListener("click", (event) => {
    const link = timeframeLinks(figure).find((link) => link.contains(event.target as Node | null)); // of clicks, a node
    const { timeframe = "" } = link?.dataset ?? {};
    if (!link || !isTimeframe(timeframe) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    requested = timeframe;
    show(requested).catch((error) => {
      console.error(error);
      location.assign(link.href); // where it leads without script
    });
  });

  return {
    host,
    refresh() {
      for (const image of figure.querySelectorAll("img")) reloadImage(image);
      if (requested && !host.matches(":hover, :focus-within")) show(requested).catch(console.error); // the next poll retries
    },
  };
}

/** Makes the element that the graph is drawn in, and that takes the place of the figure's image with the first drawing. */
function makeHost(figure: HTMLElement) {
  const host = document.createElement("div");
  host.className = "graph";
  let destroy = () => {};
  let image: HTMLImageElement | null = null;
  return {
    host,
    draw(drawGraph: typeof import("./interactive-graph.ts").drawGraph, series: Series): void {
      const metric = readMetric(figure);
      destroy();
      destroy = () => {};
      // The graph takes the width of its place, so it has to be there already.
      if (!host.isConnected) {
        image = figure.querySelector(LARGE);
        image?.replaceWith(host);
      }
      try {
        destroy = drawGraph(host, { metric, series, clock, texts: graphTexts(figure) }, colors);
      } catch (error) {
        if (image) host.replaceWith(image);
        throw error;
      }
    },
  };
}

function readMetric(figure: HTMLElement): { title: string; unit: string; decimalPlaces: number } {
  const { unit = "", decimalPlaces = "0" } = figure.dataset;
  const title = figure.querySelector("h3")?.textContent ?? "";
  return { title, unit, decimalPlaces: Number(decimalPlaces) };
}

function graphTexts(figure: HTMLElement): GraphTexts {
  const { graphWords = "{}" } = figure.closest<HTMLElement>("[data-graph-words]")?.dataset ?? {};
  return { ...english, ...JSON.parse(graphWords), locale: localeOf(language) };
}

/** @returns the text of the timeframe's link */
function markCurrent(figure: HTMLElement, timeframe: Timeframe): string | null | undefined {
  for (const link of timeframeLinks(figure)) link.removeAttribute("aria-current");
  const current = timeframeLinks(figure).find((link) => link.dataset.timeframe === timeframe);
  current?.setAttribute("aria-current", "true");
  return current?.textContent;
}

function timeframeLinks(figure: HTMLElement): HTMLAnchorElement[] {
  return [...figure.querySelectorAll<HTMLAnchorElement>("[data-timeframe]")];
}

/** The Worker draws the image in UTC. */
function showLocalTime(image: HTMLImageElement): void {
  const utcOffset = clock.offset(Date.now()) / MINUTE_MS;
  if (utcOffset === 0) return;
  const source = new URL(image.src);
  source.searchParams.set("utcOffset", String(utcOffset));
  image.src = source.href;
}

/** The Worker ignores the parameter; it only keeps the browser from showing the cached image of an earlier minute. */
function reloadImage(image: HTMLImageElement): void {
  const source = new URL(image.src);
  source.searchParams.set("at", String(Math.floor(Date.now() / MINUTE_MS)));
  if (source.href !== image.src) image.src = source.href;
}

async function readSeries(metricID: string, timeframe: Timeframe): Promise<Series> {
  const response = await fetch(`/api/public-metrics/${metricID}/series?timeframe=${timeframe}`);
  if (!response.ok) throw new Error(`Reading the values failed: ${response.status}`);
  return response.json();
}
