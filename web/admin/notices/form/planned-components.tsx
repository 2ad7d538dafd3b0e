import { useQuery } from "@tanstack/react-query";
import { componentList } from "../../components/calls.ts";
import { nameList } from "../../lists/name-list.ts";
import { AffectedComponents } from "./affected-components.tsx";
import type { NoticeDraft } from "./notice-draft.ts";

interface PlannedComponentsProps {
  chosen: NoticeDraft["components"];
  onChange: (chosen: NoticeDraft["components"]) => void;
}

/** The list is folded, because naming components can wait for an update. */
export function PlannedComponents({ chosen, onChange }: PlannedComponentsProps) {
  const { data: components = [] } = useQuery(componentList);
  const chosenComponents = components.filter(({ componentID }) => componentID in chosen);

  return (
    <details className="rounded-lg border border-line">
      <summary className="rounded-lg px-3 py-2.5">
        <span className="font-medium">Affected components</span>{" "}
        <span className="text-muted [overflow-wrap:anywhere]">· {nameList(chosenComponents) || "none"}</span>
      </summary>
      <div className="px-3 pb-3">
        <AffectedComponents
          kind="maintenance"
          legend="While it runs"
          affected={[]}
          planned={[]}
          chosen={chosen}
          onChange={onChange}
        />
      </div>
    </details>
  );
}
