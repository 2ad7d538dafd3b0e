import { componentColor } from "../../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../../worker/components/schema.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { useHref, usePageContext, useTexts } from "../language.tsx";
import { State } from "../notice/state-icon.tsx";
import { DayStrip } from "../strips/day-strip.tsx";
import { formatUptime, measuredUptime } from "../strips/figures.ts";
import { Title } from "../title.tsx";
import { Description } from "./description.tsx";

export interface RowView {
  component: Component;
  /** A brief row has none, and no strip of days. */
  uptime?: ComponentUptime | undefined;
}

interface Props extends RowView {
  period: string;
  now: string;
}

export function ComponentRow({ component, uptime, period, now }: Props) {
  const { componentID, groupID, name, description, status, link } = component;
  const href = useHref();
  const Heading = groupID === null ? "h3" : "h4";
  return (
    <li className={status === "Operational" ? "component" : "component troubled"} id={componentID}>
      <Heading>
        {/* Isolates the name like `bdi`, with one element less in each row of a long list. */}
        <a href={link || href(`/components/${componentID}`)} dir="auto">
          <Title text={name} />
        </a>
      </Heading>
      <State color={componentColor(status)} status={status} />
      <Description text={description} />
      {uptime && <DayStrip name={name} period={period} {...uptime} />}
      {uptime && <Uptime uptime={uptime} now={now} />}
    </li>
  );
}

export function Uptime({ uptime, now }: { uptime: Pick<ComponentUptime, "uptime" | "since">; now: string }) {
  const { language } = usePageContext();
  const texts = useTexts();
  const measured = measuredUptime(uptime, now);
  // Phrasing content, because a `summary` contains it, too.
  return (
    <span className="uptime">
      {measured === null ? "–" : interpolate(texts.uptime, { percent: formatUptime(measured, language) })}
    </span>
  );
}
