import { useId, useRef } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { AddIcon, DeleteIcon } from "../../ui/icons.tsx";
import { fieldLook } from "../../ui/text-field.tsx";
import { formatDate } from "../dates.ts";
import { type ApiKeyRow, keyStatus } from "./api-key-row.ts";

interface ApiKeysProps {
  rows: readonly ApiKeyRow[];
  onAdd: () => void;
  onDelete: (row: ApiKeyRow) => void;
  onKeep: (row: ApiKeyRow) => void;
}

export function ApiKeys({ rows, onAdd, onDelete, onKeep }: ApiKeysProps) {
  const title = useId();
  const addButton = useRef<HTMLButtonElement>(null);

  /** The button that was pressed becomes another one, or goes with its row: the keyboard's focus must not go with it. */
  function press(button: HTMLElement, action: () => void) {
    const row = button.closest("li");
    action();
    requestAnimationFrame(() => {
      (row?.isConnected ? row.querySelector("button") : addButton.current)?.focus();
    });
  }

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
        Scripts send one in the header <code>x-api-key</code> to change what the page shows.
      </p>
      {rows.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center text-muted">
          No API keys yet
        </p>
      ) : (
        <ul aria-labelledby={title} className="divide-y divide-line rounded-lg border border-line">
          {rows.map((row, index) => (
            <li key={row.id} className="flex items-center gap-2 py-2.5 pr-1.5 pl-3">
              <KeyText row={row} number={index + 1} />
              {row.status === keyStatus.toBeDeleted ? (
                <Button
                  aria-label={`Keep API key ${index + 1}`}
                  className="mr-1.5"
                  onClick={(event) => press(event.currentTarget, () => onKeep(row))}
                >
                  Keep
                </Button>
              ) : (
                <IconButton
                  tip="Delete"
                  label={`Delete API key ${index + 1}`}
                  onClick={(event) => press(event.currentTarget, () => onDelete(row))}
                >
                  <DeleteIcon />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function KeyText({ row, number }: { row: ApiKeyRow; number: number }) {
  if (row.status === keyStatus.toBeCreated) {
    return <p className="min-w-0 grow text-muted">This key will be created on Save.</p>;
  }
  return (
    <div className="grid min-w-0 grow gap-1">
      <input
        readOnly
        aria-label={`API key ${number}`}
        value={row.value}
        onClick={(event) => event.currentTarget.select()}
        onFocus={(event) => event.currentTarget.select()}
        className={`${fieldLook} font-mono text-ellipsis ${row.status === keyStatus.toBeDeleted ? "line-through" : ""}`}
      />
      <p className="text-muted">
        Created at {formatDate(row.createdDate)}
        {row.status === keyStatus.toBeDeleted && (
          <span className="block font-medium text-danger-text">This key will be deleted on Save.</span>
        )}
      </p>
    </div>
  );
}
