import type { Component } from "../../../worker/components/schema.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { ComponentList } from "./component-list.tsx";
import { Document } from "./document.tsx";
import { IncidentCard } from "./incident.tsx";
import { lastDays, PastDays } from "./past-days.tsx";
import { isOpen, pageState } from "./state.ts";
import { StateIcon } from "./state-icon.tsx";

export interface StatusPageData {
  serviceName: string;
  backgroundColor: string;
  components: Component[];
  /** Of the days shown, and any older one that is still open. */
  incidents: Incident[];
  /** When the page was rendered, ISO 8601. */
  now: string;
}

export function StatusPage({ data, css }: { data: StatusPageData; css: string }) {
  const { serviceName, backgroundColor, components, incidents, now } = data;
  const { colour, summary } = pageState(components, incidents);
  const open = incidents.filter(isOpen);
  const name = serviceName || "Service";
  return (
    <Document look={{ title: `${name} Status`, css, backgroundColor }}>
      <header className="top">
        <div className="wide">
          <a href="/">
            <bdi>{name}</bdi> Status
          </a>
        </div>
      </header>
      <main className="wide">
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
        <ComponentList components={components} />
        <PastDays days={lastDays(now, 14)} incidents={incidents} />
      </main>
      <footer className="wide">
        <p data-zone-note>All times are in UTC.</p>
      </footer>
    </Document>
  );
}
