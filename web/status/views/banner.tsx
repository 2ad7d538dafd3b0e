import { pageState } from "../../../worker/pages/domain.ts";
import { usePlural, useTexts } from "./language.tsx";
import { StateIcon } from "./state-icon.tsx";
import type { StatusPageData } from "./status-page.tsx";

/** The worst news, and how much of it there is. */
export function Banner({ data }: { data: StatusPageData }) {
  const texts = useTexts();
  const plural = usePlural();
  const { components, current } = data;
  const { color, summary } = pageState(components, current);
  const troubled = components.filter(({ status }) => status !== "Operational");
  const facts = [
    { forms: texts.openIncidents, many: current.openIncidents, at: "active" },
    // Of 200, the first that is not well is not to be looked for.
    { forms: texts.troubledComponents, many: troubled.length, at: troubled[0]?.componentID },
    { forms: texts.runningMaintenances, many: current.runningMaintenances, at: "maintenance" },
  ].filter(({ many }) => many > 0);
  return (
    <div className={`banner ${color}`}>
      <StateIcon color={color} />
      <h1>{texts.banner[summary]}</h1>
      {facts.length > 0 && (
        <ul>
          {facts.map(({ forms, many, at }) => (
            <li key={at}>
              <a href={`#${at}`}>{plural(forms, many)}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
