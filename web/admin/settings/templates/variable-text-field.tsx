import { useRef } from "react";
import { flushSync } from "react-dom";
import {
  templateVariables,
  unknownVariableProblem,
  unknownVariables,
  variableText,
} from "../../../../worker/notices/templates/domain.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useShowsFieldErrors } from "../../../ui/form.tsx";
import { ChooseIcon } from "../../../ui/icons/start-icons.tsx";
import { Menu, menuItemClass } from "../../../ui/menu.tsx";

interface VariableTextFieldProps {
  label: string;
  value: string;
  rows?: number;
  onChange: (value: string) => void;
}

export function VariableTextField({ label, value, rows, onChange }: VariableTextFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const unknown = unknownVariables(value);
  // The error names them, too.
  const showsFieldErrors = useShowsFieldErrors();

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
    <div ref={container} className="relative">
      <TextField
        label={label}
        {...(rows !== undefined && { rows })}
        hint={
          unknown.length > 0 && !showsFieldErrors
            ? `Unknown: ${unknown.slice(0, 3).map(variableText).join(", ")}`
            : plainBraces(value)
        }
        problem={unknownVariableProblem(value)}
        value={value}
        onChange={onChange}
      />
      <div className="absolute right-0" style={{ top: "0.625rem", translate: "0 -50%" }}>
        <InsertMenu into={label} onInsert={insert} />
      </div>
    </div>
  );
}

const SINGLE_BRACES = /(?<!\{)\{(\w{1,50})\}(?!\})/;

function plainBraces(text: string): string | undefined {
  const [quoted, name = ""] = SINGLE_BRACES.exec(text) ?? [];
  if (quoted === undefined) return undefined;
  const known = templateVariables.find((variable) => variable.name === name) ?? templateVariables[0];
  return `${quoted} isn't a variable: visitors read it as it is. A variable has two braces: ${variableText(known.name)}.`;
}

interface InsertMenuProps {
  into: string;
  onInsert: (name: string) => void;
}

function InsertMenu({ into, onInsert }: InsertMenuProps) {
  return (
    <Menu
      label={`Insert into ${into}`}
      button={
        <>
          Insert <ChooseIcon className="size-4" />
        </>
      }
      buttonClassName="flex min-h-8 items-center gap-1 rounded-lg px-2 font-medium text-accent-text transition-colors hover:bg-hover"
    >
      {(close) =>
        templateVariables.map(({ name, meaning }) => (
          <button
            key={name}
            type="button"
            aria-label={`Insert ${variableText(name)} into ${into}`}
            className={menuItemClass}
            onClick={() => {
              close();
              onInsert(name);
            }}
          >
            <span className="grid">
              <span className="font-mono">{variableText(name)}</span>
              <span className="text-muted">{meaning}</span>
            </span>
          </button>
        ))
      }
    </Menu>
  );
}
