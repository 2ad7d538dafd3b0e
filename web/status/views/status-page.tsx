import type { PublicMetric } from "../../../worker/metrics/schema.ts";
import { isOpen, type ShownNotice } from "../../../worker/notices/domain.ts";
import { type Current, pageState } from "../../../worker/pages/domain.ts";
import { ActiveIncidents } from "./active-incidents.tsx";
import { Banner } from "./banner.tsx";
import { ComponentList, type ComponentListData } from "./component-list.tsx";
import { Follow } from "./follow.tsx";
import { PageFacts } from "./json-ld.tsx";
import { useTexts } from "./language.tsx";
import { MaintenanceList } from "./maintenance-list.tsx";
import { MetricList } from "./metric-list.tsx";
import { PastDays } from "./past-days.tsx";
import { type ServiceView, Shell } from "./shell.tsx";

export interface StatusPageData extends ServiceView, ComponentListData {
  current: Current;
  /** Those of the past days, and older ones that are still open. */
  incidents: ShownNotice[];
  metrics: PublicMetric[];
  maintenances: ShownNotice[];
  emailEnabled: boolean;
  /** Empty where none is set. */
  privacyNoticeURL: string;
  now: string;
}

export function StatusPage({ data, css }: { data: StatusPageData; css: string }) {
  const { components, current, incidents, maintenances, metrics, now } = data;
  const { color, summary } = pageState(components, current);
  const { banner } = useTexts();
  return (
    <Shell service={data} css={css} state={color} description={banner[summary]}>
      <Banner data={data} />
      <ActiveIncidents incidents={incidents.filter(isOpen)} openCount={current.openIncidents} />
      <ComponentList {...data} />
      <MaintenanceList
        maintenances={maintenances}
        totalCount={current.runningMaintenances + current.scheduledMaintenances}
      />
      <MetricList metrics={metrics} />
      <PastDays now={now} incidents={incidents} />
      <Follow byMail={data.emailEnabled} privacyNoticeURL={data.privacyNoticeURL} />
      <PageFacts serviceName={data.serviceName} description={banner[summary]} />
    </Shell>
  );
}
