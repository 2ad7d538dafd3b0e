import { MAX_NIGHTLY_EXPORTS_KEPT, MAX_UPDATE_REMINDER_MINUTES } from "../../../worker/settings/domain.ts";
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from "../../../worker/writes/audit/domain.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { fieldClass, RequiredMark, useField } from "../../ui/fields/field.tsx";
import styles from "./number-fields.css?inline";

adoptStyles(styles);

interface NumberFieldProps {
  /** Without the unit, which stands in the field, and is read after the label. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

interface Range {
  hint: string;
  /** In the plural. */
  unit: string;
  min: number;
  max: number;
}

export const ReminderField = wholeNumberField({
  hint: "0 turns it off.",
  unit: "minutes",
  min: 0,
  max: MAX_UPDATE_REMINDER_MINUTES,
});

export const NightlyExportField = wholeNumberField({
  hint: "“daymark restore --nightly” restores one. 0 turns them off, and deletes those that are kept.",
  unit: "nights",
  min: 0,
  max: MAX_NIGHTLY_EXPORTS_KEPT,
});

export const AuditDaysField = wholeNumberField({
  hint: "Older entries are deleted.",
  unit: "days",
  min: MIN_AUDIT_DAYS,
  max: MAX_AUDIT_DAYS,
});

export function wholeNumberField({ hint, unit, min, max }: Range) {
  const problem = `Enter a whole number of ${unit} from ${min} to ${max.toLocaleString("en-US")}.`;
  return ({ label, value, onChange }: NumberFieldProps) => {
    const text = value.trim();
    const isWhole = /^\d+$/.test(text) && text.length <= String(max).length;
    const isInRange = isWhole && Number(text) >= min && Number(text) <= max;
    const { field, notes } = useField({
      label,
      hint,
      value,
      required: `A number of ${unit} is required.`,
      problem: !isInRange && problem,
    });
    return (
      <div className="number-field">
        <span>
          <label htmlFor={field.id} className="font-medium">
            {label}
            <span className="sr-only"> ({unit})</span>
          </label>
          <RequiredMark required={text === ""} />
        </span>
        <span className="number">
          <input
            {...field}
            inputMode="numeric"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={fieldClass}
          />
          <span aria-hidden="true" className="unit text-muted">
            {unit}
          </span>
        </span>
        {notes}
      </div>
    );
  };
}
