import { useQuery } from "@tanstack/react-query";
import { Fold } from "../../../ui/fields/fold.tsx";
import { componentList } from "../../components/calls.ts";
import { nameList } from "../../lists/name-list.ts";
import { AffectedComponents, Explanation } from "./affected-components.tsx";
import type { NoticeDraft } from "./notice-draft.ts";

interface PlannedComponentsProps {
  chosen: NoticeDraft["components"];
  onChange: (chosen: NoticeDraft["components"]) => void;
}

/** The explanation comes with the first choice, below the list: nothing moves away from a finger. */
export function PlannedComponents({ chosen, onChange }: PlannedComponentsProps) {
  const { data: components = [] } = useQuery(componentList);
  const chosenComponents = components.filter(({ componentID }) => componentID in chosen);

  return (
    <Fold
      open={components.length > 0}
      summary={
        <>
          Affected components{" "}
          <span className="font-normal text-muted [overflow-wrap:anywhere]">
            · {nameList(chosenComponents) || "none"}
          </span>
        </>
      }
    >
      <AffectedComponents
        kind="maintenance"
        legend="While it runs"
        isTitled
        affected={[]}
        planned={[]}
        chosen={chosen}
        onChange={onChange}
      />
      {chosenComponents.length > 0 && <Explanation kind="maintenance" />}
    </Fold>
  );
}
