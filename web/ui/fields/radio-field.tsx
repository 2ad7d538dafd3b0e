import { useId } from "react";
import { adoptStyles } from "../adopt-styles.ts";
import styles from "./radio-field.css?inline";

adoptStyles(styles);

interface RadioFieldProps<Choice extends string> {
  label: string;
  value: Choice;
  choices: readonly Choice[];
  onChange: (choice: Choice) => void;
  nameOf?: (choice: Choice) => string;
}

export function RadioField<Choice extends string>({
  label,
  value,
  choices,
  onChange,
  nameOf = (choice) => choice,
}: RadioFieldProps<Choice>) {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend className="font-medium">{label}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
            <span>{nameOf(choice)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
