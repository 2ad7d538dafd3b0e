import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { NoticeKind } from "../../../worker/notices/domain.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { componentList } from "../components/calls.ts";
import { SearchField } from "../lists/search-field.tsx";
import { formatMonth } from "../times/dates.ts";
import type { useNoticeFilter } from "./notice-filter.ts";
import { noticeTexts } from "./texts.ts";

const LISTED_MONTHS = 60;

/** Only incidents have write-ups. Those that are published are searched. */
const searchLabels: Record<NoticeKind, string> = {
  incident: "Search names, messages, write-ups",
  maintenance: "Search names and messages",
};

interface NoticeFilterBarProps extends ReturnType<typeof useNoticeFilter> {
  kind: NoticeKind;
}

export function NoticeFilterBar({ kind, filter, toPath, search, narrow }: NoticeFilterBarProps) {
  const { data: components = [] } = useQuery({ ...componentList, refetchInterval: false });
  const nameByID = new Map(components.map(({ componentID, name }) => [componentID, name]));
  const { title, overLabel } = noticeTexts[kind].screen;
  const tabs = [
    { show: "open", label: "Open" },
    { show: "over", label: overLabel },
    { show: "all", label: "All" },
  ] as const;

  return (
    <search className="grid gap-3" aria-label={`Find in ${title}`}>
      <nav aria-label={`Which of ${title}`} className="flex gap-1 border-b border-line">
        {tabs.map(({ show, label }) => (
          <Link
            key={show}
            href={toPath({ show })}
            aria-current={show === filter.show ? "page" : undefined}
            className="-mb-px grid min-h-11 min-w-14 place-items-center border-b-2 border-transparent px-3 font-medium text-muted -outline-offset-2 transition-colors hover:text-ink aria-[current]:border-accent-text aria-[current]:text-accent-text"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="grid grid-cols-[11fr_9fr] gap-3 lg:grid-cols-[minmax(0,1fr)_13rem_11rem]">
        <div className="col-span-2 lg:col-span-1">
          <SearchField label={searchLabels[kind]} value={filter.q} onChange={search} />
        </div>
        <SelectField
          label="Affected component"
          labelHidden
          isFilter
          value={filter.componentID}
          choices={withCurrent(["", ...nameByID.keys()], filter.componentID)}
          nameOf={(id) => (id === "" ? "All components" : (nameByID.get(id) ?? "Unknown component"))}
          onChange={(componentID) => narrow({ componentID })}
        />
        <SelectField
          label="Month"
          labelHidden
          isFilter
          value={filter.month}
          choices={withCurrent(["", ...lastMonths()], filter.month)}
          nameOf={(month) => (month === "" ? "Any month" : formatMonth(month))}
          onChange={(month) => narrow({ month })}
        />
      </div>
    </search>
  );
}

/** A value from the address stays selectable. */
function withCurrent(choices: string[], current: string): string[] {
  return choices.includes(current) ? choices : [...choices, current];
}

function lastMonths(): string[] {
  const now = new Date();
  return Array.from({ length: LISTED_MONTHS }, (_, past) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - past)).toISOString().slice(0, 7),
  );
}
