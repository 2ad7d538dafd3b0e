import { type CSSProperties, type ReactNode, useId } from "react";

interface ChoiceButtonsProps<Choice extends string> {
  label: string;
  value: Choice;
  choices: readonly Choice[];
  iconOf?: (choice: Choice) => ReactNode;
  nameOf?: (choice: Choice) => string;
  onChange: (choice: Choice) => void;
}

/** It stands above the pairs, as quietly as a choice of nothing is. */
const firstOfOddStyle: CSSProperties = { gridColumn: "1 / -1", justifySelf: "start" };

export function ChoiceButtons<Choice extends string>({
  label,
  value,
  choices,
  iconOf,
  nameOf = (choice) => choice,
  onChange,
}: ChoiceButtonsProps<Choice>) {
  const name = useId();
  return (
    <fieldset className="@container">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className={`grid grid-cols-2 gap-2 ${choices.length > 2 ? "@lg:grid-cols-[repeat(4,auto)]" : ""}`}>
        {choices.map((choice, index) => {
          const isQuiet = index === 0 && choices.length % 2 === 1;
          return (
            <label
              key={choice}
              className={`relative flex items-center gap-2 px-2.5 ${isQuiet ? "min-h-9 pointer-coarse:min-h-11" : "min-h-11"}`}
              style={isQuiet ? firstOfOddStyle : undefined}
            >
              {/* The radio button is the whole button: its own outline shows the focus. */}
              <input
                type="radio"
                name={name}
                value={choice}
                checked={choice === value}
                onChange={() => onChange(choice)}
                className={`absolute inset-0 cursor-pointer appearance-none rounded-lg border ${isQuiet ? "border-transparent" : "border-line-strong/60"} transition-colors hover:bg-hover checked:border-accent-text checked:bg-accent-soft checked:hover:bg-accent-soft`}
              />
              <span className="pointer-events-none relative inline-flex empty:hidden">
                {iconOf?.(choice)}
              </span>
              <span
                className={`pointer-events-none relative ${isQuiet ? "" : "font-medium"} ${choice === value ? "text-accent-text" : isQuiet ? "text-muted" : ""}`}
              >
                {nameOf(choice)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
