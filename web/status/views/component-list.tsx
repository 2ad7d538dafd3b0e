import { componentColour } from "../../../worker/components/domain.ts";
import type { Component, ComponentDay, ComponentUptime } from "../../../worker/components/schema.ts";
import type { Language } from "../texts/languages.ts";
import { fill } from "../texts/texts.ts";
import { barsIn } from "./bars.tsx";
import { Description } from "./description.tsx";
import { drawWithin } from "./draw-within.ts";
import { remembering, useDrawn } from "./drawn.tsx";
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
  const { language } = useVisit();
  const drawn = useDrawn();
  if (components.length === 0) {
    return (
      <section aria-labelledby="components">
        <h2 id="components">{texts.components}</h2>
        <p className="card empty">{texts.noComponents}</p>
      </section>
    );
  }
  const views = components.map((component, at) => viewOf(component, uptimes[at], language));
  // In short they all fit, since no name is long: the status of each is always shown.
  const { parts } = drawWithin(MAX_BYTES, views, {
    full: (view) => row(view, language),
    short: ({ componentID, name, status }) =>
      row({ componentID, name: beginning(name, BRIEF), description: "", status }, language),
  });
  return (
    <section aria-labelledby="components">
      <div className="heading">
        <h2 id="components">{texts.components}</h2>
        <DaysSwitch days={days} />
      </div>
      <ul
        className={components.length > MANY ? "card rows many" : "card rows"}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn
        dangerouslySetInnerHTML={drawn(parts)}
      />
      <HowCounted />
    </section>
  );
}

/** Of the markup of all rows: some 250 in full. */
const MAX_BYTES = 1536 * 1024;
/** Of a name in a row in short. */
const BRIEF = 100;

/** From here on rows are as low as can be. */
const MANY = 15;

/** All that a row shows, and no more than that: it is drawn anew when any of it changes. */
interface RowView extends Pick<Component, "componentID" | "name" | "description" | "status"> {
  strip?: StripView;
}

interface StripView extends Pick<ComponentUptime, "days" | "since"> {
  uptime: string | undefined;
  /** The last of the days that are counted, and how many those are. */
  last: string;
  counted: number;
  /** Those of them that were not fine. */
  troubled: ComponentDay[];
}

function viewOf(component: Component, uptime: ComponentUptime | undefined, language: Language): RowView {
  const { componentID, name, description, status } = component;
  const view = { componentID, name, description, status };
  const last = uptime?.history.at(-1);
  if (!uptime || !last) return view;
  const strip = {
    days: uptime.days,
    since: uptime.since,
    uptime: uptime.uptime === null ? undefined : formatUptime(uptime.uptime, language),
    last: last.date,
    counted: uptime.history.length,
    troubled: uptime.history.filter(({ worst }) => worst !== "Operational"),
  };
  return { ...view, strip };
}

const row = remembering("component", ({ componentID, name, description, status, strip }: RowView) => {
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
      {strip && <Strip name={name} strip={strip} />}
    </li>
  );
});

/** The bars, and below them when they begin, the uptime in all, when they end. */
function Strip({ name, strip }: { name: string; strip: StripView }) {
  const { language } = useVisit();
  const texts = useTexts();
  const { days, since, uptime, last, counted, troubled } = strip;
  const known = new Map(troubled.map((day) => [day.date, day]));
  const history = Array.from({ length: counted }, (_, at) => {
    const date = dayBefore(last, counted - 1 - at);
    return known.get(date) ?? { date, worst: "Operational" as const, minutes: {} };
  });
  return (
    <>
      {barsIn(language)({ name, history, days, since })}
      <p className="axis">
        <span>{formatDay(dayBefore(last, days - 1), language)}</span>{" "}
        {uptime !== undefined && <span className="uptime">{fill(texts.uptime, { percent: uptime })}</span>}{" "}
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
