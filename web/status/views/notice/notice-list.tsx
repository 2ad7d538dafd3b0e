import { noticePhase, noticeStart, type ShownNotice } from "../../../../worker/notices/domain.ts";
import { ascending } from "../../../shared/ascending.ts";
import { chooseDetail } from "../choose-detail.ts";
import { NoticeCard } from "./notice-card.tsx";
import { LinesByMonth } from "./notice-lines.tsx";
import { noticeForms } from "./notice-view.ts";

const BUDGET = { fullBytes: 200 * 1024, briefBytes: 80 * 1024 };

interface Props {
  notices: ShownNotice[];
  ownComponentID?: string | undefined;
}

/** What is open or planned, as cards, and below them a line for each notice that is over. */
export function NoticeList({ notices, ownComponentID }: Props) {
  const newestFirst = notices.toSorted((a, b) => ascending(noticeStart(b), noticeStart(a)));
  const { current = [], past = [] } = Object.groupBy(newestFirst, (notice) =>
    noticePhase(notice) === "past" ? "past" : "current",
  );
  return (
    <>
      <div>
        {chooseDetail(current, noticeForms, BUDGET).map((notice) => (
          <NoticeCard key={notice.path} notice={notice} visibleUpdates={1} />
        ))}
      </div>
      <LinesByMonth notices={past} Heading="h3" ownComponentID={ownComponentID} />
    </>
  );
}
