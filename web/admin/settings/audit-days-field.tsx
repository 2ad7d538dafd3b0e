import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from "../../../worker/audit/domain.ts";
import { TextField } from "../../ui/text-field.tsx";

interface AuditDaysFieldProps {
  label: string;
  value: string;
  onChange: (days: string) => void;
}

export function AuditDaysField(props: AuditDaysFieldProps) {
  return (
    <TextField
      hint="Older entries are deleted."
      inputMode="numeric"
      required
      problem={isDays(props.value) ? undefined : "Enter a whole number of days from 30 to 3,650."}
      {...props}
    />
  );
}

function isDays(text: string): boolean {
  const days = Number(text);
  return /^\d{1,4}$/.test(text.trim()) && days >= MIN_AUDIT_DAYS && days <= MAX_AUDIT_DAYS;
}
