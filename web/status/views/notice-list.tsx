import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Maintenance } from "../../../worker/maintenances/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { drawWithin } from "./draw-within.ts";
import { remembering, useDrawn } from "./drawn.tsx";
import { IncidentCard } from "./incident.tsx";
import { useVisit } from "./language.tsx";
import { MaintenanceCard } from "./maintenance.tsx";

/** Of the list's markup; 50 notices in short always fit. */
const MAX_BYTES = 800 * 1024;

interface Look {
  /** Of each name's heading, where no section's heading is above it. */
  Heading?: "h2" | undefined;
}

interface Props extends Look {
  incidents: Shown<Incident>[];
  maintenances: Shown<Maintenance>[];
}

/** Incidents and maintenances together, what began last first; each with its newest word, the others to be opened. */
export function NoticeList({ incidents, maintenances, ...look }: Props) {
  const { language } = useVisit();
  const drawn = useDrawn();
  const notices = [
    ...incidents.map((incident) => ({ at: incident.createdAt, incident })),
    ...maintenances.map((maintenance) => ({ at: maintenance.startAt, maintenance })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const { parts } = drawWithin(MAX_BYTES, notices, {
    full: (notice) => card({ ...notice, ...look }, language),
    short: (notice) => card({ ...notice, ...look, brief: true }, language),
  });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn
  return <div dangerouslySetInnerHTML={drawn(parts)} />;
}

type Card = Look & { brief?: boolean } & (
    | { incident: Shown<Incident> }
    | { maintenance: Shown<Maintenance> }
  );

const card = remembering("notice", ({ Heading, brief, ...notice }: Card) =>
  "incident" in notice ? (
    <IncidentCard incident={notice.incident} shown={1} Heading={Heading} brief={brief} />
  ) : (
    <MaintenanceCard maintenance={notice.maintenance} shown={1} Heading={Heading} brief={brief} />
  ),
);
