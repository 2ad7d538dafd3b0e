import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import type { Notice, NoticeKind } from "../../../../worker/notices/domain.ts";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import { LoadError, useLoadError } from "../../../ui/load-error.tsx";
import { componentList } from "../../components/calls.ts";
import { noticeTexts } from "../texts.ts";
import { AffectedRow } from "./affected-row.tsx";
import { choose, lastChosenStatus, type NoticeDraft, toggle } from "./notice-draft.ts";
import { RecentlyAffected } from "./recently-affected.tsx";

interface AffectedComponentsProps {
  kind: NoticeKind;
  legend?: string;
  affected: Notice["components"];
  /** The statuses that components are to get, where they differ from their present ones. */
  planned: Notice["components"];
  chosen: NoticeDraft["chosen"];
  onChange: (chosen: NoticeDraft["chosen"]) => void;
}

/** A longer list has rows only for components that the notice affects or that were chosen. A search adds others. */
const MAX_LISTED = 8;

export function AffectedComponents({
  kind,
  legend = "Component Status",
  affected,
  planned,
  chosen,
  onChange,
}: AffectedComponentsProps) {
  const load = useQuery(componentList);
  const { data: components } = load;
  const error = useLoadError(load);
  /** A row stays when its component is no longer chosen. */
  const [found, setFound] = useState<readonly string[]>([]);
  const { componentsExplanation } = noticeTexts[kind];
  const plans = statusesByComponent(planned);
  const affectedIDs = statusesByComponent(affected);
  const isLong = (components?.length ?? 0) > MAX_LISTED;
  const hasRow = (id: string) => affectedIDs.has(id) || id in chosen || found.includes(id);
  const rows = (components ?? [])
    .filter(({ componentID }) => !isLong || hasRow(componentID))
    .sort((a, b) => Number(affectedIDs.has(b.componentID)) - Number(affectedIDs.has(a.componentID)));
  const listed = new Set(rows.map(({ componentID }) => componentID));
  const others = (components ?? []).filter(({ componentID }) => !listed.has(componentID));
  const nameByID = new Map(others.map(({ componentID, name }) => [componentID, name]));
  const severity = lastChosenStatus(kind, chosen);
  /** Work is planned on a component whatever its status is now. */
  const affect = (component: Component, from: ComponentStatus) =>
    onChange(toggle(chosen, component, { from: kind === "maintenance" ? "Operational" : from, severity }));

  return (
    <fieldset className="@container grid gap-3">
      <legend className="mb-2 font-medium">{legend}</legend>
      <LoadError load={load} />
      {componentsExplanation && <p className="-mt-1.5 text-muted text-pretty">{componentsExplanation}</p>}
      {components?.length === 0 && <p className="text-muted">There are no components yet.</p>}
      {!components && !error && <p className="text-muted">Loading components…</p>}
      {isLong && (
        <RecentlyAffected
          kind={kind}
          components={(components ?? []).filter(({ componentID }) => !affectedIDs.has(componentID))}
          isPressed={({ componentID }) => componentID in chosen}
          onPress={(component) => affect(component, plans.get(component.componentID) ?? component.status)}
        />
      )}
      {rows.map((component) => {
        const { componentID } = component;
        const from = plans.get(componentID) ?? component.status;
        return (
          <AffectedRow
            key={componentID}
            component={component}
            status={chosen[componentID] ?? from}
            toggle={
              affectedIDs.has(componentID)
                ? undefined
                : {
                    pressed: componentID in chosen,
                    onPress: () => affect(component, from),
                  }
            }
            onChoose={(to) => onChange(choose(chosen, component, { from, to }))}
          />
        );
      })}
      {others.length > 0 && (
        <ComboboxField
          label="Add a component"
          value=""
          choices={others.map(({ componentID }) => componentID)}
          nameOf={(id) => nameByID.get(id) ?? ""}
          onChange={(id) => {
            const component = others.find(({ componentID }) => componentID === id);
            if (!component) return;
            setFound([...found, id]);
            affect(component, component.status);
          }}
        />
      )}
    </fieldset>
  );
}

function statusesByComponent(components: Notice["components"]): Map<string, ComponentStatus> {
  return new Map(components.map(({ componentID, status }) => [componentID, status]));
}
