import type { ShownNotice } from "../../../worker/notices/domain.ts";
import { chooseDetail } from "./choose-detail.ts";
import { useHref, useTexts } from "./language.tsx";
import { MoreLink } from "./more-link.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { noticeForms } from "./notice-view.ts";

const BUDGET = { fullBytes: 160 * 1024, briefBytes: 80 * 1024 };

interface Props {
  incidents: ShownNotice[];
  /** How many are open; `incidents` are the newest of them. */
  openCount: number;
}

export function ActiveIncidents({ incidents, openCount }: Props) {
  const texts = useTexts();
  const href = useHref();
  if (incidents.length === 0) return null;
  const notices = chooseDetail(incidents, noticeForms, BUDGET);
  const visibleUpdates = incidents.length > 2 ? 1 : 3;
  return (
    <section aria-labelledby="active">
      <h2 id="active">{texts.activeIncidents}</h2>
      <div>
        {notices.map((notice) => (
          <NoticeCard key={notice.path} notice={notice} visibleUpdates={visibleUpdates} />
        ))}
      </div>
      <MoreLink count={openCount - notices.length} forms={texts.moreIncidents} href={href("/history")} />
    </section>
  );
}
