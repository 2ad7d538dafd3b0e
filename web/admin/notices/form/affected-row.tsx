import { useId } from "react";
import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";

interface AffectedRowProps {
  component: Component;
  status: ComponentStatus;
  /** It is missing if the notice affects the component already. */
  toggle: { pressed: boolean; onPress: () => void } | undefined;
  onChoose: (status: ComponentStatus) => void;
}

export function AffectedRow({ component: { name }, status, toggle, onChoose }: AffectedRowProps) {
  const id = useId();
  return (
    <SelectField
      inline
      label={name}
      icon={<StatusShape color={componentColor(status)} />}
      value={status}
      choices={componentStatuses}
      onChange={onChoose}
      beside={
        toggle && (
          <>
            {/* The name is the label of the selector alone. */}
            <button
              type="button"
              aria-pressed={toggle.pressed}
              aria-describedby={id}
              onClick={toggle.onPress}
              className="min-h-11 shrink-0 rounded-lg border border-line-strong/60 px-3 font-medium text-muted transition-colors hover:bg-hover aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text sm:min-h-9.5"
            >
              Affected
            </button>
            <span id={id} hidden>
              {name}
            </span>
          </>
        )
      }
    />
  );
}
