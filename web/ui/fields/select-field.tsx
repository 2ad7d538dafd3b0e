import { type ReactNode, useId } from "react";
import { IconButton } from "../button.tsx";
import { ChooseIcon, InfoIcon } from "../icons/start-icons.tsx";
import { fieldClass } from "./field.tsx";

interface SelectFieldProps<Choice extends string> {
  label: string;
  value: Choice;
  choices: readonly Choice[];
  onChange: (choice: Choice) => void;
  nameOf?: (choice: Choice) => string;
  labelHidden?: boolean;
  /** Looks like the search field beside it. */
  isFilter?: boolean;
  /** The label stands beside the selector where the container has room. */
  inline?: boolean;
  icon?: ReactNode;
  /** Stands before the selector of an inline field. */
  beside?: ReactNode;
  tip?: string;
  focusFirst?: boolean;
}

/** The browser's own drop-down works with every keyboard, phone and screen reader. */
export function SelectField<Choice extends string>({
  label,
  value,
  choices,
  onChange,
  nameOf = (choice) => choice,
  labelHidden = false,
  isFilter = false,
  inline = false,
  icon,
  beside,
  tip,
  focusFirst,
}: SelectFieldProps<Choice>) {
  const id = useId();
  return (
    <div
      className={
        inline
          ? `grid items-center gap-x-4 gap-y-1.5 ${beside ? "@md:grid-cols-[1fr_19.5rem]" : "@md:grid-cols-[1fr_13.5rem]"}`
          : "grid gap-1.5"
      }
    >
      <FieldLabel id={id} label={label} labelHidden={labelHidden} inline={inline} icon={icon} tip={tip} />
      <span className="flex gap-2">
        {beside}
        <span className="relative block min-w-0 grow">
          <select
            id={id}
            value={value}
            data-focus-first={focusFirst || undefined}
            onChange={(event) => {
              const choice = choices.find((each) => each === event.target.value);
              if (choice !== undefined) onChange(choice);
            }}
            className={`${fieldClass} appearance-none pr-9 ${isFilter ? "min-h-10 border-line-strong/60" : ""}`}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {nameOf(choice)}
              </option>
            ))}
          </select>
          <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-muted">
            <ChooseIcon />
          </span>
        </span>
      </span>
    </div>
  );
}

interface FieldLabelProps
  extends Pick<SelectFieldProps<string>, "label" | "labelHidden" | "inline" | "icon"> {
  id: string;
  tip: string | undefined;
}

function FieldLabel({ id, label, labelHidden, inline, icon, tip }: FieldLabelProps) {
  const stacked = labelHidden ? "sr-only" : "font-medium";
  return (
    <span className={tip ? "flex items-center gap-1" : "contents"}>
      <label
        htmlFor={id}
        className={inline ? "flex min-w-0 items-center gap-2.5 [overflow-wrap:anywhere]" : stacked}
      >
        {icon}
        {inline ? <span className="min-w-0">{label}</span> : label}
      </label>
      {tip && (
        <IconButton tip={tip} data-help="" className="-my-1 size-7">
          <InfoIcon className="size-4" />
        </IconButton>
      )}
    </span>
  );
}
