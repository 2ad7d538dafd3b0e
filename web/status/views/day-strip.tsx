import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../worker/components/domain.ts";
import type { ComponentDay } from "../../../worker/components/schema.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import type { Language } from "../texts/languages.ts";
import { textsOf } from "../texts/texts.ts";
import { formatDuration, formatList } from "./figures.ts";
import { useCount, useTexts, useVisit } from "./language.tsx";
import { formatDay } from "./time-format.ts";

interface Props {
  /** The name of the component. */
  name: string;
  /** Oldest first, without the days before the component existed. */
  history: ComponentDay[];
  /** How many days the strip shows, counted or not. */
  days: number;
  /** When counting starts. */
  since: string;
  /** The name of the month, in a strip that shows one and not the last days. */
  month?: string;
}

/** A strip of a month has room for the longest one, so that the same days of all months stand below each other. */
const LONGEST_MONTH_DAYS = 31;

/** In units of the drawing: the worse a day was, the higher its bar. */
const HEIGHT = 16;
const heights = {
  Operational: 10,
  "Under Maintenance": 11.5,
  "Degraded Performance": 13,
  "Partial Outage": 14.5,
  "Major Outage": 16,
};
const NOT_COUNTED_HEIGHT = 1;

const worstFirst = componentStatuses.toReversed();

/**
 * One drawing for all days, and a list of the days with trouble for screen readers, pointers and keys. The style sheet
 * puts each of those above its bar, by the tens (`t`) and units (`u`) of its number: a style attribute is refused by
 * the page's policy.
 */
export function DayStrip({ name, history, days, since, month }: Props) {
  const { language } = useVisit();
  const texts = useTexts();
  const count = useCount();
  const columns = month ? LONGEST_MONTH_DAYS : days;
  const uncounted = days - history.length;
  const { outlines, troubled } = drawingOf(history, uncounted);
  const all = [
    troubled.length === 0 ? texts.alwaysFine : count(texts.troubledDays, troubled.length),
    ...(uncounted > 0 ? [interpolate(texts.notCounted, { date: formatDay(since, language) })] : []),
  ];
  const label = interpolate(texts.strip, {
    name: isolateDirection(name),
    days: month ?? count(texts.lastDays, days),
    all: formatList(all, language),
  });
  return (
    <div
      className={`strip d${columns}`}
      data-until={history.at(-1)?.date}
      data-days={month && days}
      data-since={uncounted > 0 ? since : undefined}
    >
      <svg viewBox={`0 0 ${columns} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {uncounted > 0 && <path className="none" d={bar(0, uncounted, NOT_COUNTED_HEIGHT)} />}
        {componentStatuses.map(
          (status) =>
            outlines[status] && <path key={status} className={componentColor(status)} d={outlines[status]} />,
        )}
      </svg>
      {troubled.length > 0 && (
        <ol>
          {troubled.map(({ day, column }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: without script, the focus shows what the day says
            <li key={day.date} className={position(column)} tabIndex={0}>
              {textOf(day, language)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** In one pass, since most of the time that a page with many components takes to render is spent here. */
function drawingOf(history: ComponentDay[], uncounted: number) {
  const outlines: Partial<Record<ComponentStatus, string>> = {};
  const troubled: { day: ComponentDay; column: number }[] = [];
  let first = 0;
  history.forEach((day, at) => {
    const { worst } = day;
    if (worst !== "Operational") troubled.push({ day, column: uncounted + at });
    // Days that follow each other are one rectangle: the style sheet cuts the gaps.
    if (history[at + 1]?.worst === worst) return;
    outlines[worst] = (outlines[worst] ?? "") + bar(uncounted + first, at + 1 - first, heights[worst]);
    first = at + 1;
  });
  return { outlines, troubled };
}

function bar(first: number, count: number, height: number): string {
  return `M${first} ${HEIGHT}v-${height}h${count}v${height}`;
}

function position(day: number): string {
  return `t${Math.floor(day / 10)} u${day % 10}`;
}

/** The date, and each status with how long it lasted, the worst first. */
function textOf({ date, worst, minutes }: ComponentDay, language: Language): string {
  const texts = textsOf(language);
  const times = worstFirst.flatMap((status: ComponentStatus) => {
    const time = status === "Operational" ? undefined : minutes[status];
    if (time === undefined) return [];
    const lasting = { state: texts.states[status], duration: formatDuration(time, language) };
    return interpolate(texts.lasting, lasting);
  });
  const said = times.length > 0 ? formatList(times, language) : texts.states[worst];
  return interpolate(texts.told, { subject: formatDay(date, language), said });
}
