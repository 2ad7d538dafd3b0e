import { useRef } from "react";
import { flushSync } from "react-dom";
import { adoptStyles } from "../adopt-styles.ts";
import { IconButton } from "../button.tsx";
import { CalendarIcon } from "../icons/later-icons.tsx";
import styles from "./date-field.css?inline";
import { fieldClass, useField } from "./field.tsx";

adoptStyles(styles);

interface DateFieldProps {
  of: string;
  /** `YYYY-MM-DD`, or any text while the user types. */
  value: string;
  required?: boolean;
  problem?: string | false | undefined;
  words?: DateWords;
  onChange: (value: string) => void;
}

/** Makes a field understand words, too, such as `tomorrow`. */
interface DateWords {
  /** Returns undefined for a text that it doesn't understand. */
  parse: (text: string) => string | undefined;
  mayBecome: (text: string) => boolean;
}

/**
 * The browser's date field has the browser's language, so only its calendar is used. Errors show while the user types: on blur,
 * they would move the button that is about to be pressed.
 */
export function DateField({ of, value, required = false, problem, words, onChange }: DateFieldProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const error = dateError(value, words);
  const complete = () => {
    const date = words?.parse(value) ?? completeDate(value);
    if (date !== value) onChange(date);
  };
  const { field, notes } = useField({
    label: `${of}, date`,
    value,
    required: required && `${of} is required.`,
    problem: error || problem,
    showsProblem: error !== "" && !mayBecomeDate(value) && !words?.mayBecome(value),
  });
  return (
    <>
      <span className="date-field relative block">
        <input
          {...field}
          aria-label={`${of}, date`}
          value={value}
          inputMode={words ? undefined : "numeric"}
          placeholder="YYYY-MM-DD"
          autoComplete="off"
          onChange={(event) => onChange(withHyphens(event.target.value))}
          onBlur={complete}
          // The form around it may be submitted right after this.
          onKeyDown={({ key }) => key === "Enter" && flushSync(complete)}
          className={fieldClass}
        />
        <input
          ref={calendar}
          type="date"
          aria-hidden="true"
          tabIndex={-1}
          value={error === "" ? value : ""}
          onChange={(event) => onChange(event.target.value)}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
        <IconButton
          tip="Calendar"
          label={`Calendar for ${of}`}
          className="size-8"
          onClick={() => calendar.current?.showPicker()}
        >
          <CalendarIcon />
        </IconButton>
      </span>
      {notes}
    </>
  );
}

function dateError(value: string, words?: DateWords): string {
  if (value === "") return "";
  if (!/^\d{4}-\d\d-\d\d$/.test(value))
    return words ? "Write 2026-11-23, tue or 1 dec." : "Write the date as 2026-11-23.";
  const day = new Date(value);
  const exists = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
  return exists ? "" : `There is no ${value}.`;
}

function mayBecomeDate(value: string): boolean {
  return /^(\d{0,7}|\d{4}[-./ ]\d{0,2}|\d{4}[-./ ]\d\d?[-./ ]\d?|\d{4}[-./ ]\d[-./ ]\d\d?)$/.test(value);
}

/** A phone's keyboard for numbers may have no hyphen. */
function withHyphens(value: string): string {
  return value.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

function completeDate(value: string): string {
  const [, year, month = "", day = ""] = value.trim().match(/^(\d{4})[-./ ](\d\d?)[-./ ](\d\d?)$/) ?? [];
  return year ? [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-") : value;
}
