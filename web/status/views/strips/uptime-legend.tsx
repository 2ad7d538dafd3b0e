import {
  componentColor,
  componentStatuses,
  PARTIAL_OUTAGE_SHARE,
} from "../../../../worker/components/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { usePageContext, useTexts } from "../language.tsx";
import { formatPercent } from "./figures.ts";

interface Props {
  hasDash: boolean;
  hasGroups: boolean;
}

/** The page's script reads from these attributes what it shows for days without an outage and for days that don't count. */
export function UptimeLegend({ hasDash, hasGroups }: Props) {
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
      <details>
        <summary>{texts.uptimeNoteTitle}</summary>
        <p>
          {interpolate(texts.uptimeNote, { share: formatPercent(PARTIAL_OUTAGE_SHARE, language) })}
          {hasGroups && ` ${texts.groupNote}`}
          {hasDash && ` ${texts.dashNote}`}
        </p>
      </details>
    </div>
  );
}
