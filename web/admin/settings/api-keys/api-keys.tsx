import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyList } from "../../../ui/empty-list.tsx";
import { AddIcon, DeleteIcon } from "../../../ui/icons/icons.tsx";
import { NewKey, StoredKey } from "./api-key-item.tsx";
import { type ApiKeyRow, keyStatus, type NewKeyDraft } from "./api-key-row.ts";

/** A key that nobody thinks about may do the least. */
function newKeyDraft(): NewKeyDraft {
  return { name: "", scope: "metrics", expires: "", requestID: crypto.randomUUID() };
}

interface ApiKeysProps {
  rows: readonly ApiKeyRow[];
  onAdd: (draft: NewKeyDraft) => void;
  onChange: (id: string, draft: NewKeyDraft) => void;
  onDelete: (row: ApiKeyRow) => void;
  onKeep: (row: ApiKeyRow) => void;
}

export function ApiKeys({ rows, onAdd, onChange, onDelete, onKeep }: ApiKeysProps) {
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
    <Card
      id="api-keys"
      title="API Keys"
      sentence={
        <>
          Scripts send a key in the <code>x-api-key</code> header to read or change what the page shows.
        </>
      }
      action={
        <Button ref={addButton} onClick={() => onAdd(newKeyDraft())}>
          <AddIcon className="-ml-1 size-4.5" />
          Add key
        </Button>
      }
    >
      {rows.length === 0 ? (
        <EmptyList>No API keys yet</EmptyList>
      ) : (
        <ul aria-label="API Keys" className="divide-y divide-line rounded-lg border border-line">
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
    </Card>
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
