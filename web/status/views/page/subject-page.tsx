import type { ReactNode } from "react";
import { type ComponentStatus, componentColor } from "../../../../worker/components/domain.ts";
import type { ComponentUptime } from "../../../../worker/components/schema.ts";
import type { ShownNotice } from "../../../../worker/notices/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import { BackLink } from "../back-link.tsx";
import { usePageContext, useTexts } from "../language.tsx";
import { NoticeList } from "../notice/notice-list.tsx";
import { State } from "../notice/state-icon.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { DayStrip } from "../strips/day-strip.tsx";
import { DayTable } from "../strips/day-table.tsx";
import { formatUptime, measuredUptime } from "../strips/figures.ts";
import { UptimeLegend } from "../strips/uptime-legend.tsx";
import { uptimeOfDays } from "../strips/uptime-of-days.ts";
import { Title } from "../title.tsx";
import { formatMonth } from "../utc-format.ts";
import { FeedList } from "./feed-links.tsx";

type Uptime = Pick<ComponentUptime, "uptime" | "since" | "history">;

export interface SubjectPageData extends ServiceView {
  /** The last 365 days. Undefined if they aren't shown. */
  uptime: Uptime | undefined;
  /** The newest ones. */
  notices: ShownNotice[];
  now: string;
}

interface Props {
  data: SubjectPageData;
  css: string;
  subject: { name: string; status: ComponentStatus; componentID?: string };
  kind: string;
  noNotices: string;
  isGroup?: boolean;
  description?: ReactNode;
  children?: ReactNode;
}

export function SubjectPage(props: Props) {
  const { data, css, subject, kind, noNotices, isGroup = false, description, children } = props;
  const texts = useTexts();
  const { name, status } = subject;
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
      <p className="kind">{kind}</p>
      <div className="heading">
        <h1>
          <bdi>
            <Title text={name} />
          </bdi>
        </h1>
        <State color={componentColor(status)} status={status} />
      </div>
      {description}
      {data.uptime && <LastYear name={name} uptime={data.uptime} now={data.now} hasGroups={isGroup} />}
      {children}
      <section aria-labelledby="notices">
        <div className="heading">
          <h2 id="notices">{texts.componentNotices}</h2>
          <FeedList />
        </div>
        {data.notices.length === 0 && <p className="card empty">{noNotices}</p>}
        <NoticeList notices={data.notices} ownComponentID={subject.componentID} />
      </section>
      <BackLink />
    </Shell>
  );
}

function LastYear({
  name,
  uptime: { uptime, since, history: days },
  now,
  hasGroups,
}: {
  name: string;
  uptime: Uptime;
  now: string;
  hasGroups: boolean;
}) {
  const { language } = usePageContext();
  const texts = useTexts();
  const measured = measuredUptime({ uptime, since }, now);
  const months = [...Map.groupBy(days, ({ date }) => date.slice(0, 7))]
    .map(([key, history]) => ({ key, history, percent: uptimeOfDays(history, { since, now }) }))
    .toReversed();
  const hasDash = [measured, ...months.map(({ percent }) => percent)].includes(null);
  return (
    <section aria-labelledby="year">
      <div className="heading">
        <h2 id="year">{texts.lastYear}</h2>
        <p className="uptime">
          {measured === null ? "–" : interpolate(texts.uptime, { percent: formatUptime(measured, language) })}
        </p>
      </div>
      <ul className="card rows year">
        {months.map(({ key, history, percent }) => {
          const period = formatMonth(key, language);
          return (
            <li key={key}>
              <h3>{period}</h3>
              <DayStrip
                name={name}
                history={history}
                since={since}
                period={period}
                isMonth
                days={Number(history.at(-1)?.date.slice(8))}
              />
              <p className="uptime">{percent === null ? "–" : formatUptime(percent, language)}</p>
            </li>
          );
        })}
      </ul>
      <DayTable history={days} period={{ since, now }} />
      <UptimeLegend hasDash={hasDash} hasGroups={hasGroups} />
    </section>
  );
}
