import { type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "../../ui/button.tsx";
import { AddIcon, DeleteIcon } from "../../ui/icons/icons.tsx";
import { NewKey, StoredKey } from "./api-key-item.tsx";
import { type ApiKeyRow, keyStatus, type NewKeyDraft } from "./api-key-row.ts";

interface ApiKeysProps {
  rows: readonly ApiKeyRow[];
  onAdd: () => void;
  onChange: (id: string, draft: NewKeyDraft) => void;
  onDelete: (row: ApiKeyRow) => void;
  onKeep: (row: ApiKeyRow) => void;
}

export function ApiKeys({ rows, onAdd, onChange, onDelete, onKeep }: ApiKeysProps) {
  const title = useId();
  const addButton = useRef<HTMLButtonElement>(null);

  /** Keeps the keyboard focus: the action replaces the pressed button or removes its row. */
  function press(button: HTMLElement, action: () => void) {
    const row = button.closest("li");
    flushSync(action);
    (row?.isConnected ? row.querySelector("button") : addButton.current)?.focus();
  }

  const deleteButton = (row: ApiKeyRow, number: number) => (
    <DeleteButton
      row={row}
      number={number}
      onDelete={(button) => press(button, () => onDelete(row))}
      onKeep={(button) => press(button, () => onKeep(row))}
    />
  );

  return (
    <section aria-labelledby={title} className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <h2 id={title} className="font-medium">
          API Keys
        </h2>
        <Button ref={addButton} onClick={onAdd}>
          <AddIcon className="-ml-1 size-4.5" />
          Add key
        </Button>
      </div>
      <p className="-mt-1 mb-1 text-muted text-pretty">
        Scripts send a key in the <code>x-api-key</code> header to read or change what the page shows.
      </p>
      {rows.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center text-muted">
          No API keys yet
        </p>
      ) : (
        <ul aria-labelledby={title} className="divide-y divide-line rounded-lg border border-line">
          {rows.map((row, index) => (
            <li key={row.id} className="grid gap-1.5 p-3">
              <Key
                row={row}
                number={index + 1}
                action={deleteButton(row, index + 1)}
                onChange={(draft) => onChange(row.id, draft)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface DeleteButtonProps {
  row: ApiKeyRow;
  number: number;
  onDelete: (button: HTMLElement) => void;
  onKeep: (button: HTMLElement) => void;
}

function DeleteButton({ row, number, onDelete, onKeep }: DeleteButtonProps) {
  return row.status === keyStatus.toBeDeleted ? (
    <Button aria-label={`Keep API key ${number}`} onClick={(event) => onKeep(event.currentTarget)}>
      Keep
    </Button>
  ) : (
    <IconButton
      tip="Delete"
      className="-my-1 -mr-1.5"
      label={`Delete API key ${number}`}
      onClick={(event) => onDelete(event.currentTarget)}
    >
      <DeleteIcon />
    </IconButton>
  );
}

interface KeyProps {
  row: ApiKeyRow;
  number: number;
  action: ReactNode;
  onChange: (draft: NewKeyDraft) => void;
}

function Key({ row, number, action, onChange }: KeyProps) {
  return row.status === keyStatus.toBeCreated ? (
    <NewKey draft={row.draft} onChange={onChange} action={action} />
  ) : (
    <StoredKey
      apiKey={row}
      number={number}
      isToBeDeleted={row.status === keyStatus.toBeDeleted}
      action={action}
    />
  );
}
