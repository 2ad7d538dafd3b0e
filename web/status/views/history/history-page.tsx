import type { ShownNotice } from "../../../../worker/notices/domain.ts";
import { BackLink } from "../back-link.tsx";
import { useHref, usePageContext, useTexts } from "../language.tsx";
import { MonthLines } from "../notice/notice-lines.tsx";
import { Pages } from "../pages.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { formatMonth } from "../utc-format.ts";
import { type HistoryChoice, HistoryForm, type HistoryPicker } from "./history-form.tsx";

export interface HistoryPageData extends ServiceView {
  /** A UTC month as in 2026-11, like `older` and `newer`. */
  month: string;
  /** Pages count from 1, newest first. */
  page: number;
  pages: number;
  older?: string;
  newer?: string;
  /** Incidents that were opened and maintenances that start in the month, newest first. */
  notices: ShownNotice[];
  picker: HistoryPicker;
  choice: HistoryChoice;
  now: string;
}

export function monthQuery(month: string, page = 1): string {
  return page === 1 ? `month=${month}` : `month=${month}&page=${page}`;
}

export function HistoryPage({ data, css }: { data: HistoryPageData; css: string }) {
  const texts = useTexts();
  const { language } = usePageContext();
  const { month, page, notices } = data;
  const title = `${texts.history} ${formatMonth(month, language)}`;
  return (
    <Shell service={data} css={css} title={page === 1 ? title : `${title} (${page})`}>
      <p className="kind">{texts.history}</p>
      <div className="heading">
        <h1>{formatMonth(month, language)}</h1>
        <Months {...data} />
      </div>
      <HistoryForm picker={data.picker} choice={data.choice} />
      {notices.length === 0 && <p className="card empty">{texts.emptyMonth}</p>}
      <MonthLines notices={notices} />
      <Pages {...data} pageAddress={(page) => `/history?${monthQuery(month, page)}`} />
      <BackLink />
    </Shell>
  );
}

function Months({ older, newer }: Pick<HistoryPageData, "older" | "newer">) {
  const texts = useTexts();
  const href = useHref();
  const { language } = usePageContext();
  const link = (month: string, rel: string) => (
    <li>
      <a href={href(`/history?${monthQuery(month)}`)} rel={rel} className={rel}>
        {formatMonth(month, language)}
      </a>
    </li>
  );
  return (
    <nav aria-label={texts.months}>
      <ul className="choices">
        {older && link(older, "prev")}
        {newer && link(newer, "next")}
      </ul>
    </nav>
  );
}
