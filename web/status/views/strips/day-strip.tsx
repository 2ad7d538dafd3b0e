import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../../worker/components/domain.ts";
import type { ComponentDay } from "../../../../worker/components/schema.ts";
import { escapeHTML } from "../../../shared/escape-html.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import type { Texts } from "../../texts/en.ts";
import type { Language } from "../../texts/languages.ts";
import { plural } from "../../texts/texts.ts";
import { usePageContext, useTexts } from "../language.tsx";
import { formatUTCDay } from "../utc-format.ts";
import { positionClasses } from "./day-position.ts";
import { formatDuration, formatList } from "./figures.ts";

interface Props {
  name: string;
  /** Oldest first, without the days before the component existed. */
  history: ComponentDay[];
  /** Includes days before the component existed. */
  days: number;
  since: string;
  /** "Last 90 days" or a month. */
  period: string;
  isMonth?: boolean;
}

/** All months have the same number of columns, so that their days line up. */
const MAX_MONTH_DAYS = 31;

/** In units of the `viewBox`: the worse the day, the higher its bar. */
const HEIGHT = 16;
const heights = {
  Operational: 10,
  "Under Maintenance": 11.5,
  "Degraded Performance": 13,
  "Partial Outage": 14.5,
  "Major Outage": 16,
};
const NOT_COUNTED_HEIGHT = 1;

const statusesWorstFirst = componentStatuses.toReversed().filter((status) => status !== "Operational");

/** Draws all days in one SVG. The days with an outage are also items of a list, which classes place above their bars. */
export function DayStrip(props: Props) {
  const { history, days, since, isMonth } = props;
  const context = useWording();
  const uncounted = days - history.length;
  const outline = outlineDays(history, uncounted);
  return (
    <div
      className={`strip d${isMonth ? MAX_MONTH_DAYS : days}`}
      data-until={history.at(-1)?.date}
      data-days={isMonth && days}
      data-since={uncounted > 0 ? since : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `escapeHTML` escapes all texts in it
      dangerouslySetInnerHTML={{ __html: drawing(props, outline, context) + troubledList(outline, context) }}
    />
  );
}

/** A strip without texts of days, for a `summary`, which must not contain anything that can be focused. */
export function StaticDayStrip(props: Props) {
  const { history, days, since } = props;
  const uncounted = days - history.length;
  const html = drawing(props, outlineDays(history, uncounted), useWording());
  return (
    <span
      className={`strip plain-strip d${days}`}
      data-until={history.at(-1)?.date}
      data-since={uncounted > 0 ? since : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `escapeHTML` escapes all texts in it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

interface Wording {
  texts: Texts;
  language: Language;
}

function useWording(): Wording {
  return { texts: useTexts(), language: usePageContext().language };
}

type Outline = ReturnType<typeof outlineDays>;

// Strips are most of a large page. As texts they take a fraction of the time of as many React elements.

function drawing(props: Props, { outlines, troubledDays }: Outline, { texts, language }: Wording): string {
  const { name, history, days, since, period, isMonth } = props;
  const columns = isMonth ? MAX_MONTH_DAYS : days;
  const uncounted = days - history.length;
  const summary = [
    troubledDays.length === 0
      ? texts.alwaysOperational
      : plural(language, texts.troubledDays, troubledDays.length),
  ];
  if (uncounted > 0) summary.push(interpolate(texts.notCounted, { date: formatUTCDay(since, language) }));
  const label = interpolate(texts.stripLabel, {
    name: isolateDirection(name),
    days: period,
    summary: formatList(summary, language),
  });
  const paths = componentStatuses.map((status) =>
    outlines[status] ? path(componentColor(status), outlines[status]) : "",
  );
  const start = uncounted > 0 ? path("none", bar(0, uncounted, NOT_COUNTED_HEIGHT)) : "";
  return `<svg viewBox="0 0 ${columns} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeHTML(label)}">${start}${paths.join("")}</svg>`;
}

function path(name: string, d: string): string {
  return `<path class="${name}" d="${d}"></path>`;
}

/** Without a script, focus shows an item's text. */
function troubledList({ troubledDays }: Outline, context: Wording): string {
  const items = troubledDays.map(
    ({ day, column }) =>
      `<li class="${positionClasses(column).join(" ")}" tabindex="0">${escapeHTML(dayText(day, context))}</li>`,
  );
  return items.length > 0 ? `<ol>${items.join("")}</ol>` : "";
}

/** This takes one pass over the days, because pages with many components spend most of their render time here. */
function outlineDays(history: ComponentDay[], uncounted: number) {
  const outlines: Partial<Record<ComponentStatus, string>> = {};
  const troubledDays: { day: ComponentDay; column: number }[] = [];
  let column = uncounted;
  let first = uncounted;
  let worst = history[0]?.worst;
  // A run of equal days is one rectangle; the style sheet cuts the gaps.
  const endBar = () => {
    if (worst) outlines[worst] = (outlines[worst] ?? "") + bar(first, column - first, heights[worst]);
  };
  for (const day of history) {
    if (day.worst !== worst) {
      endBar();
      [worst, first] = [day.worst, column];
    }
    if (worst !== "Operational") troubledDays.push({ day, column });
    column++;
  }
  endBar();
  return { outlines, troubledDays };
}

function bar(first: number, count: number, height: number): string {
  return `M${first} ${HEIGHT}v-${height}h${count}v${height}`;
}

/** Returns how long each status but Operational lasted on a day. */
export function useStatusTimes(): (day: ComponentDay) => string {
  const context = useWording();
  return (day) => statusTimes(day, context);
}

function dayText(day: ComponentDay, context: Wording): string {
  const values = { label: formatUTCDay(day.date, context.language), text: statusTimes(day, context) };
  return interpolate(context.texts.labeledText, values);
}

function statusTimes({ worst, minutes }: ComponentDay, context: Wording): string {
  const { texts, language } = context;
  const times: string[] = [];
  for (const status of statusesWorstFirst) {
    const time = minutes[status];
    if (time === undefined) continue;
    const values = { state: texts.states[status], duration: formatDuration(time, context) };
    times.push(interpolate(texts.statusDuration, values));
  }
  return times.length > 0 ? formatList(times, language) : texts.states[worst];
}
