import { fieldClass, RequiredMark, useField } from "./field.tsx";

interface ColorFieldProps {
  label: string;
  value: string;
  /** The color that stands for an empty field, which is then allowed. */
  emptyColor?: string;
  hint?: string;
  onChange: (value: string) => void;
}

export function ColorField({ label, value, emptyColor, hint, onChange }: ColorFieldProps) {
  const required = emptyColor === undefined;
  const { field, notes } = useField({
    label,
    value,
    required,
    hint,
    problem: !isColor(value) && value.trim() !== "" && "Enter a color as #RRGGBB, like #1A2B3C.",
  });
  return (
    <div className="grid gap-1.5">
      <span>
        <label htmlFor={field.id} className="font-medium">
          {label}
        </label>
        <RequiredMark required={required && value === ""} />
      </span>
      <div className="flex max-w-60 gap-2">
        <input
          type="color"
          aria-label={`${label}, preview and picker`}
          value={isColor(value) ? value.toLowerCase() : (emptyColor ?? "#ffffff")}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
          className="h-auto w-14 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
        />
        <input
          {...field}
          value={value}
          placeholder={emptyColor?.toUpperCase()}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className={`${fieldClass} font-mono`}
        />
      </div>
      {notes}
    </div>
  );
}

export function isColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value.trim());
}
