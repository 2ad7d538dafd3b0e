import { fieldClass } from "../../ui/fields/field.tsx";
import { useShortcutProps } from "../shortcuts/shortcuts.ts";

const DEFAULT_MAX_CHARACTERS = 100;

interface SearchFieldProps {
  label: string;
  /** A shorter label, for a field without the room for all of it. */
  placeholder?: string;
  value: string;
  maxCharacters?: number;
  onChange: (value: string) => void;
}

export function SearchField({
  label,
  placeholder = label,
  value,
  maxCharacters = DEFAULT_MAX_CHARACTERS,
  onChange,
}: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      {...useShortcutProps("/")}
      placeholder={placeholder}
      maxLength={maxCharacters}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${fieldClass} min-h-10 border-line-strong/60 text-ellipsis`}
    />
  );
}
