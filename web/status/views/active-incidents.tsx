import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { drawWithin } from "./draw-within.ts";
import { remembering, useDrawn } from "./drawn.tsx";
import { IncidentCard } from "./incident.tsx";
import { useHref, useTexts, useVisit } from "./language.tsx";
import { More } from "./more.tsx";

/** Of the section's markup. */
const MAX_BYTES = 240 * 1024;

interface Props {
  incidents: Shown<Incident>[];
  /** All that are open, of which these are the newest. */
  count: number;
}

export function ActiveIncidents({ incidents, count }: Props) {
  const texts = useTexts();
  const href = useHref();
  const { language } = useVisit();
  const drawn = useDrawn();
  if (incidents.length === 0) return null;
  const shown = incidents.length > 2 ? 1 : 3;
  const { parts } = drawWithin(MAX_BYTES, incidents, {
    full: (incident) => card({ incident, shown }, language),
    short: (incident) => card({ incident, brief: true }, language),
  });
  return (
    <section aria-labelledby="active">
      <h2 id="active">{texts.active}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn */}
      <div dangerouslySetInnerHTML={drawn(parts)} />
      <More count={count - parts.length} forms={texts.moreIncidents} href={href("/history")} />
    </section>
  );
}

const card = remembering("open", IncidentCard);
