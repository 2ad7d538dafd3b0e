import { useRef } from "react";
import { IconButton } from "./button.tsx";
import { fieldLook, useField } from "./field.tsx";
import { CalendarIcon } from "./icons.tsx";

interface DateFieldProps {
  of: string;
  /** `YYYY-MM-DD`, or any text while the user types. */
  value: string;
  required?: boolean;
  /** The error of a valid date. */
  problem?: string | false | undefined;
  onChange: (value: string) => void;
}

/** The browser's date field formats by the browser's language, so only its calendar is used. */
export function DateField({ of, value, required = false, problem, onChange }: DateFieldProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const formatError = value !== "" && !isDate(value) && "Enter a date like 2027-01-31.";
  const { field, notes } = useField({
    label: `${of}, date`,
    value,
    required: required && `${of} is required.`,
    problem: formatError || problem,
  });
  return (
    <>
      <span className="relative block">
        <input
          {...field}
          aria-label={`${of}, date`}
          value={value}
          inputMode="numeric"
          placeholder="YYYY-MM-DD"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={`${fieldLook} pr-10`}
        />
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
      {notes}
    </>
  );
}

/** Rejects days such as February 30. */
function isDate(value: string): boolean {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(value) ? value : Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
