import { isRunning } from "../../../worker/maintenances/statuses.ts";
import { isOpen, pageState } from "../../../worker/pages/statuses.ts";
import { useCount, useTexts } from "./language.tsx";
import { StateIcon } from "./state-icon.tsx";
import type { StatusPageData } from "./status-page.tsx";

/** The worst news, and how much of it there is. */
export function Banner({ data }: { data: StatusPageData }) {
  const texts = useTexts();
  const count = useCount();
  const { components, incidents, maintenances } = data;
  const { colour, summary } = pageState(components, incidents);
  const facts = [
    { forms: texts.openIncidents, many: incidents.filter(isOpen).length },
    {
      forms: texts.troubledComponents,
      many: components.filter(({ status }) => status !== "Operational").length,
    },
    { forms: texts.runningMaintenances, many: maintenances.filter(({ status }) => isRunning(status)).length },
  ].filter(({ many }) => many > 0);
  return (
    <div className={`banner ${colour}`}>
      <StateIcon colour={colour} />
      <h1>{texts.banner[summary]}</h1>
      {facts.length > 0 && (
        <ul>
          {facts.map(({ forms, many }) => (
            <li key={forms.other}>{count(forms, many)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
