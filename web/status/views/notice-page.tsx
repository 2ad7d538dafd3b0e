import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import { Back } from "./back.tsx";
import { IncidentCard } from "./incident.tsx";
import { useTexts } from "./language.tsx";
import { MaintenanceCard } from "./maintenance.tsx";
import { type ServiceView, Shell } from "./shell.tsx";

/** The page of one incident or one maintenance. */
export type NoticePageData = ServiceView & ({ incident: Incident } | { maintenance: Maintenance });

export function NoticePage({ data, css }: { data: NoticePageData; css: string }) {
  const texts = useTexts();
  const { name } = "incident" in data ? data.incident : data.maintenance;
  return (
    <Shell service={data} css={css} title={name}>
      <p className="kind">{"incident" in data ? texts.incident : texts.oneMaintenance}</p>
      {"incident" in data ? (
        <IncidentCard incident={data.incident} Heading="h1" />
      ) : (
        <MaintenanceCard maintenance={data.maintenance} Heading="h1" />
      )}
      <Back />
    </Shell>
  );
}
