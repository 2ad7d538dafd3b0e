import { isListed } from "../../../../worker/components/domain.ts";
import { pageEntries } from "../../../../worker/components/groups/domain.ts";
import type { Group, GroupUptime } from "../../../../worker/components/groups/schema.ts";
import type { Component, ComponentUptime } from "../../../../worker/components/schema.ts";
import { chooseDetail, escapedBytes } from "../choose-detail.ts";
import { useHref, usePageContext, usePlural, useTexts } from "../language.tsx";
import { measuredUptime } from "../strips/figures.ts";
import { UptimeLegend } from "../strips/uptime-legend.tsx";
import { truncate } from "../truncate.ts";
import { formatUTCDay } from "../utc-format.ts";
import { ComponentRow, type RowView } from "./component-row.tsx";
import { GroupRow, type GroupView } from "./group-row.tsx";
import { lastDays } from "./past-days.tsx";

/** The values of `?days=`. */
export const statusPageDays = [30, 60, 90] as const;

export interface ComponentListData {
  components: Component[];
  /** `uptimes` and `groupUptimes` have only those that are shown. */
  uptimes: ComponentUptime[];
  groups: Group[];
  groupUptimes: GroupUptime[];
  days: (typeof statusPageDays)[number];
  now: string;
}

export function ComponentList(data: ComponentListData) {
  const { components, days, now } = data;
  const { language } = usePageContext();
  const texts = useTexts();
  const plural = usePlural();
  if (components.length === 0) {
    return (
      <section aria-labelledby="components">
        <h2 id="components">{texts.components}</h2>
        <p className="card empty">{texts.noComponents}</p>
      </section>
    );
  }
  const entries = toEntryViews(data);
  if (entries.length === 0) return null;
  const hasDays = data.uptimes.length > 0;
  const shared = { period: plural(texts.lastDays, days), now };
  return (
    <section aria-labelledby="components">
      <div className="heading">
        <h2 id="components">{texts.components}</h2>
        {components.length > MAX_UNFILTERED_ROWS && <FilterField />}
        {hasDays && <DaysSwitch days={days} />}
      </div>
      <ul className={components.length > MAX_ROOMY_ROWS ? "card rows many" : "card rows"}>
        {entries.map((entry) =>
          "group" in entry ? (
            <GroupRow key={entry.group.groupID} {...entry} shared={shared} />
          ) : (
            <ComponentRow key={entry.component.componentID} {...entry} {...shared} />
          ),
        )}
      </ul>
      {hasDays && (
        <>
          <p className="axis">
            <span>{formatUTCDay(lastDays(now, days).at(-1) ?? now, language)}</span>{" "}
            <span>{texts.today}</span>
          </p>
          <UptimeLegend
            hasDash={data.uptimes.some((uptime) => measuredUptime(uptime, now) === null)}
            hasGroups={entries.some((entry) => "group" in entry)}
          />
        </>
      )}
    </section>
  );
}

type Line = RowView | Omit<GroupView, "rows">;

function toEntryViews({
  components,
  uptimes,
  groups,
  groupUptimes,
}: ComponentListData): (RowView | GroupView)[] {
  const uptimeOf = new Map(uptimes.map((uptime) => [uptime.componentID, uptime]));
  const uptimeOfGroup = new Map(groupUptimes.map((uptime) => [uptime.groupID, uptime]));
  const lines = pageEntries(components, groups).flatMap(({ group, components: members }): Line[] => {
    const rows = members
      .filter(isListed)
      .map((component) => ({ component, uptime: uptimeOf.get(component.componentID) }));
    return group && rows.length > 0 ? [{ group, uptime: uptimeOfGroup.get(group.groupID) }, ...rows] : rows;
  });
  const entries: (RowView | GroupView)[] = [];
  for (const line of chooseDetail(lines, forms, BUDGET)) {
    const last = entries.at(-1);
    if ("group" in line) entries.push({ ...line, rows: [] });
    else if (line.component.groupID !== null && last && "group" in last) last.rows.push(line);
    else entries.push(line);
  }
  return entries;
}

/** The brief budget is unlimited, because the status of every component must be on the page. */
const forms = {
  full: (line: Line): Line => line,
  brief: (line: Line): Line => {
    if ("group" in line)
      return { group: { ...line.group, name: truncate(line.group.name, MAX_BRIEF_CHARACTERS) } };
    const { component } = line;
    const name = truncate(component.name, MAX_BRIEF_CHARACTERS);
    return { component: { ...component, name, description: "" } };
  },
  byteLength: (line: Line) => {
    const { name, description } = "group" in line ? { ...line.group, description: "" } : line.component;
    let troubledDays = 0;
    for (const { worst } of line.uptime?.history ?? []) if (worst !== "Operational") troubledDays++;
    return 1000 + 2 * escapedBytes(name) + escapedBytes(description) + 150 * troubledDays;
  },
};
const MAX_BRIEF_CHARACTERS = 100;
const BUDGET = { fullBytes: 384 * 1024, briefBytes: Number.POSITIVE_INFINITY };

/** Longer lists have rows of minimal height. */
const MAX_ROOMY_ROWS = 15;

/** With more components, there is a field that filters them by script. */
const MAX_UNFILTERED_ROWS = 20;

function FilterField() {
  const texts = useTexts();
  return (
    <input
      type="search"
      aria-label={texts.filterComponents}
      placeholder={texts.filterComponents}
      data-filter={Object.values(texts.filtered).join("|")}
      autoComplete="off"
    />
  );
}

function DaysSwitch({ days }: { days: number }) {
  const texts = useTexts();
  const plural = usePlural();
  const href = useHref();
  return (
    <nav aria-label={texts.uptimeDays}>
      <ul className="choices">
        {statusPageDays.map((each) => (
          <li key={each}>
            <a
              href={href(each === 90 ? "/#components" : `/?days=${each}#components`)}
              aria-current={each === days ? "true" : undefined}
            >
              {plural(texts.days, each)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
