import { useId } from "react";

export const fieldLook =
  "w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors hover:border-muted focus:border-accent-text focus:outline-2 focus:outline-offset-0 focus:outline-accent-text sm:text-sm";

interface TextFieldProps {
  label: string;
  /** What it is for, below it. */
  hint?: string;
  value: string;
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
  onChange,
  type = "text",
  rows,
  autoComplete = "off",
  inputMode,
  autoFocus,
  focusFirst,
}: TextFieldProps) {
  const id = useId();
  const shared = {
    id,
    value,
    autoComplete,
    inputMode,
    "aria-describedby": hint && `${id}-hint`,
    // Only on the sign-in page and in the inline editor, where this field is what a person came for.
    autoFocus,
    "data-focus-first": focusFirst || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
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
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
