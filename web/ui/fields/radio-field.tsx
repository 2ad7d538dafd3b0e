import { useId } from "react";

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
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map((choice) => (
          <label key={choice} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChange(choice)}
              className="size-4 accent-accent"
            />
            {nameOf(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
