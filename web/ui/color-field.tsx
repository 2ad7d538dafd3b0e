import { fieldLook, RequiredMark, useField } from "./field.tsx";

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const { field, notes } = useField({
    label,
    value,
    required: true,
    problem: !isColor(value) && "Enter a color as #RRGGBB, like #1A2B3C.",
  });
  return (
    <div className="grid gap-1.5">
      <span>
        <label htmlFor={field.id} className="font-medium">
          {label}
        </label>
        <RequiredMark required />
      </span>
      <div className="flex max-w-60 gap-2">
        <input
          type="color"
          aria-label={`${label}, preview and picker`}
          value={isColor(value) ? value.toLowerCase() : "#ffffff"}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
          className="h-auto w-14 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
        />
        <input
          {...field}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className={`${fieldLook} font-mono`}
        />
      </div>
      {notes}
    </div>
  );
}

export function isColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value.trim());
}
