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
  const countText = (forms: Parameters<typeof plural>[0], count: number) =>
    count > 0 ? plural(forms, count) : "";
  const { components, current } = data;
  const { color, summary } = pageState(components, current);
  // The maintenances in progress stand for the components under maintenance, which they planned.
  const affectedComponents = components.filter(
    ({ status }) =>
      status !== "Operational" && (status !== "Under Maintenance" || current.runningMaintenances === 0),
  );
  const [firstAffected] = affectedComponents;
  // The cards of incidents below the banner name their components.
  const names = current.openIncidents === 0 ? shortNameList(affectedComponents, language) : "";
  const working = useWorkingText(components);
  const facts = [
    // Links to the first affected component, because a list can have 200.
    {
      text:
        working || (names === "" ? countText(texts.affectedComponentCount, affectedComponents.length) : ""),
      id: firstAffected?.componentID,
    },
    { text: names === "" ? "" : `${texts.affectsComponents} ${names}`, id: firstAffected?.componentID },
    { text: countText(texts.openIncidents, current.openIncidents), id: "active" },
    { text: countText(texts.runningMaintenances, current.runningMaintenances), id: "in-progress" },
  ].filter(({ text }) => text !== "");
  return (
    <div className={`banner ${color}`}>
      <StateIcon color={color} />
      <h1>{texts.banner[summary]}</h1>
      {summary === "unwatched" && <p>{texts.firstVisit}</p>}
      {facts.length > 0 && (
        <ul>
          {facts.map(({ text, id }) => (
            <li key={text}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Maintenance is planned, so it alone breaks nothing, but what is under maintenance is not counted as working either. */
function useWorkingText(components: StatusPageData["components"]): string {
  const texts = useTexts();
  const plural = usePlural();
  const working = components.filter(({ status }) => status === "Operational").length;
  const isBroken = components.some(
    ({ status }) => status !== "Operational" && status !== "Under Maintenance",
  );
  if (!isBroken || working === 0) return "";
  const total = plural({ other: "{count}" }, components.length);
  return interpolate(plural(texts.workingComponents, working), { total });
}

/** Empty if there are too many names for a line, which are then counted. */
function shortNameList(components: { name: string }[], language: Language): string {
  const list = formatList(
    components.slice(0, MAX_NAMES).map(({ name }) => isolateDirection(name)),
    language,
  );
  return components.length <= MAX_NAMES && list.length <= MAX_NAMES_CHARACTERS ? list : "";
}
