import { noticeStart, type ShownNotice } from "../../../../worker/notices/domain.ts";
import { ascending } from "../../../shared/ascending.ts";
import { chooseDetail } from "../choose-detail.ts";
import { usePageContext } from "../language.tsx";
import { formatMonth } from "../utc-format.ts";
import { NoticeLine } from "./notice-line.tsx";
import { type NoticeView, noticeForms } from "./notice-view.ts";

interface LineView {
  notice: ShownNotice;
  view: NoticeView;
}

const forms = {
  full: (notice: ShownNotice): LineView => ({ notice, view: noticeForms.full(notice) }),
  brief: (notice: ShownNotice): LineView => ({ notice, view: noticeForms.brief(notice) }),
  byteLength: ({ view }: LineView) => noticeForms.byteLength(view),
};
/** The brief budget always fits a page of 50 notices. */
const BUDGET = { fullBytes: 680 * 1024, briefBytes: 120 * 1024 };

/** Newest first. */
function toLines(notices: ShownNotice[]): LineView[] {
  const newestFirst = notices.toSorted((a, b) => ascending(noticeStart(b), noticeStart(a)));
  return chooseDetail(newestFirst, forms, BUDGET);
}

/** The notices of a month, whose name is the title of the page. */
export function MonthLines({ notices }: { notices: ShownNotice[] }) {
  return <Lines lines={toLines(notices)} Heading="h2" />;
}

interface ByMonthProps {
  notices: ShownNotice[];
  /** The level of the months' names. */
  Heading: "h2" | "h3";
  /** The component of the page. Lines of notices that are about it alone don't repeat its name. */
  ownComponentID?: string | undefined;
}

/** Notices of several months, below the names of these. */
export function LinesByMonth({ notices, Heading, ownComponentID }: ByMonthProps) {
  const { language } = usePageContext();
  const byMonth = Map.groupBy(toLines(notices), ({ notice }) => noticeStart(notice).slice(0, 7));
  return [...byMonth].map(([month, lines]) => (
    <section key={month} aria-labelledby={`month-${month}`}>
      <Heading id={`month-${month}`} className="month">
        {formatMonth(month, language)}
      </Heading>
      <Lines lines={lines} Heading={Heading === "h2" ? "h3" : "h4"} ownComponentID={ownComponentID} />
    </section>
  ));
}

interface LinesProps {
  lines: LineView[];
  Heading: "h2" | "h3" | "h4";
  ownComponentID?: string | undefined;
}

function Lines({ lines, Heading, ownComponentID }: LinesProps) {
  if (lines.length === 0) return null;
  const isAboutOwn = ({ components: [first], componentCount }: ShownNotice) =>
    componentCount === 1 && first?.componentID === ownComponentID;
  return (
    <div className="card lines">
      {lines.map(({ notice, view }) => (
        <NoticeLine
          key={view.path}
          notice={view}
          components={isAboutOwn(notice) ? [] : notice.components}
          start={noticeStart(notice)}
          Heading={Heading}
        />
      ))}
    </div>
  );
}
