import type { PublicMetric, Series } from "../../../../worker/metrics/schema.ts";
import { HOUR_MS, isoTime, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { closeUpHeight } from "../../../graph/axes.ts";
import { GRAPH_HEIGHT_PX, type Graph, latestAgeMs, layout, summaryText } from "../../../graph/graph.ts";
import { LINE_WIDTH_UNITS, LinePaths, Plot } from "../../../graph/svg-graph.tsx";
import { latestLabel } from "../../../graph/value-axis.ts";
import { formatAge } from "../../../shared/format-age.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { accentOnTheme } from "../../../shared/theme/accent.ts";
import { type Mode, themes } from "../../../shared/theme/themes.ts";
import { languages, localeOf } from "../../texts/languages.ts";
import { usePageContext, useTexts } from "../language.tsx";
import { formatShortInUTC } from "../utc-format.ts";

/** The images are as wide as their places, which the server doesn't know, so these are points for the usual widths. */
const MAX_POINTS = { large: 150, small: 72 };

/** Styles of a document do not apply inside its images. */
function imageStyles(accentColor: string): string {
  const colors = (mode: Mode) => {
    const { text, soft, line, link } = themes[mode];
    const accent = accentColor === "" ? link : accentOnTheme(accentColor, mode);
    return `text{fill:${soft}}.grid{stroke:${line}}.line{stroke:${accent}}.area{fill:${accent}}.latest{fill:${text}}`;
  };
  return `text{unicode-bidi:plaintext;font:11px system-ui,sans-serif}.line{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.area{opacity:.1}.small{display:none}.latest{font-size:20px;font-weight:600;letter-spacing:-.01em}
@media(max-height:60px){.large{display:none}.small{display:block}}
@media(max-width:220px){.latest{font-size:13px;transform:translateY(-2px)}}
${colors("light")}@media(prefers-color-scheme:dark){${colors("dark")}}`;
}

interface Props {
  metric: PublicMetric;
  series: Series;
  /** In minutes, of the reader's time zone if the page's script knows it. */
  utcOffset: number;
  /** Empty if the theme decides. */
  accentColor: string;
}

export function MetricGraph({ metric, series, utcOffset, accentColor }: Props) {
  const { language } = usePageContext();
  const texts = useTexts();
  const offset = utcOffset * MINUTE_MS;
  const clock = {
    offset: () => offset,
    short: (iso: string) => formatShortInUTC(isoTime(Date.parse(iso) + offset), language),
  };
  const graphTexts = { ...texts.graph, locale: localeOf(language) };
  const graph = { metric, series, clock, texts: graphTexts };
  const summary = summaryText(graph);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="100%"
      height="100%"
      lang={language}
      role="img"
      aria-labelledby="title desc"
    >
      <title id="title">
        {interpolate(texts.graphTitle, {
          title: isolateDirection(metric.title),
          timeframe: texts.timeframes[series.timeframe],
        })}
      </title>
      <desc id="desc">
        {summary === graphTexts.noData || offset !== 0 ? summary : `${summary} ${texts.graph.zone}`}
      </desc>
      <style>{imageStyles(accentColor)}</style>
      <g className="large">
        <Plot graph={graph} maxPoints={MAX_POINTS.large} />
        {offset === 0 && <text y={GRAPH_HEIGHT_PX - 7}>UTC</text>}
      </g>
      <Small graph={graph} />
    </svg>
  );
}

/** A value that is older than this doesn't say how the service is now. */
const MAX_FRESH_MS = HOUR_MS;

/**
 * A low image shows this instead: the latest value with its age if it is old, and the line without its axes. The value
 * stands below the metric's name, at the side where lines begin.
 */
function Small({ graph }: { graph: Graph }) {
  const { lineTop, lineBottom } = layout;
  const { ages } = useTexts();
  const isMirrored = languages[usePageContext().language].dir === "rtl";
  const place = isMirrored ? ({ x: "100%", textAnchor: "end" } as const) : {};
  const ageMs = latestAgeMs(graph.series) ?? 0;
  const isOld = ageMs > MAX_FRESH_MS;
  // Half of a large dot fits into it.
  const margin = 7;
  return (
    <g className="small">
      <text className="latest" {...place} y={isOld ? 18 : 25}>
        {latestLabel(graph)}
      </text>
      {isOld && (
        <text {...place} y={33}>
          {interpolate(ages.ago, { age: formatAge(ageMs, ages) })}
        </text>
      )}
      <svg
        aria-hidden="true"
        x={isMirrored ? "2%" : "44%"}
        width="54%"
        overflow="visible"
        height={36}
        viewBox={`0 ${lineTop - margin} ${LINE_WIDTH_UNITS} ${lineBottom - lineTop + 2 * margin}`}
        preserveAspectRatio="none"
      >
        <LinePaths
          graph={graph}
          maxPoints={MAX_POINTS.small}
          valueHeight={closeUpHeight(graph.series.values)}
        />
      </svg>
    </g>
  );
}
