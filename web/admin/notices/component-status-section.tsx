import { useQuery } from "@tanstack/react-query";
import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import type { Notice } from "../../../worker/notices/domain.ts";
import { LoadError, useLoadError } from "../../ui/load-error.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { StatusShape } from "../../ui/status-icon.tsx";
import { componentList } from "../components/calls.ts";
import type { NoticeDraft } from "./notice-draft.ts";

interface ComponentStatusSectionProps {
  explanation: string | undefined;
  chosen: NoticeDraft["chosen"];
  /** What components are to become, where that is not yet their status. */
  planned: Notice["components"];
  onChoose: (component: Component, choice: { from: ComponentStatus; to: ComponentStatus }) => void;
}

/** A selector for each component, showing its planned or else its current status until another is chosen. */
export function ComponentStatusSection({
  explanation,
  chosen,
  planned,
  onChoose,
}: ComponentStatusSectionProps) {
  const load = useQuery(componentList);
  const { data: components } = load;
  const error = useLoadError(load);
  const plans = new Map(planned.map(({ componentID, status }) => [componentID, status]));

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">Component Status</legend>
      <LoadError load={load} />
      {explanation && <p className="-mt-1.5 text-muted text-pretty">{explanation}</p>}
      {components?.length === 0 && <p className="text-muted">There are no components yet.</p>}
      {!components && !error && <p className="text-muted">Loading components…</p>}
      {components?.map((component) => {
        const from = plans.get(component.componentID) ?? component.status;
        const status = chosen[component.componentID] ?? from;
        return (
          <SelectField
            key={component.componentID}
            inline
            label={component.name}
            icon={<StatusShape color={componentColor(status)} />}
            value={status}
            choices={componentStatuses}
            onChange={(to) => onChoose(component, { from, to })}
          />
        );
      })}
    </fieldset>
  );
}
