import type { Incident } from "../../../worker/incidents/schema.ts";
import type { Shown } from "../../../worker/notices/schema.ts";
import { chooseDetail } from "./choose-detail.ts";
import { briefIncidentView, incidentView } from "./incident.tsx";
import { useHref, useTexts } from "./language.tsx";
import { More } from "./more.tsx";
import { NoticeCard, noticeBytes } from "./notice-card.tsx";

const BUDGET = { fullBytes: 160 * 1024, briefBytes: 80 * 1024 };

interface Props {
  incidents: Shown<Incident>[];
  /** All that are open, of which these are the newest. */
  count: number;
}

export function ActiveIncidents({ incidents, count }: Props) {
  const texts = useTexts();
  const href = useHref();
  if (incidents.length === 0) return null;
  const forms = { full: incidentView, brief: briefIncidentView, bytesOf: noticeBytes };
  const notices = chooseDetail(incidents, forms, BUDGET);
  const shown = incidents.length > 2 ? 1 : 3;
  return (
    <section aria-labelledby="active">
      <h2 id="active">{texts.active}</h2>
      <div>
        {notices.map((notice) => (
          <NoticeCard key={notice.path} notice={notice} shown={shown} />
        ))}
      </div>
      <More count={count - notices.length} forms={texts.moreIncidents} href={href("/history")} />
    </section>
  );
}
