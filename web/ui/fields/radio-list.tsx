import { useId } from "react";
import { adoptStyles } from "../adopt-styles.ts";
import styles from "./radio-list.css?inline";

adoptStyles(styles);

interface RadioListProps<Choice extends string> {
  label: string;
  value: Choice;
  choices: readonly Choice[];
  texts: Record<Choice, { title: string; sentence: string }>;
  onChange: (choice: Choice) => void;
}

/** Each choice has a line of its own, and a sentence that says what it means. */
export function RadioList<Choice extends string>({
  label,
  value,
  choices,
  texts,
  onChange,
}: RadioListProps<Choice>) {
  const name = useId();
  return (
    <fieldset className="radio-list">
      <legend className="mb-1 font-medium">{label}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            aria-describedby={`${name}-${choice}`}
            aria-label={texts[choice].title}
            checked={choice === value}
            onChange={() => onChange(choice)}
            className="tick mt-0.5 size-4"
          />
          <span>{texts[choice].title}</span>
          <span id={`${name}-${choice}`} className="text-muted text-pretty">
            {texts[choice].sentence}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
