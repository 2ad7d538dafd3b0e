import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import type { PublicMetric } from "../../../worker/metrics/schema.ts";
import { ComponentList } from "./component-list.tsx";
import { IncidentCard } from "./incident.tsx";
import { MaintenanceList } from "./maintenance.tsx";
import { MetricList } from "./metric-list.tsx";
import { lastDays, PastDays } from "./past-days.tsx";
import { type ServiceView, Shell } from "./shell.tsx";
import { isOpen, pageState } from "./state.ts";
import { StateIcon } from "./state-icon.tsx";

/** Over how many days uptime is shown, as `?days=` asks. */
export const statusPageDays = [30, 60, 90] as const;

export interface StatusPageData extends ServiceView {
  components: Component[];
  /** Of each component, in the same order. */
  uptimes: ComponentUptime[];
  days: (typeof statusPageDays)[number];
  /** Of the days shown, and any older one that is still open. */
  incidents: Incident[];
  /** Visible ones. */
  metrics: PublicMetric[];
  /** Planned and running ones. */
  maintenances: Maintenance[];
  /** When the page was rendered, ISO 8601. */
  now: string;
}

export function StatusPage({ data, css }: { data: StatusPageData; css: string }) {
  const { components, uptimes, incidents, maintenances, metrics, now } = data;
  const { colour, summary } = pageState(components, incidents);
  const open = incidents.filter(isOpen);
  return (
    <Shell service={data} css={css}>
      <h1 className={`banner ${colour}`}>
        <StateIcon colour={colour} />
        {summary}
      </h1>
      {open.length > 0 && (
        <section aria-labelledby="active">
          <h2 id="active">Active incidents</h2>
          {open.map((incident) => (
            <IncidentCard key={incident.incidentID} incident={incident} />
          ))}
        </section>
      )}
      <ComponentList components={components} uptimes={uptimes} />
      <MaintenanceList maintenances={maintenances} />
      <MetricList metrics={metrics} />
      <PastDays days={lastDays(now, 14)} incidents={incidents} />
    </Shell>
  );
}
