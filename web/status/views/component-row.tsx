import { componentColor } from "../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { DAY_MS } from "../../../worker/time/domain.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { DayStrip, type DayTexts } from "./day-strip.tsx";
import { Description } from "./description.tsx";
import { formatUptime } from "./figures.ts";
import { useHref, useTexts, useVisit } from "./language.tsx";
import { State } from "./state-icon.tsx";

export interface RowView {
  component: Component;
  /** Missing in a brief row, which has no strip of days. */
  uptime?: ComponentUptime | undefined;
}

interface Props extends RowView {
  /** In a long list, rows do not repeat when their days begin and end. */
  isCompact: boolean;
  /** "Last 90 days". */
  period: string;
  dayTexts: DayTexts;
}

export function ComponentRow({ component, uptime, isCompact, period, dayTexts }: Props) {
  const { componentID, name, description, status } = component;
  const href = useHref();
  return (
    <li className="component" id={componentID}>
      <div className="top-line">
        <h3>
          <a href={href(`/components/${componentID}`)}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        <State color={componentColor(status)} status={status} />
      </div>
      <Description text={description} />
      {uptime && <DayStrip {...{ name, period, dayTexts }} {...uptime} />}
      {uptime && <Axis {...{ uptime, isCompact, dayTexts }} />}
    </li>
  );
}

function Axis({
  uptime: { days, history, uptime },
  isCompact,
  dayTexts,
}: {
  uptime: ComponentUptime;
  isCompact: boolean;
  dayTexts: DayTexts;
}) {
  const { language } = useVisit();
  const texts = useTexts();
  const last = history.at(-1);
  if (!last) return null;
  const text = uptime === null ? "" : interpolate(texts.uptime, { percent: formatUptime(uptime, language) });
  if (isCompact) return <p className="axis uptime">{text}</p>;
  return (
    <p className="axis">
      <span>{dayTexts(firstDay(last.date, days))}</span> {text && <span className="uptime">{text}</span>}{" "}
      <span>{texts.today}</span>
    </p>
  );
}

function firstDay(last: string, days: number): string {
  return new Date(Date.parse(last) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}
