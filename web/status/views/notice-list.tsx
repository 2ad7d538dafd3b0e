import { beginsAt, type ShownNotice } from "../../../worker/notices/domain.ts";
import { chooseDetail } from "./choose-detail.ts";
import { NoticeCard } from "./notice-card.tsx";
import { noticeForms } from "./notice-view.ts";

/** 50 notices always fit in brief. */
const BUDGET = { fullBytes: 680 * 1024, briefBytes: 120 * 1024 };

interface Props {
  notices: ShownNotice[];
  /** Of each name's heading, where no section's heading is above it. */
  Heading?: "h2" | undefined;
}

/** What began last first; each with its newest message, the others to be opened. */
export function NoticeList({ notices, Heading }: Props) {
  const newestFirst = notices.toSorted((a, b) => beginsAt(b).localeCompare(beginsAt(a)));
  return (
    <div>
      {chooseDetail(newestFirst, noticeForms, BUDGET).map((notice) => (
        <NoticeCard key={notice.path} notice={notice} shown={1} Heading={Heading} />
      ))}
    </div>
  );
}
