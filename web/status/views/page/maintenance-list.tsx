import { noticeStart, type ShownNotice } from "../../../../worker/notices/domain.ts";
import { ascending } from "../../../shared/ascending.ts";
import { chooseDetail } from "../choose-detail.ts";
import { useTexts } from "../language.tsx";
import { NoticeCard } from "../notice/notice-card.tsx";
import { noticeForms } from "../notice/notice-view.ts";
import { MoreLink } from "./more-link.tsx";

const BUDGET = { fullBytes: 40 * 1024, briefBytes: 80 * 1024 };

interface Props {
  /** It is also the fragment of the list's address. */
  id: "in-progress" | "maintenance";
  title: string;
  maintenances: ShownNotice[];
  /** The count of all. `maintenances` has the next of them. */
  totalCount: number;
}

export function MaintenanceList({ id, title, maintenances, totalCount }: Props) {
  const texts = useTexts();
  if (totalCount === 0) return null;
  const bySchedule = maintenances.toSorted((a, b) => ascending(noticeStart(a), noticeStart(b)));
  const notices = chooseDetail(bySchedule, noticeForms, BUDGET);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>
        {notices.map((notice) => (
          <NoticeCard key={notice.path} notice={notice} visibleUpdates={1} />
        ))}
      </div>
      <MoreLink count={totalCount - notices.length} forms={texts.moreMaintenances} href="/maintenances.ics" />
    </section>
  );
}
