import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import { IncidentCard } from "./incident.tsx";
import { useHref, useTexts } from "./language.tsx";
import { MaintenanceCard } from "./maintenance.tsx";
import { type ServiceView, Shell } from "./shell.tsx";

/** The page of one incident or one maintenance. */
export type NoticePageData = ServiceView & ({ incident: Incident } | { maintenance: Maintenance });

export function NoticePage({ data, css }: { data: NoticePageData; css: string }) {
  const texts = useTexts();
  const href = useHref();
  const { name } = "incident" in data ? data.incident : data.maintenance;
  return (
    <Shell service={data} css={css} title={name}>
      <h1 className="kind">{"incident" in data ? texts.incident : texts.oneMaintenance}</h1>
      {"incident" in data ? (
        <IncidentCard incident={data.incident} Heading="h2" />
      ) : (
        <MaintenanceCard maintenance={data.maintenance} Heading="h2" />
      )}
      <p className="back">
        <a href={href("/")}>{texts.back}</a>
      </p>
    </Shell>
  );
}
