import { useRef } from "react";
import { IconButton } from "./button.tsx";
import { CalendarIcon } from "./icons.tsx";
import { fieldLook } from "./text-field.tsx";

interface DateFieldProps {
  /** What it is the date of. */
  of: string;
  /** `YYYY-MM-DD`; while it is being written, anything. */
  value: string;
  onChange: (value: string) => void;
}

/** A date in the same letters everywhere, which the browser's own field writes as its language does; its calendar is used. */
export function DateField({ of, value, onChange }: DateFieldProps) {
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <span className="relative block">
      <input
        aria-label={`${of}, date`}
        value={value}
        inputMode="numeric"
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className={`${fieldLook} pr-10`}
      />
      {/* Where the calendar opens. */}
      <input
        ref={calendar}
        type="date"
        aria-hidden="true"
        tabIndex={-1}
        value={isDate(value) ? value : ""}
        onChange={(event) => onChange(event.target.value)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <IconButton
        tip="Calendar"
        label={`Calendar for ${of}`}
        className="absolute inset-y-0 right-0.5 my-auto size-8"
        onClick={() => calendar.current?.showPicker()}
      >
        <CalendarIcon />
      </IconButton>
    </span>
  );
}

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value);
}
