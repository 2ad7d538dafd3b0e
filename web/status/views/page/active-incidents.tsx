import { byImpact, type ShownNotice } from "../../../../worker/notices/domain.ts";
import { chooseDetail } from "../choose-detail.ts";
import { useHref, useTexts } from "../language.tsx";
import { NoticeCard } from "../notice/notice-card.tsx";
import { noticeForms } from "../notice/notice-view.ts";
import { MoreLink } from "./more-link.tsx";

const BUDGET = { fullBytes: 160 * 1024, briefBytes: 80 * 1024 };

interface Props {
  incidents: ShownNotice[];
  /** The count of all that are open. `incidents` has the newest of them. */
  openCount: number;
  /** Beside a maintenance in progress or another incident, earlier updates are collapsed. */
  isAlone: boolean;
}

export function ActiveIncidents({ incidents, openCount, isAlone }: Props) {
  const texts = useTexts();
  const href = useHref();
  if (incidents.length === 0) return null;
  const notices = chooseDetail(incidents.toSorted(byImpact), noticeForms, BUDGET);
  const visibleUpdates = isAlone ? 3 : 1;
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
