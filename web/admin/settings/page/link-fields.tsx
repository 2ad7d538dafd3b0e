import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import {
  isLinkURL,
  MAX_LINK_NAME_CHARACTERS,
  MAX_PAGE_LINKS,
  type PageLink,
} from "../../../../worker/settings/theme/domain.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { AddIcon, DeleteIcon } from "../../../ui/icons/icons.tsx";
import { isEmptyRow, linkRows, linkText } from "./link-text.ts";

interface LinkFieldsProps {
  /** Such as "Header links". */
  title: string;
  /** Such as "Header link". */
  label: string;
  /** From `linkText`. */
  value: string;
  onChange: (value: string) => void;
}

export function LinkFields({ title, label, value, onChange }: LinkFieldsProps) {
  const titleID = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const rows = linkRows(value);
  const change = (index: number, changed: Partial<PageLink>) =>
    onChange(linkText(rows.map((row, n) => (n === index ? { ...row, ...changed } : row))));

  function add() {
    flushSync(() => onChange(linkText([...rows, { name: "", url: "" }])));
    list.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
  }

  function remove(index: number) {
    onChange(linkText(rows.filter((_, n) => n !== index)));
    addButton.current?.focus();
  }

  return (
    <section aria-labelledby={titleID} className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <h3 id={titleID} className="font-medium">
          {title}
        </h3>
        <Button ref={addButton} disabled={rows.length >= MAX_PAGE_LINKS} onClick={add}>
          <AddIcon className="-ml-1 size-4.5" />
          Add {label.toLowerCase()}
        </Button>
      </div>
      {rows.length > 0 && (
        <ul
          ref={list}
          aria-labelledby={titleID}
          className="divide-y divide-line rounded-lg border border-line"
        >
          {rows.map((row, index) => (
            <LinkRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a link has no other identity
              key={index}
              label={`${label} ${index + 1}`}
              row={row}
              onChange={(changed) => change(index, changed)}
              onDelete={() => remove(index)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LinkRowProps {
  /** Such as "Header link 1". */
  label: string;
  row: PageLink;
  onChange: (changed: Partial<PageLink>) => void;
  onDelete: () => void;
}

function LinkRow({ label, row, onChange, onDelete }: LinkRowProps) {
  return (
    <li className="flex items-start gap-2 p-3">
      <div className="grid min-w-0 grow items-start gap-x-3 gap-y-2 lg:grid-cols-2">
        <TextField
          label={`${label}, name`}
          shortLabel="Name"
          value={row.name}
          required={row.url.trim() !== "" && "Enter the text of the link."}
          problem={nameProblem(row.name)}
          onChange={(name) => onChange({ name })}
        />
        <TextField
          label={`${label}, address`}
          shortLabel="Address"
          value={row.url}
          required={!isEmptyRow(row) && "Enter the address of the link."}
          problem={isEmptyRow(row) ? undefined : urlProblem(row.url)}
          onChange={(url) => onChange({ url })}
        />
      </div>
      <IconButton
        className="-my-1 -mr-1.5"
        tip="Delete"
        label={`Delete ${label.toLowerCase()}`}
        onClick={onDelete}
      >
        <DeleteIcon />
      </IconButton>
    </li>
  );
}

function nameProblem(name: string): string | undefined {
  return name.trim().length > MAX_LINK_NAME_CHARACTERS
    ? `A name can be ${MAX_LINK_NAME_CHARACTERS} characters at most.`
    : undefined;
}

function urlProblem(url: string): string | undefined {
  return isLinkURL(url.trim())
    ? undefined
    : "Enter an address that starts with https://, http:// or mailto:.";
}
