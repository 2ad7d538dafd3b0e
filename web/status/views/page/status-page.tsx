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

export function StatusPage({ data, css }: { data: StatusPageData; css: string }) {
  const { components, current, incidents, maintenances, metrics, now } = data;
  const { color, summary } = pageState(components, current);
  const isFine = summary === "Operational" || summary === "unwatched";
  const texts = useTexts();
  const [since] = [...components, ...incidents].map(({ createdAt }) => createdAt).toSorted();
  return (
    <Shell
      service={data}
      css={data.note === "" ? css : css + noteRules}
      title={isFine ? undefined : texts.banner[summary]}
      state={color}
      description={texts.banner[summary]}
      skips={{ components: texts.skipToComponents, follow: texts.skipToUpdates }}
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
      <ComponentList {...data} />
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
