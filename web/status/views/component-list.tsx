import type { Component, ComponentUptime } from "../../../worker/components/schema.ts";
import { componentColour } from "../../../worker/components/statuses.ts";
import { languageOf } from "../texts/languages.ts";
import { remembered } from "../texts/remembered.ts";
import { fill } from "../texts/texts.ts";
import { barsIn } from "./bars.tsx";
import { Description } from "./description.tsx";
import { formatUptime } from "./figures.ts";
import { HowCounted } from "./how-counted.tsx";
import { useCount, useHref, useTexts, useVisit } from "./language.tsx";
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
  const bars = barsIn(useVisit().language);
  if (components.length === 0) {
    return (
      <section aria-labelledby="components">
        <h2 id="components">{texts.components}</h2>
        <p className="card empty">{texts.noComponents}</p>
      </section>
    );
  }
  return (
    <section aria-labelledby="components">
      <div className="heading">
        <h2 id="components">{texts.components}</h2>
        <DaysSwitch days={days} />
      </div>
      <ul className={components.length > MANY ? "card rows many" : "card rows"}>
        {components.map((component, at) => (
          <ComponentRow key={component.componentID} component={component} uptime={uptimes[at]} bars={bars} />
        ))}
      </ul>
      <HowCounted />
    </section>
  );
}

/** From here on rows are as low as can be. */
const MANY = 15;

interface RowProps {
  component: Component;
  uptime: ComponentUptime | undefined;
  bars: ReturnType<typeof barsIn>;
}

function ComponentRow({ component, uptime, bars }: RowProps) {
  const { componentID, name, description, status } = component;
  const href = useHref();
  return (
    <li className="component" id={componentID}>
      <div className="top-line">
        <h3>
          <a href={href(`/components/${componentID}`)}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        <State colour={componentColour(status)} status={status} />
      </div>
      <Description text={description} />
      {uptime && bars({ name, ...uptime })}
      {uptime && <Axis uptime={uptime} />}
    </li>
  );
}

/** What stands below the bars: when they begin, the uptime in all, when they end. */
function Axis({ uptime: { days, uptime, history } }: { uptime: ComponentUptime }) {
  const { language } = useVisit();
  const texts = useTexts();
  const last = history.at(-1);
  return (
    <p className="axis">
      <span>{last && dayBefore(`${last.date} ${days - 1} ${language}`)}</span>{" "}
      {uptime !== null && (
        <span className="uptime">{fill(texts.uptime, { percent: formatUptime(uptime, language) })}</span>
      )}{" "}
      <span>{texts.today}</span>
    </p>
  );
}

// The same in every row.
const dayBefore = remembered(100, (key) => {
  const [date = "", days, language] = key.split(" ");
  const day = new Date(Date.parse(date) - Number(days) * 86_400_000).toISOString();
  return formatDay(day, languageOf(language));
});

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
