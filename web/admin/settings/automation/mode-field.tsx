import { useId } from "react";
import { type RuleMode, ruleModes } from "../../../../worker/alerts/rules/domain.ts";
import { modeTexts } from "./mode-texts.ts";

interface ModeFieldProps {
  value: RuleMode;
  onChange: (mode: RuleMode) => void;
}

/** From the most careful to the boldest. */
export function ModeField({ value, onChange }: ModeFieldProps) {
  const name = useId();
  return (
    <fieldset className="modes">
      <legend className="mb-1 font-medium">What follows</legend>
      {ruleModes.map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            name={name}
            aria-describedby={`${name}-${mode}`}
            aria-label={modeTexts[mode].title}
            checked={mode === value}
            onChange={() => onChange(mode)}
            className="tick mt-0.5 size-4"
          />
          <span>{modeTexts[mode].title}</span>
          <span id={`${name}-${mode}`} className="text-muted text-pretty">
            {modeTexts[mode].sentence}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
