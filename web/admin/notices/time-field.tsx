import { DateField } from "../../ui/date-field.tsx";
import { RequiredMark } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { isoTime, type LocalTime, localTime } from "../local-time.ts";

const STEP_MINUTES = 15;
const steps = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, index) => {
  const minutes = index * STEP_MINUTES;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
});

interface TimeFieldProps {
  label: string;
  value: LocalTime;
  /** The error of a valid time. */
  problem?: string | false;
  onChange: (value: LocalTime) => void;
}

/** Offers steps of 15 minutes. A stored time between two steps stays selectable. */
export function TimeField({ label, value, problem, onChange }: TimeFieldProps) {
  const [date = "", time = ""] = value.split("T");

  function change(local: LocalTime) {
    const iso = isoTime(local);
    // A time that daylight saving skips becomes the next one.
    onChange(iso === "" ? local : localTime(iso));
  }

  return (
    <fieldset className="grid grid-flow-dense grid-cols-[minmax(0,1fr)_8rem] gap-x-3 gap-y-1.5">
      <legend className="mb-1.5 font-medium">
        {label}
        <RequiredMark required />
      </legend>
      <DateField
        of={label}
        required
        value={date}
        problem={problem}
        onChange={(day) => change(`${day}T${time}`)}
      />
      <SelectField
        label={`${label}, time`}
        labelHidden
        value={time}
        choices={steps.includes(time) ? steps : [...steps, time].sort()}
        onChange={(chosen) => change(`${date}T${chosen}`)}
      />
    </fieldset>
  );
}
