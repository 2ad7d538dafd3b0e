import { noticeStart, type ShownNotice } from "../../../../worker/notices/domain.ts";
import { ascending } from "../../../shared/ascending.ts";
import { chooseDetail } from "../choose-detail.ts";
import { NoticeCard } from "./notice-card.tsx";
import { noticeForms } from "./notice-view.ts";

/** The brief budget always fits a page of 50 notices. */
const BUDGET = { fullBytes: 680 * 1024, briefBytes: 120 * 1024 };

export function NoticeList({ notices }: { notices: ShownNotice[] }) {
  const newestFirst = notices.toSorted((a, b) => ascending(noticeStart(b), noticeStart(a)));
  return (
    <div>
      {chooseDetail(newestFirst, noticeForms, BUDGET).map((notice) => (
        <NoticeCard key={notice.path} notice={notice} visibleUpdates={1} />
      ))}
    </div>
  );
}
