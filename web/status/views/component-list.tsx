import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { chooseDetail, escapedBytes } from "./choose-detail.ts";
import { ComponentRow, type RowView } from "./component-row.tsx";
import { useDayTexts } from "./day-strip.tsx";
import { useHref, usePlural, useTexts } from "./language.tsx";
import { truncate } from "./truncate.ts";
import { UptimeLegend } from "./uptime-legend.tsx";

/** The values of `?days=`. */
export const statusPageDays = [30, 60, 90] as const;

export interface ComponentListData {
  components: Component[];
  /** In the order of the components. */
  uptimes: ComponentUptime[];
  days: (typeof statusPageDays)[number];
}

export function ComponentList({ components, uptimes, days }: ComponentListData) {
  const texts = useTexts();
  const plural = usePlural();
  const dayTexts = useDayTexts();
  if (components.length === 0) {
    return (
      <section aria-labelledby="components">
        <h2 id="components">{texts.components}</h2>
        <p className="card empty">{texts.noComponents}</p>
      </section>
    );
  }
  const rows = components.map((component, at) => ({ component, uptime: uptimes[at] }));
  const visibleRows = chooseDetail(rows, forms, BUDGET);
  const shared = {
    isCompact: components.length > MAX_ROOMY_ROWS,
    period: plural(texts.lastDays, days),
    dayTexts,
  };
  return (
    <section aria-labelledby="components">
      <div className="heading">
        <h2 id="components">{texts.components}</h2>
        <DaysSwitch days={days} />
      </div>
      <ul className={shared.isCompact ? "card rows many" : "card rows"}>
        {visibleRows.map(({ component, uptime }) => (
          <ComponentRow key={component.componentID} component={component} uptime={uptime} {...shared} />
        ))}
      </ul>
      <UptimeLegend />
    </section>
  );
}

/** The brief budget is unlimited, because the status of every component must be on the page. */
const forms = {
  full: (row: RowView): RowView => row,
  brief: ({ component }: RowView): RowView => ({
    component: { ...component, name: truncate(component.name, MAX_BRIEF_CHARACTERS), description: "" },
  }),
  bytesOf: ({ component: { name, description }, uptime }: RowView) => {
    let troubledDays = 0;
    for (const { worst } of uptime?.history ?? []) if (worst !== "Operational") troubledDays++;
    return 1000 + 2 * escapedBytes(name) + escapedBytes(description) + 150 * troubledDays;
  },
};
const MAX_BRIEF_CHARACTERS = 100;
const BUDGET = { fullBytes: 384 * 1024, briefBytes: Number.POSITIVE_INFINITY };

/** Longer lists have rows of minimal height. */
const MAX_ROOMY_ROWS = 15;

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
