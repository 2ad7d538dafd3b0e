import { fieldClass, type Required, RequiredMark, useField } from "./field.tsx";

interface TextFieldProps {
  label: string;
  /** Is shown in place of the label where its list says the rest. */
  shortLabel?: string;
  hint?: string | undefined;
  value: string;
  required?: Required;
  /** The field has had a value before, so the mark is there only while it is empty. */
  isPrefilled?: boolean;
  problem?: string | undefined;
  onChange: (value: string) => void;
  type?: "text" | "email" | "password";
  /** Makes it a text area of this many lines, which grows with its text. */
  rows?: number;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: "numeric";
  autoFocus?: boolean;
  focusFirst?: boolean;
}

export function TextField({
  label,
  shortLabel,
  hint,
  value,
  required,
  isPrefilled = false,
  problem,
  onChange,
  type = "text",
  rows,
  placeholder,
  autoComplete = "off",
  inputMode,
  autoFocus,
  focusFirst,
}: TextFieldProps) {
  const { field, notes } = useField({ label, value, required, problem, hint });
  const shared = {
    ...field,
    "aria-label": shortLabel && label,
    value,
    placeholder,
    autoComplete,
    inputMode,
    // Only the sign-in page and the inline editor set it, where this field is what the user came for.
    autoFocus,
    "data-focus-first": focusFirst || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="grid gap-1.5">
      <span>
        <label htmlFor={field.id} className="font-medium">
          {shortLabel ?? label}
        </label>
        <RequiredMark required={(!isPrefilled || value === "") && required} />
      </span>
      {rows === undefined ? (
        <input type={type} className={fieldClass} {...shared} />
      ) : (
        <textarea
          rows={rows}
          className={`${fieldClass} field-sizing-content max-h-80 resize-y`}
          style={{ minHeight: `max(${rows}lh + 1.1rem, var(--target))` }}
          {...shared}
        />
      )}
      {notes}
    </div>
  );
}
