import type { ReactNode } from "react";
import { type ApiKeyScope, apiKeyScopes, isExpired } from "../../../../worker/settings/domain.ts";
import type { ApiKey } from "../../../../worker/settings/schema.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DateField } from "../../../ui/fields/date-field.tsx";
import { fieldClass } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { formatDate } from "../../times/dates.ts";
import { expiryTime } from "./api-key-expiry.ts";
import type { NewKeyDraft } from "./api-key-row.ts";

const scopeIDs = [...apiKeyScopes.map(({ id }) => id).filter((id) => id !== "all"), "all" as const];
const scopeName = (scope: ApiKeyScope) => apiKeyScopes.find(({ id }) => id === scope)?.name ?? scope;

interface StoredKeyProps {
  apiKey: ApiKey;
  number: number;
  isToBeDeleted: boolean;
  action: ReactNode;
}

export function StoredKey({ apiKey, number, isToBeDeleted, action }: StoredKeyProps) {
  const { name, value, scopes, createdDate, lastUsedAt, expiresAt } = apiKey;
  return (
    <>
      <div className="flex items-center gap-2">
        <p className="min-w-0 grow [overflow-wrap:anywhere]">
          <span className="font-semibold">{name}</span>
          <span className="text-muted"> · {scopes.map(scopeName).join(", ")}</span>
        </p>
        {action}
      </div>
      {value === "" ? (
        <p className="text-muted">
          This key still works, but its value can't be shown because the Worker's SECRET_KEY has changed.
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <input
            readOnly
            aria-label={`API key ${number}`}
            value={value}
            onClick={(event) => event.currentTarget.select()}
            onFocus={(event) => event.currentTarget.select()}
            className={`${fieldClass} min-w-0 grow basis-32 font-mono text-ellipsis ${isToBeDeleted ? "line-through" : ""}`}
          />
          <CopyButton text={value} label={`Copy API key ${number}`} />
        </div>
      )}
      <p className="flex flex-wrap gap-x-4 text-muted">
        <span>Created at {formatDate(createdDate)}</span>
        <span>{lastUsedAt ? `Last used ${formatDate(lastUsedAt)}` : "Never used"}</span>
        {expiresAt && (
          <span className={isExpired(expiresAt) ? "text-danger-text" : ""}>
            {isExpired(expiresAt) ? "Expired" : "Expires"} {formatDate(expiresAt)}
          </span>
        )}
      </p>
      {isToBeDeleted && <p className="font-medium text-danger-text">This key will be deleted on Save.</p>}
    </>
  );
}

function isPast(expires: string): boolean {
  const end = expiryTime(expires);
  return end !== "" && isExpired(end);
}

interface NewKeyProps {
  draft: NewKeyDraft;
  onChange: (draft: NewKeyDraft) => void;
  action: ReactNode;
}

export function NewKey({ draft, onChange, action }: NewKeyProps) {
  return (
    <>
      <div className="flex items-center gap-2">
        <p className="min-w-0 grow text-muted">This key will be created on Save.</p>
        {action}
      </div>
      <div className="grid items-start gap-x-3 gap-y-2 lg:grid-cols-3">
        <TextField
          label="Name (optional)"
          autoFocus
          value={draft.name}
          onChange={(name) => onChange({ ...draft, name })}
        />
        <SelectField
          label="Scope"
          value={draft.scope}
          choices={scopeIDs}
          nameOf={scopeName}
          onChange={(scope) => onChange({ ...draft, scope })}
        />
        <div className="grid gap-1.5">
          <span className="font-medium">Last day of use (optional)</span>
          <DateField
            of="Last day of use"
            value={draft.expires}
            problem={isPast(draft.expires) && "The last day of use can't be in the past."}
            onChange={(expires) => onChange({ ...draft, expires })}
          />
        </div>
      </div>
    </>
  );
}
