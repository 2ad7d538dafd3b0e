import { useState } from "react";
import { HOUR_MS, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { addTime, isoTime, type LocalTime, timeBetween } from "../../times/local-time.ts";
import { timeNote } from "../../times/time-note.ts";
import { isBackwards } from "./notice-draft.ts";
import { TimeField } from "./time-field.tsx";

interface Window {
  startAt: LocalTime;
  endAt: LocalTime;
}

interface WindowFieldsProps extends Window {
  isPast?: boolean;
  onChange: (change: Partial<Window>) => void;
}

const SUGGESTED_MS = 2 * HOUR_MS;

const lengths = [
  { name: "30 min", milliseconds: 30 * MINUTE_MS },
  { name: "1 h", milliseconds: HOUR_MS },
  { name: "2 h", milliseconds: SUGGESTED_MS },
  { name: "4 h", milliseconds: 4 * HOUR_MS },
];

/** Moving the start moves the end. A window that had no length gets an hour. */
export function WindowFields({ startAt, endAt, isPast = false, onChange }: WindowFieldsProps) {
  // Without the last valid start, the length would be lost while the user types a date.
  const [lastStart, setLastStart] = useState(startAt);
  const validStart = isoTime(startAt) === "" ? lastStart : startAt;
  const length = timeBetween(startAt, endAt);

  const isSuggested = (milliseconds: number) => length <= 0 && milliseconds === SUGGESTED_MS;

  function moveStart(moved: LocalTime) {
    setLastStart(validStart);
    const previousLength = timeBetween(validStart, endAt);
    const movedEnd = addTime(moved, previousLength > 0 ? previousLength : HOUR_MS);
    onChange({
      startAt: moved,
      ...(!Number.isNaN(previousLength) && movedEnd !== "" && { endAt: movedEnd }),
    });
  }

  return (
    <>
      <TimeField label="Start Time" isPartOfWindow isPast={isPast} value={startAt} onChange={moveStart} />
      <div className="grid gap-2">
        <TimeField
          label="End Time"
          isPartOfWindow
          isPast={isPast}
          value={endAt}
          problem={isBackwards({ startAt, endAt }) && "End time must be after start time."}
          onChange={(end) => onChange({ endAt: end })}
        />
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Length</legend>
          {lengths.map(({ name, milliseconds }) => (
            <button
              key={name}
              type="button"
              aria-pressed={length === milliseconds}
              disabled={isoTime(startAt) === ""}
              onClick={() => onChange({ endAt: addTime(startAt, milliseconds) })}
              style={isSuggested(milliseconds) ? { border: "1px dashed" } : undefined}
              className={`min-h-8 rounded-lg border px-3 transition-colors hover:bg-hover aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-coarse:min-h-11 ${isSuggested(milliseconds) ? "text-accent-text" : "border-line-strong/60 text-muted"}`}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <p aria-live="polite" className="text-muted text-pretty">
          {length <= 0 ? "How long does it take?" : timeNote(startAt, endAt)}
        </p>
      </div>
    </>
  );
}
