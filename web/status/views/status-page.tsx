import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import type { PublicMetric } from "../../../worker/metrics/schema.ts";
import { isOpen, pageState } from "../../../worker/pages/statuses.ts";
import { Banner } from "./banner.tsx";
import { ComponentList, type ComponentListData } from "./component-list.tsx";
import { Follow } from "./follow.tsx";
import { IncidentCard } from "./incident.tsx";
import { PageFacts } from "./json-ld.tsx";
import { useTexts } from "./language.tsx";
import { MaintenanceList } from "./maintenance.tsx";
import { MetricList } from "./metric-list.tsx";
import { lastDays, PAST_DAYS, PastDays } from "./past-days.tsx";
import { type ServiceView, Shell } from "./shell.tsx";

export interface StatusPageData extends ServiceView, ComponentListData {
  /** Of the days shown, and any older one that is still open. */
  incidents: Incident[];
  /** Visible ones. */
  metrics: PublicMetric[];
  /** Planned and running ones. */
  maintenances: Maintenance[];
  /** Whether visitors can subscribe. */
  emailEnabled: boolean;
  /** Empty without one. */
  privacyNoticeURL: string;
  /** When the page was rendered, ISO 8601. */
  now: string;
}

export function StatusPage({ data, css }: { data: StatusPageData; css: string }) {
  const { components, incidents, maintenances, metrics, now } = data;
  const { colour, summary } = pageState(components, incidents);
  const { banner } = useTexts();
  return (
    <Shell service={data} css={css} state={colour} description={banner[summary]}>
      <Banner data={data} />
      <ActiveIncidents incidents={incidents.filter(isOpen)} />
      <ComponentList {...data} />
      <MaintenanceList maintenances={maintenances} />
      <MetricList metrics={metrics} />
      <PastDays days={lastDays(now, PAST_DAYS)} incidents={incidents} />
      <Follow byMail={data.emailEnabled} privacyNoticeURL={data.privacyNoticeURL} />
      <PageFacts serviceName={data.serviceName} description={banner[summary]} />
    </Shell>
  );
}

function ActiveIncidents({ incidents }: { incidents: Incident[] }) {
  const texts = useTexts();
  if (incidents.length === 0) return null;
  return (
    <section aria-labelledby="active">
      <h2 id="active">{texts.active}</h2>
      {incidents.map((incident) => (
        <IncidentCard key={incident.incidentID} incident={incident} shown={incidents.length > 2 ? 1 : 3} />
      ))}
    </section>
  );
}
