import { useId, useMemo } from "react";
import { DAY_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { DateField } from "../../../ui/fields/date-field.tsx";
import { RequiredMark } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { isoTime, type LocalTime, repeatedTime, withoutOffset } from "../../times/local-time.ts";
import { clockChangeNote, offsetName, timeNote } from "../../times/time-note.ts";
import { mayBecomeTyped, parseTyped } from "../../times/typed-time.ts";

const STEP_MINUTES = 15;
const steps = Array.from({ length: DAY_MS / MINUTE_MS / STEP_MINUTES }, (_, index) => {
  const minutes = index * STEP_MINUTES;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
});

interface TimeFieldProps {
  label: string;
  value: LocalTime;
  problem?: string | false;
  /** A line about both times of the window is elsewhere. */
  isPartOfWindow?: boolean;
  /** A day that is written without a year is the last one with that name. */
  isPast?: boolean;
  onChange: (value: LocalTime) => void;
}

/** Offers steps of 15 minutes. A stored time between two steps stays selectable. */
export function TimeField({
  label,
  value,
  problem,
  isPartOfWindow = false,
  isPast = false,
  onChange,
}: TimeFieldProps) {
  const id = useId();
  // While the user types a word for the day, that may contain a T, too.
  const [, date = "", time = ""] = value.match(/^(.*)T(.*)$/) ?? [];
  const typed = parseTyped(date, { isPast });
  const repeated = useMemo(() => repeatedSteps(date), [date]); // That takes longer than all else of a form.
  const note = [typed?.replace("T", " ") ?? (!isPartOfWindow && timeNote(value)), clockChangeNote(value)]
    .filter((part) => part)
    .join(" ");

  return (
    <fieldset
      aria-describedby={note ? id : undefined}
      className="grid grid-flow-dense grid-cols-[minmax(0,1fr)_8rem] gap-x-3 gap-y-1.5"
    >
      <legend className="mb-1.5 font-medium">
        {label}
        <RequiredMark required />
      </legend>
      <DateField
        of={label}
        required
        value={date}
        problem={problem}
        words={{ parse: (text) => parseTyped(text, { isPast }), mayBecome: mayBecomeTyped }}
        onChange={(day) => onChange(LOCAL_TIME.test(day) ? day : `${day}T${withoutOffset(time)}`)}
      />
      <SelectField
        label={`${label}, time`}
        labelHidden
        value={time}
        choices={[...new Set([...steps, ...repeated, time])].sort()}
        nameOf={(choice) => (repeated.length > 0 ? timeName(`${date}T${choice}`) : withoutOffset(choice))}
        onChange={(chosen) => onChange(`${date}T${chosen}`)}
      />
      {note && (
        <p id={id} className="col-span-full text-muted">
          {note}
        </p>
      )}
    </fieldset>
  );
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The steps that come twice, at their second time. */
function repeatedSteps(date: string): string[] {
  return steps.flatMap((step) => repeatedTime(`${date}T${step}`)?.split("T")[1] ?? []);
}

function timeName(local: LocalTime): string {
  const [, time = ""] = withoutOffset(local).split("T");
  return repeatedTime(local) ? `${time} (${offsetName(isoTime(local)).replace("GMT", "")})` : time;
}
