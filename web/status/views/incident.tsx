import { incidentColours } from "../../../worker/incidents/domain.ts";
import type { Incident } from "../../../worker/incidents/schema.ts";
import { beginningOf } from "../../../worker/notices/domain.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { isOpen } from "../../../worker/pages/domain.ts";
import { fill } from "../texts/texts.ts";
import { formatDuration } from "./figures.ts";
import { useTexts, useVisit } from "./language.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { Time } from "./time.tsx";

interface Props {
  incident: Shown<Incident>;
  shown?: number | undefined;
  Heading?: "h1" | "h2" | "h3" | "h4" | undefined;
  brief?: boolean | undefined;
  at?: string | undefined;
}

export function IncidentCard({ incident, ...look }: Props) {
  const updates = incident.incidentUpdates.map(
    ({ incidentUpdateID, incidentStatus, message, createdAt }) => ({
      id: incidentUpdateID,
      status: incidentStatus,
      colour: incidentColours[incidentStatus],
      message,
      createdAt,
    }),
  );
  const when = isOpen(incident) ? ("now" as const) : ("past" as const);
  const path = incidentPath(incident);
  const notice = { ...incident, path, when, colour: incidentColours[incident.status], updates };
  return (
    <NoticeCard notice={notice} {...look}>
      {when === "past" && <Lasted incident={incident} />}
    </NoticeCard>
  );
}

export function incidentPath({ incidentID }: Incident): string {
  return `incidents/${incidentID}`;
}

/** From its beginning until it was first said to be resolved for good. */
function Lasted({ incident: { createdAt, incidentUpdates } }: { incident: Incident }) {
  const { language } = useVisit();
  const texts = useTexts();
  const resolved = beginningOf(incidentUpdates, ({ incidentStatus }) => incidentStatus === "Resolved");
  const minutes = Math.floor((Date.parse(resolved?.createdAt ?? createdAt) - Date.parse(createdAt)) / 60_000);
  return (
    <p className="window">
      <Time at={createdAt} />
      {minutes > 0 && <> · {fill(texts.lasted, { duration: formatDuration(minutes, language) })}</>}
    </p>
  );
}
