import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../worker/components/domain.ts";
import type { ComponentDay } from "../../../worker/components/schema.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import type { Language } from "../texts/languages.ts";
import { remembered } from "../texts/remembered.ts";
import { plural, textsOf } from "../texts/texts.ts";
import { formatDuration, formatList } from "./figures.ts";
import { formatDay } from "./time-format.ts";

interface Props {
  /** What the days are of. */
  name: string;
  /** Oldest first. */
  history: ComponentDay[];
  /** As many bars as there would be had the component always existed. */
  days: number;
  since: string;
  /** What these days are called, when they are not the last ones. */
  month?: string;
}

const worstFirst = componentStatuses.toReversed();

/**
 * A bar a day. Each says in words what it stands for: read as an item of a list, shown when pointed at or focused. Only
 * days on which something was wrong can be reached by keyboard; the page's script has the arrow keys reach the others.
 */
export function barsIn(language: Language): Bars {
  const bars = made.get(language) ?? makeBars(language);
  made.set(language, bars);
  return bars;
}
const made = new Map<Language, Bars>();
type Bars = ReturnType<typeof makeBars>;

function makeBars(language: Language) {
  const texts = textsOf(language);
  // What strips have in common, one page's and the next one's: dates, days without trouble, which are nearly all, times.
  const nameOf = remembered((date) => formatDay(date, language));
  const durationOf = remembered((time) => formatDuration(Number(time), language));
  const lastDays = remembered((days) => plural(language, texts.lastDays, Number(days)));
  const troubledDays = remembered((days) => plural(language, texts.troubledDays, Number(days)));
  const fine = remembered((date) => {
    const day = interpolate(texts.told, { subject: nameOf(date), said: texts.states.Operational });
    return `<li><b>${day}</b></li>`;
  });

  function bar({ date, worst, minutes }: ComponentDay): string {
    if (worst === "Operational") return fine(date);
    const day = interpolate(texts.told, { subject: nameOf(date), said: states(worst, minutes) });
    return `<li class="${componentColor(worst)}" tabindex="0"><b>${day}</b></li>`;
  }

  /** The worst first, each with its time. */
  function states(worst: ComponentStatus, minutes: ComponentDay["minutes"]): string {
    const times = worstFirst.flatMap((status) => {
      const time = status === "Operational" ? undefined : minutes[status];
      if (time === undefined) return [];
      return interpolate(texts.lasting, { state: texts.states[status], duration: durationOf(`${time}`) });
    });
    return times.length > 0 ? formatList(times, language) : texts.states[worst];
  }

  return ({ name, history, days, since, month }: Props) => {
    const missing = days - history.length;
    // Told once, and seen on each: how many there are can not be said in a style, which the page's policy refuses.
    const none = (more: string) =>
      `<li class="none"${more}><b>${interpolate(texts.notCounted, { date: nameOf(since) })}</b></li>`;
    const uncounted = missing > 0 ? none("") + none(' aria-hidden="true"').repeat(missing - 1) : "";
    const troubled = history.filter(({ worst }) => worst !== "Operational").length;
    const all = troubled === 0 ? texts.alwaysFine : troubledDays(`${troubled}`);
    return (
      <ol
        className={month ? "bars" : `bars d${days}`}
        aria-label={interpolate(texts.strip, {
          name: isolateDirection(name),
          days: month ?? lastDays(`${days}`),
          all,
        })}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: dates, numbers and our own texts; an element each would be 900 a page
        dangerouslySetInnerHTML={{ __html: uncounted + history.map(bar).join("") }}
      />
    );
  };
}
