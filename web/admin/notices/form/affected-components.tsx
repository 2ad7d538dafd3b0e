import { type UseQueryResult, useQuery } from "@tanstack/react-query";
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
  /** It will be used when components have other statuses than now, so each status can be chosen, and stays chosen. */
  isForLater?: boolean;
  affected: Notice["components"];
  /** The statuses that components are to get, where they differ from their present ones. */
  planned: Notice["components"];
  chosen: NoticeDraft["components"];
  onChange: (chosen: NoticeDraft["components"]) => void;
}

/** A longer list has rows only for components that the notice affects or that were chosen. A search adds others. */
const MAX_LISTED = 8;

export function AffectedComponents({
  kind,
  legend = "Component Status",
  isForLater = false,
  affected,
  planned,
  chosen,
  onChange,
}: AffectedComponentsProps) {
  const load = useQuery(componentList);
  const { data: components = [] } = load;
  const { affectedIDs, isLong, rows, others, addRow } = useRows(components, { affected, chosen });
  const currentStatus = isForLater ? alwaysOperational : statusReader(planned);
  const severity = lastChosenStatus(kind, chosen);
  /** Work is planned on a component whatever its status is now. */
  const affect = (component: Component, from: ComponentStatus) =>
    onChange(toggle(chosen, component, { from: kind === "maintenance" ? "Operational" : from, severity }));

  return (
    <fieldset className="@container grid gap-3">
      <legend className="mb-2 font-medium">{legend}</legend>
      <ListNotes kind={kind} load={load} />
      {isLong && (
        <RecentlyAffected
          kind={kind}
          components={components.filter(({ componentID }) => !affectedIDs.has(componentID))}
          isPressed={({ componentID }) => componentID in chosen}
          onPress={(component) => affect(component, currentStatus(component))}
        />
      )}
      {rows.map((component) => {
        const { componentID } = component;
        const from = currentStatus(component);
        return (
          <AffectedRow
            key={componentID}
            component={component}
            status={chosen[componentID] ?? from}
            toggle={
              affectedIDs.has(componentID)
                ? undefined
                : { pressed: componentID in chosen, onPress: () => affect(component, from) }
            }
            onChoose={(to) => onChange(choose(chosen, component, { from, to, isForLater }))}
          />
        );
      })}
      {others.length > 0 && (
        <AddComponentField
          components={others}
          onAdd={(component) => {
            addRow(component.componentID);
            affect(component, currentStatus(component));
          }}
        />
      )}
    </fieldset>
  );
}

/** The components that the notice affects come first. */
function useRows(
  components: readonly Component[],
  { affected, chosen }: Pick<AffectedComponentsProps, "affected" | "chosen">,
) {
  /** A row stays when its component is no longer chosen. */
  const [found, setFound] = useState<readonly string[]>([]);
  const affectedIDs = new Set(affected.map(({ componentID }) => componentID));
  const isLong = components.length > MAX_LISTED;
  const hasRow = ({ componentID: id }: Component) =>
    !isLong || affectedIDs.has(id) || id in chosen || found.includes(id);
  const rows = components
    .filter(hasRow)
    .sort((a, b) => Number(affectedIDs.has(b.componentID)) - Number(affectedIDs.has(a.componentID)));
  const others = components.filter((component) => !hasRow(component));
  return { affectedIDs, isLong, rows, others, addRow: (id: string) => setFound([...found, id]) };
}

function ListNotes({ kind, load }: { kind: NoticeKind; load: UseQueryResult<Component[]> }) {
  const error = useLoadError(load);
  const { componentsExplanation } = noticeTexts[kind];
  return (
    <>
      <LoadError load={load} />
      {componentsExplanation && <p className="-mt-1.5 text-muted text-pretty">{componentsExplanation}</p>}
      {load.data?.length === 0 && <p className="text-muted">There are no components yet.</p>}
      {!load.data && !error && <p className="text-muted">Loading components…</p>}
    </>
  );
}

interface AddComponentFieldProps {
  components: readonly Component[];
  onAdd: (component: Component) => void;
}

function AddComponentField({ components, onAdd }: AddComponentFieldProps) {
  const byID = new Map(components.map((component) => [component.componentID, component]));
  return (
    <ComboboxField
      label="Add a component"
      value=""
      choices={[...byID.keys()]}
      nameOf={(id) => byID.get(id)?.name ?? ""}
      onChange={(id) => {
        const component = byID.get(id);
        if (component) onAdd(component);
      }}
    />
  );
}

type StatusReader = (component: Component) => ComponentStatus;

const alwaysOperational: StatusReader = () => "Operational";

function statusReader(planned: Notice["components"]): StatusReader {
  const plans = new Map(planned.map(({ componentID, status }) => [componentID, status]));
  return ({ componentID, status }) => plans.get(componentID) ?? status;
}
