import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../worker/components/domain.ts";
import type { ComponentDay } from "../../../worker/components/schema.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/languages.ts";
import { formatDuration, formatList } from "./figures.ts";
import { usePlural, useTexts, useVisit } from "./language.tsx";
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
  /** What the strip's days are called together. */
  period: string;
  /** Whether they are those of a month, and not the last ones. */
  isMonth?: boolean;
  dayTexts: DayTexts;
}

/** Formats a date, once for all strips of a page: several components often have trouble on the same day. */
export type DayTexts = (date: string) => string;

export function useDayTexts(): DayTexts {
  const { language } = useVisit();
  const formatted = new Map<string, string>();
  return (date) => {
    const text = formatted.get(date) ?? formatDay(date, language);
    formatted.set(date, text);
    return text;
  };
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

const troubleWorstFirst = componentStatuses.toReversed().filter((status) => status !== "Operational");

/**
 * One drawing for all days, and a list of the days with trouble for screen readers, pointers and keys. The style sheet
 * puts each of those above its bar, by the tens (`t`) and units (`u`) of its number: a style attribute is refused by
 * the page's policy.
 */
export function DayStrip({ name, history, days, since, period, isMonth, dayTexts }: Props) {
  const { language } = useVisit();
  const texts = useTexts();
  const plural = usePlural();
  const columns = isMonth ? LONGEST_MONTH_DAYS : days;
  const uncounted = days - history.length;
  const { outlines, troubled } = drawingOf(history, uncounted);
  const all = [troubled.length === 0 ? texts.alwaysOperational : plural(texts.troubledDays, troubled.length)];
  if (uncounted > 0) all.push(interpolate(texts.notCounted, { date: dayTexts(since) }));
  const label = interpolate(texts.stripLabel, {
    name: isolateDirection(name),
    days: period,
    summary: formatList(all, language),
  });
  return (
    <div
      className={`strip d${columns}`}
      data-until={history.at(-1)?.date}
      data-days={isMonth && days}
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
              {textOf(day, { texts, language, dayTexts })}
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
  let column = uncounted;
  let first = uncounted;
  let worst = history[0]?.worst;
  // Days that follow each other are one rectangle: the style sheet cuts the gaps.
  const endBar = () => {
    if (worst) outlines[worst] = (outlines[worst] ?? "") + bar(first, column - first, heights[worst]);
  };
  for (const day of history) {
    if (day.worst !== worst) {
      endBar();
      [worst, first] = [day.worst, column];
    }
    if (worst !== "Operational") troubled.push({ day, column });
    column++;
  }
  endBar();
  return { outlines, troubled };
}

function bar(first: number, count: number, height: number): string {
  return `M${first} ${HEIGHT}v-${height}h${count}v${height}`;
}

function position(day: number): string {
  return `t${Math.floor(day / 10)} u${day % 10}`;
}

/** The date, and each status with how long it lasted, the worst first. */
function textOf(
  { date, worst, minutes }: ComponentDay,
  { texts, language, dayTexts }: { texts: Texts; language: Language; dayTexts: DayTexts },
): string {
  const times: string[] = [];
  for (const status of troubleWorstFirst) {
    const time = minutes[status];
    if (time === undefined) continue;
    const lasting = { state: texts.states[status], duration: formatDuration(time, language) };
    times.push(interpolate(texts.statusDuration, lasting));
  }
  const said = times.length > 0 ? formatList(times, language) : texts.states[worst];
  return interpolate(texts.labeledText, { label: dayTexts(date), text: said });
}
