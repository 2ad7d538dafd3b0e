import { pageState } from "../../../worker/pages/domain.ts";
import { usePlural, useTexts } from "./language.tsx";
import { StateIcon } from "./state-icon.tsx";
import type { StatusPageData } from "./status-page.tsx";

export function Banner({ data }: { data: StatusPageData }) {
  const texts = useTexts();
  const plural = usePlural();
  const { components, current } = data;
  const { color, summary } = pageState(components, current);
  const affected = components.filter(({ status }) => status !== "Operational");
  const facts = [
    { forms: texts.openIncidents, count: current.openIncidents, id: "active" },
    // The link spares a search for the first affected one of 200 components.
    { forms: texts.troubledComponents, count: affected.length, id: affected[0]?.componentID },
    { forms: texts.runningMaintenances, count: current.runningMaintenances, id: "maintenance" },
  ].filter(({ count }) => count > 0);
  return (
    <div className={`banner ${color}`}>
      <StateIcon color={color} />
      <h1>{texts.banner[summary]}</h1>
      {facts.length > 0 && (
        <ul>
          {facts.map(({ forms, count, id }) => (
            <li key={id}>
              <a href={`#${id}`}>{plural(forms, count)}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
