import { componentColor } from "../../../worker/components/domain.ts";
import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { barsIn } from "./bars.tsx";
import { chooseDetail, escapedBytes } from "./choose-detail.ts";
import { Description } from "./description.tsx";
import { formatUptime } from "./figures.ts";
import { HowCounted } from "./how-counted.tsx";
import { useCount, useHref, useTexts, useVisit } from "./language.tsx";
import { beginning } from "./plain-text.ts";
import { State } from "./state-icon.tsx";
import { formatDay } from "./time-format.ts";

/** Over how many days uptime is shown, as `?days=` asks. */
export const statusPageDays = [30, 60, 90] as const;

export interface ComponentListData {
  components: Component[];
  /** Of each component, in the same order. */
  uptimes: ComponentUptime[];
  days: (typeof statusPageDays)[number];
}

export function ComponentList({ components, uptimes, days }: ComponentListData) {
  const texts = useTexts();
  if (components.length === 0) {
    return (
      <section aria-labelledby="components">
        <h2 id="components">{texts.components}</h2>
        <p className="card empty">{texts.noComponents}</p>
      </section>
    );
  }
  const rows = components.map((component, at) => ({ component, uptime: uptimes[at] }));
  const shown = chooseDetail(rows, forms, BUDGET);
  return (
    <section aria-labelledby="components">
      <div className="heading">
        <h2 id="components">{texts.components}</h2>
        <DaysSwitch days={days} />
      </div>
      <ul className={components.length > MANY ? "card rows many" : "card rows"}>
        {shown.map(({ component, uptime }) => (
          <Row key={component.componentID} component={component} uptime={uptime} />
        ))}
      </ul>
      <HowCounted />
    </section>
  );
}

interface RowView {
  component: Component;
  uptime?: ComponentUptime | undefined;
}

/** What a row shows. In brief all components fit, so that the status of each is always shown. */
const forms = {
  full: (row: RowView): RowView => row,
  brief: ({ component }: RowView): RowView => ({
    component: { ...component, name: beginning(component.name, BRIEF_CHARACTERS), description: "" },
  }),
  bytesOf: ({ component: { name, description } }: RowView) =>
    1200 + 2 * escapedBytes(name) + escapedBytes(description),
};
/** How many characters of a name are shown in brief. */
const BRIEF_CHARACTERS = 100;
const BUDGET = { fullBytes: 384 * 1024, briefBytes: Number.POSITIVE_INFINITY };

/** From here on rows are as low as can be. */
const MANY = 15;

function Row({ component: { componentID, name, description, status }, uptime }: RowView) {
  const href = useHref();
  return (
    <li className="component" id={componentID}>
      <div className="top-line">
        <h3>
          <a href={href(`/components/${componentID}`)}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        <State color={componentColor(status)} status={status} />
      </div>
      <Description text={description} />
      {uptime && <Strip name={name} uptime={uptime} />}
    </li>
  );
}

/** The bars, and below them when they begin, the uptime in all, when they end. */
function Strip({
  name,
  uptime: { history, days, since, uptime },
}: {
  name: string;
  uptime: ComponentUptime;
}) {
  const { language } = useVisit();
  const texts = useTexts();
  const last = history.at(-1);
  if (!last) return null;
  return (
    <>
      {barsIn(language)({ name, history, days, since })}
      <p className="axis">
        <span>{formatDay(dayBefore(last.date, days - 1), language)}</span>{" "}
        {uptime !== null && (
          <span className="uptime">
            {interpolate(texts.uptime, { percent: formatUptime(uptime, language) })}
          </span>
        )}{" "}
        <span>{texts.today}</span>
      </p>
    </>
  );
}

function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

function DaysSwitch({ days }: { days: number }) {
  const texts = useTexts();
  const count = useCount();
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
              {count(texts.days, each)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
