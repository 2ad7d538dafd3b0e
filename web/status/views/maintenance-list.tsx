import { beginsAt, type ShownNotice } from "../../../worker/notices/domain.ts";
import { chooseDetail } from "./choose-detail.ts";
import { useTexts } from "./language.tsx";
import { MoreLink } from "./more-link.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { noticeForms } from "./notice-view.ts";

const BUDGET = { fullBytes: 80 * 1024, briefBytes: 80 * 1024 };

interface Props {
  maintenances: ShownNotice[];
  /** How many there are; `maintenances` are the next of them. */
  totalCount: number;
}

export function MaintenanceList({ maintenances, totalCount }: Props) {
  const texts = useTexts();
  if (maintenances.length === 0) return null;
  const bySchedule = maintenances.toSorted((a, b) => beginsAt(a).localeCompare(beginsAt(b)));
  const notices = chooseDetail(bySchedule, noticeForms, BUDGET);
  return (
    <section aria-labelledby="maintenance">
      <h2 id="maintenance">{texts.maintenance}</h2>
      <div>
        {notices.map((notice) => (
          <NoticeCard key={notice.path} notice={notice} visibleUpdates={1} />
        ))}
      </div>
      <MoreLink count={totalCount - notices.length} forms={texts.moreMaintenances} href="/maintenances.ics" />
    </section>
  );
}
