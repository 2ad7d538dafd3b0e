import type { PublicMetric } from "../../../../worker/metrics/schema.ts";
import type { CurrentSummary } from "../../../../worker/notices/domain.ts";
import { isOpen, isRunning, type ShownNotice } from "../../../../worker/notices/domain.ts";
import { pageState } from "../../../../worker/public/pages/domain.ts";
import { PageJsonLd } from "../json-ld.tsx";
import { useTexts } from "../language.tsx";
import { Markdown } from "../markdown.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { ActiveIncidents } from "./active-incidents.tsx";
import { Banner } from "./banner.tsx";
import { ComponentList, type ComponentListData } from "./component-list.tsx";
import { Follow } from "./follow.tsx";
import { MaintenanceList } from "./maintenance-list.tsx";
import { MetricList } from "./metric-list.tsx";
import { PastDays } from "./past-days.tsx";

export interface StatusPageData extends ServiceView, ComponentListData {
  current: CurrentSummary;
  /** Those of the past days, and older ones that are still open. */
  incidents: ShownNotice[];
  metrics: PublicMetric[];
  maintenances: ShownNotice[];
  privacyNoticeURL: string;
  /** Markdown, empty where none is set. */
  note: string;
}

/** Only a page with a note has them. */
const noteRules =
  ".announcement{margin-top:2rem;padding:.875rem 1.25rem}.announcement+.banner{margin-top:1rem}";

/** Only a page with nothing to show yet has them: the row of bars is a picture of what will be there. */
const firstVisitRules =
  '.banner{grid-template-columns:1fr;justify-items:center;padding-block:clamp(2.5rem,9vh,5rem);text-align:center}.banner .icon{display:none}.banner p{color:var(--soft)}.banner::before{background:repeating-linear-gradient(90deg,var(--line) 0 4px,#0000 0 7px);content:"";height:2.5rem;margin-bottom:1.25rem;-webkit-mask:linear-gradient(90deg,#0000,#000 30% 70%,#0000);mask:linear-gradient(90deg,#0000,#000 30% 70%,#0000);width:min(100%,26rem)}';

export function StatusPage({ data, css }: { data: StatusPageData; css: string }) {
  const { components, current, incidents, maintenances, metrics, now } = data;
  const { color, summary } = pageState(components, current);
  const isNew = summary === "unwatched";
  const isFine = summary === "Operational" || isNew;
  const texts = useTexts();
  const [since] = [...components, ...incidents].map(({ createdAt }) => createdAt).toSorted();
  return (
    <Shell
      service={data}
      css={[css, data.note !== "" && noteRules, isNew && firstVisitRules].filter(Boolean).join("")}
      title={isFine ? undefined : texts.banner[summary]}
      state={color}
      description={texts.banner[summary]}
      skips={{ ...(!isNew && { components: texts.skipToComponents }), follow: texts.skipToUpdates }}
    >
      {data.note !== "" && (
        <div className="card announcement">
          <Markdown text={data.note} />
        </div>
      )}
      <Banner data={data} />
      <ActiveIncidents
        incidents={incidents.filter(isOpen)}
        openCount={current.openIncidents}
        isAlone={current.openIncidents + current.runningMaintenances === 1}
      />
      <MaintenanceList
        id="in-progress"
        title={texts.maintenanceInProgress}
        maintenances={maintenances.filter(({ status }) => isRunning(status))}
        totalCount={current.runningMaintenances}
      />
      {!isNew && <ComponentList {...data} />}
      <MaintenanceList
        id="maintenance"
        title={texts.maintenance}
        maintenances={maintenances.filter(({ status }) => !isRunning(status))}
        totalCount={current.scheduledMaintenances}
      />
      <MetricList metrics={metrics} />
      {since && <PastDays now={now} since={since} incidents={incidents} />}
      <Follow
        byMail={data.emailEnabled}
        byEndpoint={data.endpointsEnabled}
        privacyNoticeURL={data.privacyNoticeURL}
      />
      <PageJsonLd serviceName={data.serviceName} description={texts.banner[summary]} />
    </Shell>
  );
}
