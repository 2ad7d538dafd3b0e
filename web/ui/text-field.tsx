import { fieldLook, type Required, RequiredMark, useField } from "./field.tsx";

interface TextFieldProps {
  label: string;
  /** What it is for, below it. */
  hint?: string | undefined;
  value: string;
  required?: Required;
  onChange: (value: string) => void;
  type?: "text" | "email" | "password";
  /** Several lines to start with; the field grows with what is written. One line unless told. */
  rows?: number;
  autoComplete?: string;
  /** Which keyboard a phone shows. */
  inputMode?: "numeric";
  autoFocus?: boolean;
  /** In a FormDialog: the focus starts here. */
  focusFirst?: boolean;
}

export function TextField({
  label,
  hint,
  value,
  required,
  onChange,
  type = "text",
  rows,
  autoComplete = "off",
  inputMode,
  autoFocus,
  focusFirst,
}: TextFieldProps) {
  const { field, notes } = useField({ label, value, required, hint });
  const shared = {
    ...field,
    value,
    autoComplete,
    inputMode,
    // Only on the sign-in page and in the inline editor, where this field is what a person came for.
    autoFocus,
    "data-focus-first": focusFirst || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="grid gap-1.5">
      <span>
        <label htmlFor={field.id} className="font-medium">
          {label}
        </label>
        <RequiredMark required={required} />
      </span>
      {rows === undefined ? (
        <input type={type} className={fieldLook} {...shared} />
      ) : (
        <textarea
          rows={rows}
          className={`${fieldLook} field-sizing-content max-h-80 resize-y`}
          style={{ minHeight: `calc(${rows}lh + 1.1rem)` }}
          {...shared}
        />
      )}
      {notes}
    </div>
  );
}
