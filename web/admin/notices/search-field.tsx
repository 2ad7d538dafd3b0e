import { fieldLook } from "../../ui/field.tsx";
import { useShortcutOf } from "../shortcuts/shortcuts.ts";

const MAX_CHARACTERS = 100;

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      {...useShortcutOf("/")}
      placeholder={label}
      maxLength={MAX_CHARACTERS}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${fieldLook} min-h-10`}
    />
  );
}
