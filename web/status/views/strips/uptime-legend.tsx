import {
  componentColor,
  componentStatuses,
  PARTIAL_OUTAGE_SHARE,
} from "../../../../worker/components/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { usePageContext, useTexts } from "../language.tsx";
import { formatPercent } from "./figures.ts";

/** The page's script reads from these attributes what it shows for days without an outage and for days that don't count. */
export function UptimeLegend({ hasDash }: { hasDash: boolean }) {
  const { language } = usePageContext();
  const texts = useTexts();
  return (
    <div
      className="uptime-legend"
      data-operational={interpolate(texts.labeledText, { label: "{date}", text: texts.states.Operational })}
      data-not-counted={texts.notCounted}
    >
      <ul className="legend">
        {componentStatuses.map((status) => (
          <li key={status} className={componentColor(status)}>
            {texts.states[status]}
          </li>
        ))}
      </ul>
      <p>
        {interpolate(texts.uptimeNote, { share: formatPercent(PARTIAL_OUTAGE_SHARE, language) })}
        {hasDash && ` ${texts.dashNote}`}
      </p>
    </div>
  );
}
