import { type ReactNode, useId } from "react";

interface CheckFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

export function CheckField({ label, checked, onChange, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={id}
          className="size-4 accent-accent"
        />
        {label}
      </label>
      <p id={id} className="text-muted">
        {children}
      </p>
    </div>
  );
}
