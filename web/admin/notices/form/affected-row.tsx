import { type CSSProperties, useId } from "react";
import {
  type ComponentStatus,
  componentColor,
  componentStatuses,
  type StatusColor,
} from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { IconButton } from "../../../ui/button.tsx";
import { CloseIcon } from "../../../ui/icons/later-icons.tsx";
import { StatusShape } from "../../../ui/icons/status-icon.tsx";
import { tint } from "../../lists/status-pill.tsx";
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
  /** It is missing if the row stays. */
  onRemove: (() => void) | undefined;
}

const shortNames: Record<ComponentStatus, string> = {
  Operational: "Operational",
  "Under Maintenance": "Maintenance",
  "Degraded Performance": "Degraded",
  "Partial Outage": "Partial",
  "Major Outage": "Major",
};

function selectionStyle(color: StatusColor): CSSProperties {
  return { color: `var(--${color})`, backgroundColor: tint(color) };
}

export function AffectedRow({
  component: { componentID, name },
  status,
  chosen,
  onChoose,
  toggle,
  onRemove,
}: AffectedRowProps) {
  const id = useId();
  const Head = toggle ? "label" : "div";
  return (
    <fieldset data-row={componentID} aria-labelledby={id} className="grid min-w-0 gap-1.5">
      <div className="affected-head">
        <Head className={`flex min-h-6 min-w-0 grow items-center gap-2.5 ${toggle ? "cursor-pointer" : ""}`}>
          {toggle && (
            <input
              type="checkbox"
              aria-label={`Affected: ${name}`}
              checked={toggle.pressed}
              onChange={toggle.onPress}
              className="size-4 shrink-0 accent-accent"
            />
          )}
          {status && <StatusShape color={componentColor(status)} />}
          <span id={id} className="min-w-0 grow [overflow-wrap:anywhere]">
            {name}
          </span>
        </Head>
        {onRemove && (
          <IconButton tip="Remove" label={`Remove ${name}`} onClick={onRemove}>
            <CloseIcon />
          </IconButton>
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
                style={choice === chosen ? selectionStyle(componentColor(choice)) : undefined}
              />
              <span className="only-wide">
                <StatusShape color={componentColor(choice)} />
              </span>
              <span className="text-xs font-medium">{shortNames[choice]}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
