import { componentColor } from "../../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../../worker/components/schema.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { useHref, usePageContext, useTexts } from "../language.tsx";
import { State } from "../notice/state-icon.tsx";
import { positionClasses } from "../strips/day-position.ts";
import { DayStrip } from "../strips/day-strip.tsx";
import { formatUptime, measuredUptime } from "../strips/figures.ts";
import { formatUTCDay } from "../utc-format.ts";
import { Description } from "./description.tsx";

export interface RowView {
  component: Component;
  /** A brief row has none, and no strip of days. */
  uptime?: ComponentUptime | undefined;
}

interface Props extends RowView {
  /** Rows of a long list do not repeat when their days begin and end. */
  isCompact: boolean;
  period: string;
  now: string;
}

export function ComponentRow({ component, uptime, isCompact, period, now }: Props) {
  const { componentID, groupID, name, description, status } = component;
  const href = useHref();
  const Heading = groupID === null ? "h3" : "h4";
  return (
    <li className="component" id={componentID}>
      <div className="top-line">
        <Heading>
          {/* Isolates the name like `bdi`, with one element less in each row of a long list. */}
          <a href={href(`/components/${componentID}`)} dir="auto">
            {name}
          </a>
        </Heading>
        <State color={componentColor(status)} status={status} />
      </div>
      <Description text={description} />
      {uptime && <DayStrip name={name} period={period} {...uptime} />}
      {uptime && <Axis uptime={uptime} isCompact={isCompact} now={now} />}
    </li>
  );
}

export function Axis({
  uptime: { days, history, uptime, since },
  now,
  isCompact,
}: {
  uptime: Pick<ComponentUptime, "days" | "history" | "uptime" | "since">;
  isCompact: boolean;
  now: string;
}) {
  const { language } = usePageContext();
  const texts = useTexts();
  const [first] = history;
  if (!first) return null;
  const measured = measuredUptime({ uptime, since }, now);
  const text =
    measured === null ? "–" : interpolate(texts.uptime, { percent: formatUptime(measured, language) });
  // Phrasing content, because a `summary` contains it, too. Only browsers without styles break the lines.
  if (isCompact) return <span className="axis uptime">{text}</span>;
  return (
    <span className="axis">
      <span className={firstDayClasses(days, history.length)}>{formatUTCDay(first.date, language)}</span>
      <br />
      <span className="uptime">{text}</span>
      <br />
      <span>{texts.today}</span>
    </span>
  );
}

/** A first day that is no older stands where the last day's date would be. */
const RECENT_DAYS = 30;

/** Classes that place the date of a component that is younger than its strip. */
function firstDayClasses(days: number, count: number): string | undefined {
  if (count >= days) return undefined;
  const classes = ["since", `d${days}`, ...positionClasses(days - count)];
  return [...classes, ...(count <= RECENT_DAYS ? ["recent"] : [])].join(" ");
}
