import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { componentColour } from "../../../worker/components/statuses.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import { IncidentCard } from "./incident.tsx";
import { MaintenanceCard } from "./maintenance.tsx";
import { type ServiceView, Shell } from "./shell.tsx";
import { StateIcon } from "./state-icon.tsx";
import { UptimeFigure } from "./uptime.tsx";

export interface ComponentPageData extends ServiceView {
  component: Component;
  /** Over 365 days. */
  uptime: ComponentUptime;
  /** That touched the component, newest first; with the maintenances, the newest 50. */
  incidents: Incident[];
  maintenances: Maintenance[];
  /** When the page was rendered, ISO 8601. */
  now: string;
}

export function ComponentPage({ data, css }: { data: ComponentPageData; css: string }) {
  const { component, uptime, incidents, maintenances } = data;
  const { name, description, status } = component;
  const colour = componentColour(status);
  return (
    <Shell service={data} css={css} title={name}>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {description && (
        <p className="description">
          <bdi>{description}</bdi>
        </p>
      )}
      <p className={`status ${colour}`}>
        <StateIcon colour={colour} />
        {status}
      </p>
      <UptimeFigure uptime={uptime} />
      {incidents.map((incident) => (
        <IncidentCard key={incident.incidentID} incident={incident} Heading="h2" />
      ))}
      {maintenances.map((maintenance) => (
        <MaintenanceCard key={maintenance.maintenanceID} maintenance={maintenance} Heading="h2" />
      ))}
      <p className="back">
        <a href="/">Current status</a>
      </p>
    </Shell>
  );
}
