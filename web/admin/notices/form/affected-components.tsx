import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import type { Notice, NoticeKind } from "../../../../worker/notices/domain.ts";
import { LoadError, useLoadError } from "../../../ui/load-error.tsx";
import { componentList } from "../../components/calls.ts";
import { noticeTexts } from "../texts.ts";
import { AddComponentField } from "./add-component-field.tsx";
import { AffectedRow } from "./affected-row.tsx";
import { affectedStatuses, choose, type NoticeDraft, toggle } from "./notice-draft.ts";
import { RecentlyAffected } from "./recently-affected.tsx";

interface AffectedComponentsProps {
  kind: NoticeKind;
  legend?: string;
  /** Its title and explanation are beside it. */
  isTitled?: boolean;
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
  isTitled = false,
  isForLater = false,
  affected,
  planned,
  chosen,
  onChange,
}: AffectedComponentsProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const load = useQuery(componentList);
  const { data: components = [] } = load;
  const rows = useRows(components, { affected, chosen, onChange });
  const currentStatus = isForLater ? alwaysOperational : statusReader(planned);
  const toggled = toggleWith(kind, currentStatus);

  const row = (component: Component) => (
    <ComponentRow
      key={component.componentID}
      component={component}
      from={currentStatus(component)}
      isForLater={isForLater}
      isOwn={rows.affectedIDs.has(component.componentID)}
      chosen={chosen}
      onChange={(draft) => rows.change([component], draft)}
      onToggle={() => rows.change([component], toggled(chosen, component))}
      onRemove={rows.removeAction(component, () => focusSearch(list.current))}
    />
  );

  return (
    <fieldset ref={list} className="@container grid gap-3">
      <ListHead legend={legend} isTitled={isTitled} kind={kind} load={load} />
      {rows.first.map(row)}
      {rows.isLong && (
        <RecentlyAffected
          kind={kind}
          components={components}
          showsStatus={!isForLater}
          hasRow={rows.has}
          onAdd={(component, isByPointer) => {
            flushSync(() => rows.change([component], toggled(chosen, component)));
            focusStatus(list.current, component, isByPointer);
          }}
          onRemove={(component) => rows.removeAction(component)?.()}
        />
      )}
      {rows.later.map(row)}
      {rows.withoutRow.length > 0 && (
        <AddComponentField
          components={rows.withoutRow}
          unchosen={rows.unchosen}
          showsStatus={!isForLater}
          onAdd={(added) => rows.change(added, added.reduce(toggled, chosen))}
        />
      )}
    </fieldset>
  );
}

/** The status is chosen next. What is below a finger stays there. */
function focusStatus(list: Element | null, { componentID }: Component, isByPointer: boolean): void {
  const chosen = list?.querySelector<HTMLElement>(`[data-row="${componentID}"] :checked[type=radio]`);
  chosen?.focus({ preventScroll: isByPointer });
}

/** The button that had the focus is gone with its row. */
function focusSearch(list: Element | null): void {
  list?.querySelector<HTMLElement>("[role=combobox]")?.focus();
}

interface ComponentRowProps
  extends Required<Pick<AffectedComponentsProps, "chosen" | "isForLater" | "onChange">> {
  component: Component;
  from: ComponentStatus;
  isOwn: boolean;
  onToggle: () => void;
  onRemove: (() => void) | undefined;
}

function ComponentRow({
  component,
  from,
  isForLater,
  isOwn,
  chosen,
  onChange,
  onToggle,
  onRemove,
}: ComponentRowProps) {
  const status = chosen[component.componentID];
  // A component can be affected and keep its present status. A row that can be removed needs no other way to take that back.
  const keepsStatus = isForLater || (!isOwn && from !== "Operational");
  const hasToggle = keepsStatus && onRemove === undefined;
  return (
    <AffectedRow
      component={component}
      status={isForLater ? status : (status ?? from)}
      chosen={status ?? (isForLater ? undefined : from)}
      onChoose={(to) =>
        onChange(choose(chosen, component, { from, to, isKept: isForLater || (keepsStatus && !hasToggle) }))
      }
      toggle={hasToggle ? { pressed: status !== undefined, onPress: onToggle } : undefined}
      onRemove={onRemove}
    />
  );
}

function useRows(
  components: readonly Component[],
  { affected, chosen, onChange }: Pick<AffectedComponentsProps, "affected" | "chosen" | "onChange">,
) {
  /** A row stays when its component is no longer chosen: it may have the focus. */
  const [found, setFound] = useState<readonly string[]>([]);
  const [chosenBefore] = useState(() => new Set(Object.keys(chosen)));
  const affectedIDs = new Set(affected.map(({ componentID }) => componentID));
  const isLong = components.length > MAX_LISTED;
  const hasRow = ({ componentID: id }: Component) =>
    !isLong || affectedIDs.has(id) || id in chosen || found.includes(id);
  const isFirst = ({ componentID: id }: Component) => affectedIDs.has(id) || (isLong && chosenBefore.has(id));
  return {
    affectedIDs,
    isLong,
    has: hasRow,
    first: components.filter(isFirst),
    later: components.filter((component) => hasRow(component) && !isFirst(component)),
    withoutRow: components.filter((component) => !hasRow(component)),
    unchosen: components.filter(({ componentID: id }) => !(affectedIDs.has(id) || id in chosen)),
    change(changed: readonly Component[], draft: NoticeDraft["components"]) {
      setFound([...new Set([...found, ...changed.map(({ componentID }) => componentID)])]);
      onChange(draft);
    },
    /** @returns undefined for a row that stays */
    removeAction({ componentID }: Component, onRemoved?: () => void) {
      if (!isLong || affectedIDs.has(componentID)) return undefined;
      const { [componentID]: _, ...others } = chosen;
      return () => {
        flushSync(() => {
          setFound(found.filter((id) => id !== componentID));
          onChange(others);
        });
        onRemoved?.();
      };
    },
  };
}

export function Explanation({ kind }: { kind: NoticeKind }) {
  const { componentsExplanation } = noticeTexts[kind];
  return componentsExplanation && <p className="-mt-1.5 text-muted text-pretty">{componentsExplanation}</p>;
}

interface ListHeadProps extends Required<Pick<AffectedComponentsProps, "kind" | "legend" | "isTitled">> {
  load: UseQueryResult<Component[]>;
}

function ListHead({ kind, legend, isTitled, load }: ListHeadProps) {
  const error = useLoadError(load);
  return (
    <>
      <legend className={isTitled ? "sr-only" : "mb-2 font-medium"}>{legend}</legend>
      {!isTitled && <Explanation kind={kind} />}
      <LoadError load={load} />
      {load.data?.length === 0 && <p className="text-muted">There are no components yet.</p>}
      {!load.data && !error && <p className="text-muted">Loading components…</p>}
    </>
  );
}

function toggleWith(kind: NoticeKind, currentStatus: StatusReader) {
  // Work is planned on a component whatever its status is now.
  const statusBefore = kind === "maintenance" ? alwaysOperational : currentStatus;
  return (draft: NoticeDraft["components"], component: Component) =>
    toggle(draft, component, { from: statusBefore(component), severity: affectedStatuses[kind] });
}

type StatusReader = (component: Component) => ComponentStatus;

const alwaysOperational: StatusReader = () => "Operational";

function statusReader(planned: Notice["components"]): StatusReader {
  const plans = new Map(planned.map(({ componentID, status }) => [componentID, status]));
  return ({ componentID, status }) => plans.get(componentID) ?? status;
}
