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
  const { affectedIDs, isLong, firstRows, otherRows, others, addRow } = useRows(components, affected, chosen);
  const currentStatus = isForLater ? alwaysOperational : statusReader(planned);
  const severity = lastChosenStatus(kind, chosen);
  // Work is planned on a component whatever its status is now.
  const statusBefore = kind === "maintenance" ? alwaysOperational : currentStatus;
  const toggled = (component: Component) =>
    toggle(chosen, component, { from: statusBefore(component), severity });
  const changeInRow = ({ componentID }: Component, changed: NoticeDraft["components"]) => {
    addRow(componentID);
    onChange(changed);
  };

  const row = (component: Component) => (
    <ComponentRow
      key={component.componentID}
      component={component}
      from={currentStatus(component)}
      isForLater={isForLater}
      isOwn={affectedIDs.has(component.componentID)}
      chosen={chosen}
      onChange={(changed) => changeInRow(component, changed)}
      onToggle={() => changeInRow(component, toggled(component))}
    />
  );

  return (
    <fieldset className="@container grid gap-3">
      <legend className="mb-2 font-medium">{legend}</legend>
      <ListNotes kind={kind} load={load} />
      {firstRows.map(row)}
      {isLong && (
        <RecentlyAffected
          kind={kind}
          components={components.filter(({ componentID: id }) => !affectedIDs.has(id))}
          isPressed={({ componentID }) => componentID in chosen}
          onPress={(component) => onChange(toggled(component))}
        />
      )}
      {otherRows.map(row)}
      {others.length > 0 && (
        <AddComponentField
          components={others}
          onAdd={(component) => changeInRow(component, toggled(component))}
        />
      )}
    </fieldset>
  );
}

interface ComponentRowProps
  extends Required<Pick<AffectedComponentsProps, "chosen" | "isForLater" | "onChange">> {
  component: Component;
  from: ComponentStatus;
  isOwn: boolean;
  onToggle: () => void;
}

function ComponentRow({ component, from, isForLater, isOwn, chosen, onChange, onToggle }: ComponentRowProps) {
  const status = chosen[component.componentID];
  // A component can be affected and keep its present status.
  const hasToggle = isForLater || (!isOwn && from !== "Operational");
  return (
    <AffectedRow
      component={component}
      status={status ?? from}
      chosen={status ?? (isForLater ? undefined : from)}
      onChoose={(to) => onChange(choose(chosen, component, { from, to, isForLater }))}
      toggle={hasToggle ? { pressed: status !== undefined, onPress: onToggle } : undefined}
    />
  );
}

function useRows(
  components: readonly Component[],
  affected: AffectedComponentsProps["affected"],
  chosen: AffectedComponentsProps["chosen"],
) {
  /** A row stays when its component is no longer chosen: it may have the focus. */
  const [found, setFound] = useState<readonly string[]>([]);
  const [chosenBefore] = useState(() => new Set(Object.keys(chosen)));
  const affectedIDs = new Set(affected.map(({ componentID }) => componentID));
  const isLong = components.length > MAX_LISTED;
  const hasRow = ({ componentID: id }: Component) =>
    !isLong || affectedIDs.has(id) || id in chosen || found.includes(id);
  const isFirst = ({ componentID: id }: Component) => affectedIDs.has(id) || (isLong && chosenBefore.has(id));
  const firstRows = components.filter(isFirst);
  const otherRows = components.filter((component) => hasRow(component) && !isFirst(component));
  const others = components.filter((component) => !hasRow(component));
  return {
    affectedIDs,
    isLong,
    firstRows,
    otherRows,
    others,
    addRow: (id: string) => setFound([...new Set([...found, id])]),
  };
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
