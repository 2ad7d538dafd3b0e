import { MAX_UPDATE_REMINDER_MINUTES } from "../../../worker/settings/domain.ts";
import { TextField } from "../../ui/text-field.tsx";

interface ReminderFieldProps {
  label: string;
  value: string;
  onChange: (minutes: string) => void;
}

export function ReminderField(props: ReminderFieldProps) {
  return (
    <TextField
      hint="The console shows the reminder. 0 turns it off."
      inputMode="numeric"
      required
      problem={isReminder(props.value) ? undefined : "Enter a whole number of minutes from 0 to 10,000."}
      {...props}
    />
  );
}

function isReminder(text: string): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) <= MAX_UPDATE_REMINDER_MINUTES;
}
