import { MAX_NIGHTLY_EXPORTS_KEPT } from "../../../worker/settings/domain.ts";
import { TextField } from "../../ui/text-field.tsx";

interface NightlyExportFieldProps {
  label: string;
  value: string;
  onChange: (nights: string) => void;
}

export function NightlyExportField(props: NightlyExportFieldProps) {
  return (
    <TextField
      hint="Each night, everything is stored in R2. `daymark restore --nightly` brings it back. 0 turns this off and deletes what is stored."
      inputMode="numeric"
      required
      problem={isNights(props.value) ? undefined : "Enter a whole number of nights from 0 to 90."}
      {...props}
    />
  );
}

function isNights(text: string): boolean {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) <= MAX_NIGHTLY_EXPORTS_KEPT;
}
