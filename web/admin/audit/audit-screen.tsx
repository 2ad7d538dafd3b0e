import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { OlderButton } from "../lists/older-button.tsx";
import { RowPlaceholders } from "../lists/row-placeholders.tsx";
import styles from "./audit.css?inline";
import { everything, toQuery, useAuditFilter } from "./audit-filter.ts";
import { auditList } from "./calls.ts";
import { RequestList } from "./request-list.tsx";
import { groupByRequest } from "./requests.ts";

adoptStyles(styles);

const FilterBar = lazyPart(
  "audit-filter-bar",
  async () => (await import("./filter-bar.tsx")).FilterBar,
  <div className="audit-filters" />,
);
const ExportButtons = lazyPart(
  "audit-export",
  async () => (await import("./export-buttons.tsx")).ExportButtons,
);

export function AuditScreen() {
  const filtering = useAuditFilter();
  const { filter, isNarrowed, narrow } = filtering;
  const query = toQuery(filter);
  const list = useInfiniteQuery({ ...auditList(query), placeholderData: keepPreviousData });
  const entries = list.data?.pages.flatMap((page) => page.entries);
  const named = entries?.find(({ itemID, itemName }) => itemID === filter.item && itemName !== "");
  const busy = list.isPlaceholderData || (list.isPending && list.isFetching);
  const requests = groupByRequest(entries ?? []);
  // It is shown once all of its entries are loaded.
  if (list.data?.pages.at(-1)?.isCut) requests.pop();
  return (
    <>
      <h1 className="text-xl/8 font-semibold tracking-tight">Audit log</h1>
      <p className="mt-0.5 mb-5 text-muted text-pretty">Who changed what. Entries can't be edited.</p>
      <div className="grid gap-3">
        <FilterBar {...filtering} />
        {isNarrowed && (
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {filter.item !== "" && (
                <>
                  History of <bdi className="font-medium">{named?.itemName ?? filter.item}</bdi>
                </>
              )}
            </span>
            <Button onClick={() => narrow(everything)}>Show all</Button>
          </p>
        )}
        <LoadError load={list} />
        {entries?.length === 0 && !busy ? (
          <p className="rounded-xl border border-dashed border-line-strong/60 px-6 py-14 text-center text-muted">
            {isNarrowed ? "No entry has all of these." : "Nothing was changed yet."}
          </p>
        ) : entries ? (
          <RequestList requests={requests} busy={busy} />
        ) : (
          busy && <ListPlaceholder />
        )}
        <OlderButton list={list} />
        <ExportButtons query={query} />
      </div>
    </>
  );
}

function ListPlaceholder() {
  return (
    <ul className="divide-y divide-line rounded-xl border border-line bg-surface shadow-card">
      <RowPlaceholders />
    </ul>
  );
}
