import { useRef } from "react";
import { flushSync } from "react-dom";
import {
  templateVariables,
  unknownVariableProblem,
  unknownVariables,
  variableText,
} from "../../../worker/notices/templates/domain.ts";
import { TextField } from "../../ui/fields/text-field.tsx";

interface VariableTextFieldProps {
  label: string;
  value: string;
  rows?: number;
  onChange: (value: string) => void;
}

export function VariableTextField({ label, value, rows, onChange }: VariableTextFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const unknown = unknownVariables(value);

  function insert(name: string) {
    const field = container.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    const start = field?.selectionStart ?? value.length;
    const end = field?.selectionEnd ?? start;
    const text = variableText(name);
    // The new value has to be in the field before the caret is set, and the field has to have the focus before the next key.
    flushSync(() => onChange(value.slice(0, start) + text + value.slice(end)));
    field?.focus();
    field?.setSelectionRange(start + text.length, start + text.length);
  }

  return (
    <div ref={container} className="grid gap-1.5">
      <TextField
        label={label}
        {...(rows !== undefined && { rows })}
        hint={unknown.length > 0 ? `Unknown: ${unknown.slice(0, 3).map(variableText).join(", ")}` : undefined}
        problem={unknownVariableProblem(value)}
        value={value}
        onChange={onChange}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        {templateVariables.map(({ name, meaning }) => (
          <button
            key={name}
            type="button"
            data-tip={meaning}
            aria-label={`Insert ${variableText(name)} into ${label}`}
            onClick={() => insert(name)}
            className="min-h-8 rounded-lg border border-line px-2 font-mono text-xs text-muted transition-colors hover:bg-hover hover:text-ink"
          >
            {variableText(name)}
          </button>
        ))}
      </div>
    </div>
  );
}
