import { useQuery } from "@tanstack/react-query";
import type { Component } from "../../../worker/components/schema.ts";
import {
  type ComponentStatus,
  componentColour,
  componentStatuses,
} from "../../../worker/components/statuses.ts";
import { ErrorArea } from "../../ui/error-area.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { StatusShape } from "../../ui/status-icon.tsx";
import { componentList } from "../components/calls.ts";
import type { IncidentDraft } from "./incident-draft.ts";

interface ComponentStatusSectionProps {
  chosen: IncidentDraft["chosen"];
  onChoose: (component: Component, status: ComponentStatus) => void;
}

/** A selector for each component, showing its current status until another is chosen. */
export function ComponentStatusSection({ chosen, onChoose }: ComponentStatusSectionProps) {
  const { data: components, error } = useQuery(componentList);
  const statusOf = (component: Component) => chosen[component.componentID] ?? component.status;

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">Component Status</legend>
      <ErrorArea error={error} />
      {components?.length === 0 && <p className="text-muted">There are no components yet.</p>}
      {!components && !error && <p className="text-muted">Loading components…</p>}
      {components?.map((component) => (
        <SelectField
          key={component.componentID}
          inline
          label={component.name}
          icon={<StatusShape colour={componentColour(statusOf(component))} />}
          value={statusOf(component)}
          choices={componentStatuses}
          onChange={(status) => onChoose(component, status)}
        />
      ))}
    </fieldset>
  );
}
