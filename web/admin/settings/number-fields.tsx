import { MAX_NIGHTLY_EXPORTS_KEPT, MAX_UPDATE_REMINDER_MINUTES } from "../../../worker/settings/domain.ts";
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from "../../../worker/writes/audit/domain.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import styles from "./number-fields.css?inline";

adoptStyles(styles);

interface NumberFieldProps {
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
  return (props: NumberFieldProps) => {
    const text = props.value.trim();
    const isWhole = /^\d+$/.test(text) && text.length <= String(max).length;
    const isInRange = isWhole && Number(text) >= min && Number(text) <= max;
    return (
      <div className="number-field">
        <TextField
          hint={hint}
          inputMode="numeric"
          required
          problem={isInRange ? undefined : problem}
          {...props}
        />
      </div>
    );
  };
}
