import {
  componentColor,
  componentStatuses,
  PARTIAL_OUTAGE_SHARE,
} from "../../../worker/components/domain.ts";
import { interpolate } from "../../shared/interpolate.ts";
import { formatPercent } from "./figures.ts";
import { useTexts, useVisit } from "./language.tsx";

/** The page's script takes its texts for days without trouble from the data attributes. */
export function UptimeLegend() {
  const { language } = useVisit();
  const texts = useTexts();
  return (
    <div
      className="how"
      data-fine={interpolate(texts.labeledText, { label: "{date}", text: texts.states.Operational })}
      data-uncounted={texts.notCounted}
    >
      <ul className="legend">
        {componentStatuses.map((status) => (
          <li key={status} className={componentColor(status)}>
            {texts.states[status]}
          </li>
        ))}
      </ul>
      <p>{interpolate(texts.uptimeNote, { share: formatPercent(PARTIAL_OUTAGE_SHARE, language) })}</p>
    </div>
  );
}
