import { type ReactNode, useId } from "react";

interface CheckFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  describedBy?: string;
  children?: ReactNode;
}

export function CheckField({ label, checked, onChange, describedBy, children }: CheckFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 font-medium [overflow-wrap:anywhere]">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={describedBy ?? (children ? id : undefined)}
          className="tick size-4"
        />
        {label}
      </label>
      {children && (
        <p id={id} className="pl-6 text-muted [overflow-wrap:anywhere]">
          {children}
        </p>
      )}
    </div>
  );
}
