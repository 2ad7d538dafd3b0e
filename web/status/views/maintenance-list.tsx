import { beginsAt, type ShownNotice } from "../../../worker/notices/domain.ts";
import { chooseDetail } from "./choose-detail.ts";
import { useTexts } from "./language.tsx";
import { MoreLink } from "./more-link.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { noticeForms } from "./notice-view.ts";

const BUDGET = { fullBytes: 80 * 1024, briefBytes: 80 * 1024 };

interface Props {
  maintenances: ShownNotice[];
  /** All that there are, of which these are the next ones. */
  count: number;
}

/** Running and planned ones, the next first. */
export function MaintenanceList({ maintenances, count }: Props) {
  const texts = useTexts();
  if (maintenances.length === 0) return null;
  const bySchedule = maintenances.toSorted((a, b) => beginsAt(a).localeCompare(beginsAt(b)));
  const notices = chooseDetail(bySchedule, noticeForms, BUDGET);
  return (
    <section aria-labelledby="maintenance">
      <h2 id="maintenance">{texts.maintenance}</h2>
      <div>
        {notices.map((notice) => (
          <NoticeCard key={notice.path} notice={notice} shown={1} />
        ))}
      </div>
      <MoreLink count={count - notices.length} forms={texts.moreMaintenances} href="/maintenances.ics" />
    </section>
  );
}
