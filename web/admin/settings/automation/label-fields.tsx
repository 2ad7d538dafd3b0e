import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import { MAX_LABEL_CHARACTERS, MAX_LABEL_NAME_CHARACTERS } from "../../../../worker/alerts/domain.ts";
import { type LabelMatch, MAX_RULE_LABELS } from "../../../../worker/alerts/rules/domain.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { AddIcon, DeleteIcon } from "../../../ui/icons/icons.tsx";
import { labelRows, labelsJSON } from "./rule-draft.ts";

interface LabelFieldsProps {
  /** Whether the rows are those of an alert that has come. */
  isFromAlert: boolean;
  /** From `labelsJSON`. */
  value: string;
  onChange: (value: string) => void;
}

export function LabelFields({ isFromAlert, value, onChange }: LabelFieldsProps) {
  const titleID = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const rows = labelRows(value);
  const change = (index: number, changed: Partial<LabelMatch>) =>
    onChange(labelsJSON(rows.map((row, n) => (n === index ? { ...row, ...changed } : row))));

  function add() {
    flushSync(() => onChange(labelsJSON([...rows, { name: "", value: "" }])));
    list.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
  }

  function remove(index: number) {
    onChange(labelsJSON(rows.filter((_, n) => n !== index)));
    addButton.current?.focus();
  }

  return (
    <section aria-labelledby={titleID} className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <h3 id={titleID} className="font-medium">
          With these labels
        </h3>
        <Button ref={addButton} disabled={rows.length >= MAX_RULE_LABELS} onClick={add}>
          <AddIcon className="-ml-1 size-4.5" />
          Add label
        </Button>
      </div>
      {rows.length > 0 && (
        <ul ref={list} aria-labelledby={titleID} className="grid gap-2">
          {rows.map((row, index) => (
            <LabelRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a label has no other identity
              key={index}
              number={index + 1}
              row={row}
              onChange={(changed) => change(index, changed)}
              onDelete={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <p className="text-muted text-pretty">{hint(rows.length, isFromAlert)}</p>
    </section>
  );
}

function hint(count: number, isFromAlert: boolean): string {
  if (count === 0) return "Without labels, the rule is about every alert.";
  return isFromAlert
    ? "An alert needs all of them. Delete those that differ next time, such as instance, or end a value with *."
    : "An alert needs all of them. “title” is the alert's title, and * at the end of a value stands for any text.";
}

interface LabelRowProps {
  number: number;
  row: LabelMatch;
  onChange: (changed: Partial<LabelMatch>) => void;
  onDelete: () => void;
}

function LabelRow({ number, row, onChange, onDelete }: LabelRowProps) {
  const isEmpty = row.name.trim() === "" && row.value.trim() === "";
  return (
    <li className="label-row">
      <TextField
        label={`Label ${number}`}
        value={row.name}
        required={!isEmpty && "Enter the name of the label."}
        problem={lengthProblem(row.name, MAX_LABEL_NAME_CHARACTERS)}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={`Value ${number}`}
        value={row.value}
        required={!isEmpty && "Enter its value, or * for any."}
        problem={lengthProblem(row.value, MAX_LABEL_CHARACTERS)}
        onChange={(value) => onChange({ value })}
      />
      <IconButton tip="Delete" label={`Delete label ${number}`} onClick={onDelete}>
        <DeleteIcon />
      </IconButton>
    </li>
  );
}

function lengthProblem(text: string, max: number): string | undefined {
  return text.trim().length > max ? `This can be ${max} characters at most.` : undefined;
}
