import { TextField } from "../../../ui/fields/text-field.tsx";

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  autoFocus?: boolean;
  focusFirst?: boolean;
}

export function CodeField(props: CodeFieldProps) {
  return <TextField label="Code" required autoComplete="one-time-code" inputMode="numeric" {...props} />;
}
