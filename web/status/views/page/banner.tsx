import { pageState } from "../../../../worker/public/pages/domain.ts";
import { interpolate } from "../../../shared/interpolate.ts";
import { isolateDirection } from "../../../shared/isolate-direction.ts";
import type { Language } from "../../texts/languages.ts";
import { usePageContext, usePlural, useTexts } from "../language.tsx";
import { StateIcon } from "../notice/state-icon.tsx";
import { formatList } from "../strips/figures.ts";
import type { StatusPageData } from "./status-page.tsx";

const MAX_NAMES = 3;
const MAX_NAMES_CHARACTERS = 80;

export function Banner({ data }: { data: StatusPageData }) {
  const { language } = usePageContext();
  const texts = useTexts();
  const plural = usePlural();
  const { components, current } = data;
  const { color, summary } = pageState(components, current);
  // The maintenances in progress stand for the components under maintenance, which they planned.
  const affectedComponents = components.filter(
    ({ status }) =>
      status !== "Operational" && (status !== "Under Maintenance" || current.runningMaintenances === 0),
  );
  const counts = [
    { forms: texts.openIncidents, count: current.openIncidents, id: "active" },
    // Links to the first affected component, because a list can have 200.
    {
      forms: texts.affectedComponentCount,
      count: affectedComponents.length,
      id: affectedComponents[0]?.componentID,
      text: shortNameList(affectedComponents, language),
    },
    { forms: texts.runningMaintenances, count: current.runningMaintenances, id: "in-progress" },
  ].filter(({ count }) => count > 0);
  return (
    <div className={`banner ${color}`}>
      <StateIcon color={color} />
      <h1>{texts.banner[summary]}</h1>
      <Working components={components} />
      {counts.length > 0 && (
        <ul>
          {counts.map(({ forms, count, id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text ? `${texts.affectsComponents} ${text}` : plural(forms, count)}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Maintenance is planned, so it alone breaks nothing, but what is under maintenance is not counted as working either. */
function Working({ components }: Pick<StatusPageData, "components">) {
  const texts = useTexts();
  const plural = usePlural();
  const working = components.filter(({ status }) => status === "Operational").length;
  const isBroken = components.some(
    ({ status }) => status !== "Operational" && status !== "Under Maintenance",
  );
  if (!isBroken || working === 0) return null;
  const total = plural({ other: "{count}" }, components.length);
  return <p>{interpolate(plural(texts.workingComponents, working), { total })}</p>;
}

/** Undefined if there are too many names for a line, which are then counted. */
function shortNameList(components: { name: string }[], language: Language): string | undefined {
  const list = formatList(
    components.slice(0, MAX_NAMES).map(({ name }) => isolateDirection(name)),
    language,
  );
  return components.length <= MAX_NAMES && list.length <= MAX_NAMES_CHARACTERS ? list : undefined;
}
