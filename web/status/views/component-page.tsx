import { componentColor } from "../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import type { ShownNotice } from "../../../worker/notices/domain.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import { BackLink } from "./back-link.tsx";
import { DayStrip, useDayTexts } from "./day-strip.tsx";
import { DayTable } from "./day-table.tsx";
import { Description } from "./description.tsx";
import { FeedList } from "./feed-links.tsx";
import { formatUptime, measuredUptime } from "./figures.ts";
import { usePageContext, useTexts } from "./language.tsx";
import { NoticeList } from "./notice-list.tsx";
import { type ServiceView, Shell } from "./shell.tsx";
import { State } from "./state-icon.tsx";
import { formatMonth } from "./time-format.ts";
import { UptimeLegend } from "./uptime-legend.tsx";
import { uptimeOfDays } from "./uptime-of-days.ts";

export interface ComponentPageData extends ServiceView {
  component: Component;
  /** The last 365 days. */
  uptime: ComponentUptime;
  notices: ShownNotice[];
  now: string;
}

export function ComponentPage({ data, css }: { data: ComponentPageData; css: string }) {
  const texts = useTexts();
  const { component, uptime, notices } = data;
  const { name, description, status } = component;
  return (
    <Shell
      service={data}
      css={css}
      title={name}
      state={componentColor(status)}
      description={interpolate(texts.labeledText, {
        label: isolateDirection(name),
        text: texts.states[status],
      })}
    >
      <p className="kind">{texts.componentKind}</p>
      <div className="heading">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <State color={componentColor(status)} status={status} />
      </div>
      <Description text={description} />
      <LastYear name={name} uptime={uptime} now={data.now} />
      <section aria-labelledby="notices">
        <div className="heading">
          <h2 id="notices">{texts.componentNotices}</h2>
          <FeedList />
        </div>
        {notices.length === 0 && <p className="card empty">{texts.noComponentNotices}</p>}
        <NoticeList notices={notices} />
      </section>
      <BackLink />
    </Shell>
  );
}

/** The same for a component and for a group. */
export function LastYear({
  name,
  uptime: { uptime, since, history: days },
  now,
}: {
  name: string;
  uptime: Pick<ComponentUptime, "uptime" | "since" | "history">;
  now: string;
}) {
  const { language } = usePageContext();
  const texts = useTexts();
  const dayTexts = useDayTexts();
  const measured = measuredUptime({ uptime, since }, now);
  const months = [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].toReversed();
  return (
    <section aria-labelledby="year">
      <div className="heading">
        <h2 id="year">{texts.lastYear}</h2>
        <p className="uptime">
          {measured === null ? "–" : interpolate(texts.uptime, { percent: formatUptime(measured, language) })}
        </p>
      </div>
      <ul className="card rows year">
        {months.map(([key, history]) => {
          const period = formatMonth(key, language);
          const percent = uptimeOfDays(history, { since, now });
          return (
            <li key={key}>
              <h3>{period}</h3>
              <DayStrip
                {...{ name, history, since, period, dayTexts }}
                isMonth
                days={Number(history.at(-1)?.date.slice(8))}
              />
              <p className="uptime">{percent === null ? "–" : formatUptime(percent, language)}</p>
            </li>
          );
        })}
      </ul>
      <DayTable history={days} period={{ since, now }} dayTexts={dayTexts} />
      <UptimeLegend />
    </section>
  );
}
