import { type ReactNode, useId } from "react";

interface CheckFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** What it comes to, below the label. */
  children?: ReactNode;
}

/** Yes or no. */
export function CheckField({ label, checked, onChange, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={`${id}-hint`}
        className="size-4 accent-accent"
      />
      <label htmlFor={id} className="flex min-h-9 cursor-pointer items-center font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-muted">
        {children}
      </p>
    </div>
  );
}
