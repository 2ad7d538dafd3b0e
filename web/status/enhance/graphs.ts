import type { Series } from "../../../worker/metrics/schema.ts";
import { isTimeframe, type Timeframe, timeframes } from "../../../worker/metrics/statuses.ts";
import { languageOf } from "../texts/languages.ts";
import { formatShort } from "../views/time-format.ts";

const clock = {
  offset: (time: number) => -60_000 * new Date(time).getTimezoneOffset(),
  short: (iso: string) => formatShort(iso, languageOf(document.documentElement.lang)),
};
const colours = { line: "--blue", grid: "--line", text: "--soft", surface: "--card" };

/** Makes the figure's image a graph to read values from, as soon as it is pointed at, pressed or reached by keyboard. */
export function enhanceGraph(figure: HTMLElement): void {
  const { metric: metricID = "", unit = "", decimalPlaces = "0" } = figure.dataset;
  const image = figure.querySelector("img");
  const links = [...figure.querySelectorAll<HTMLAnchorElement>("[data-timeframe]")];
  const title = figure.querySelector("h3")?.textContent ?? "";
  const host = document.createElement("div");
  host.className = "graph";
  /** What is shown, or on its way; of several only the last one is. */
  let wanted: Timeframe | undefined;
  let end = () => {};
  if (!image) return;

  async function show(timeframe: Timeframe): Promise<void> {
    const [{ drawGraph }, series] = await Promise.all([
      import("../../graph/draw.ts"),
      readSeries(metricID, timeframe),
    ]);
    if (wanted !== timeframe) return;
    end();
    const metric = { title, unit, decimalPlaces: Number(decimalPlaces) };
    if (!host.isConnected) image?.replaceWith(host);
    host.role = "group";
    host.ariaLabel = `${title}, ${timeframes[timeframe].name.toLowerCase()}`;
    end = drawGraph(host, { metric, series, clock }, colours);
    for (const link of links) link.ariaCurrent = link.dataset.timeframe === timeframe ? "true" : null;
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

  for (const link of links) {
    link.addEventListener("click", (event) => {
      const { timeframe = "" } = link.dataset;
      if (!isTimeframe(timeframe) || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      wanted = timeframe;
      show(timeframe).catch(() => location.assign(link.href)); // where it leads without script
    });
  }
}

async function readSeries(metricID: string, timeframe: Timeframe): Promise<Series> {
  const response = await fetch(`/api/public-metrics/${metricID}/series?timeframe=${timeframe}`);
  if (!response.ok) throw new Error(`The values can not be read: ${response.status}`);
  return response.json();
}
