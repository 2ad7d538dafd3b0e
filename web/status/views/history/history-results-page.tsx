import type { ShownNotice } from "../../../../worker/notices/domain.ts";
import { BackLink } from "../back-link.tsx";
import { useHref, usePlural, useTexts } from "../language.tsx";
import { LinesByMonth } from "../notice/notice-lines.tsx";
import { type ServiceView, Shell } from "../shell.tsx";
import { type HistoryChoice, HistoryForm, type HistoryPicker } from "./history-form.tsx";

export interface HistoryResultsData extends ServiceView {
  picker: HistoryPicker;
  choice: HistoryChoice;
  /** Newest first. */
  notices: ShownNotice[];
  /** There are older ones. */
  isCut: boolean;
  /** Why nothing was searched for. */
  refusal: "tooMany" | "tooShort" | undefined;
}

/** Search engines don't index the results, because the number of searches is unlimited. */
export function HistoryResultsPage({ data, css }: { data: HistoryResultsData; css: string }) {
  const texts = useTexts();
  const plural = usePlural();
  const href = useHref();
  const { picker, choice, notices, isCut, refusal } = data;
  return (
    <Shell service={data} css={css} title={texts.search.title} isUnlisted>
      <p className="kind">
        <a href={href("/history")}>{texts.history}</a>
      </p>
      <h1>{texts.search.title}</h1>
      <HistoryForm picker={picker} choice={choice} />
      {notices.length === 0 ? (
        <p className="card empty">{texts.search[refusal ?? "nothing"]}</p>
      ) : (
        <p>{plural(isCut ? texts.search.newest : texts.search.found, notices.length)}</p>
      )}
      <LinesByMonth notices={notices} Heading="h2" />
      <BackLink />
    </Shell>
  );
}
