import { useId } from "react";
import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
} from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import styles from "./affected-row.css?inline";

adoptStyles(styles);

interface AffectedRowProps {
  component: Component;
  /** The status that the component has now, or is to get. Undefined if the present one doesn't matter. */
  status: ComponentStatus | undefined;
  /** Undefined until the component is affected, which the toggle does. */
  chosen: ComponentStatus | undefined;
  onChoose: (status: ComponentStatus) => void;
  /** It is missing if choosing a status does the same. */
  toggle: { pressed: boolean; onPress: () => void } | undefined;
}

const shortNames: Record<ComponentStatus, string> = {
  Operational: "Operational",
  "Under Maintenance": "Maintenance",
  "Degraded Performance": "Degraded",
  "Partial Outage": "Partial",
  "Major Outage": "Major",
};

/** Where there is no room for all names, these have theirs only if they are chosen. */
const iconOnly = new Set<ComponentStatus>(["Operational", "Under Maintenance"]);

export function AffectedRow({ component: { name }, status, chosen, onChoose, toggle }: AffectedRowProps) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 gap-1.5">
      <div className="flex min-h-6 items-center gap-2.5">
        {status && <StatusShape color={componentColor(status)} />}
        <span id={id} className="min-w-0 grow [overflow-wrap:anywhere]">
          {name}
        </span>
        {toggle && (
          <button
            type="button"
            aria-pressed={toggle.pressed}
            aria-describedby={id}
            onClick={toggle.onPress}
            className="min-h-11 shrink-0 rounded-lg border border-line-strong/60 px-3 font-medium text-muted transition-colors hover:bg-hover aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text sm:min-h-8"
          >
            Affected
          </button>
        )}
        {chosen && (
          <span aria-hidden="true" className={`shrink-0 text-muted ${toggle ? "beside-toggle" : ""}`}>
            {status}
          </span>
        )}
      </div>
      {chosen && (
        <div className="segments">
          {componentStatuses.map((choice) => (
            <label key={choice}>
              {/* The radio button is the whole segment: its own outline shows the focus. */}
              <input
                type="radio"
                name={id}
                aria-label={choice}
                data-tip={choice}
                value={choice}
                checked={choice === chosen}
                onChange={() => onChoose(choice)}
              />
              <span className={iconOnly.has(choice) ? "only-unchosen" : "only-wide"}>
                <StatusShape color={componentColor(choice)} />
              </span>
              <span className={`text-xs font-medium ${iconOnly.has(choice) ? "only-wide" : ""}`}>
                {shortNames[choice]}
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
