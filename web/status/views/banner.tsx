import { pageState } from "../../../worker/pages/domain.ts";
import { usePlural, useTexts } from "./language.tsx";
import { StateIcon } from "./state-icon.tsx";
import type { StatusPageData } from "./status-page.tsx";

export function Banner({ data }: { data: StatusPageData }) {
  const texts = useTexts();
  const plural = usePlural();
  const { components, current } = data;
  const { color, summary } = pageState(components, current);
  const affectedComponents = components.filter(({ status }) => status !== "Operational");
  const counts = [
    { forms: texts.openIncidents, count: current.openIncidents, id: "active" },
    // Links to the first affected component, because a list can have 200.
    {
      forms: texts.affectedComponentCount,
      count: affectedComponents.length,
      id: affectedComponents[0]?.componentID,
    },
    { forms: texts.runningMaintenances, count: current.runningMaintenances, id: "in-progress" },
  ].filter(({ count }) => count > 0);
  return (
    <div className={`banner ${color}`}>
      <StateIcon color={color} />
      <h1>{texts.banner[summary]}</h1>
      {counts.length > 0 && (
        <ul>
          {counts.map(({ forms, count, id }) => (
            <li key={id}>
              <a href={`#${id}`}>{plural(forms, count)}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
