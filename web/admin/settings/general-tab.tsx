import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Settings } from "../../../worker/settings/schema.ts";
import { TextField } from "../../ui/text-field.tsx";
import { unlessConflict } from "../draft.ts";
import {
  type ApiKeyRow,
  apiKeyRows,
  type KeyMarks,
  keyStatus,
  type NewKeyDraft,
  newKeyDraft,
  saveApiKey,
} from "./api-key-row.ts";
import { ApiKeys } from "./api-keys.tsx";
import { settingsQuery } from "./calls.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const form = {
  draftOf: ({ serviceName }: Settings) => ({ serviceName }),
  facts: ({ serviceName }: Settings) => ({ serviceName: { label: "Service name", value: serviceName } }),
  changeOf: (changed: { serviceName?: string }) => changed,
};

export function GeneralTab({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const [marks, setMarks] = useState<KeyMarks>(new Map());
  const rows = apiKeyRows(settings.apiKeys, marks);

  const mark = (id: string, as: NewKeyDraft | typeof keyStatus.toBeDeleted) =>
    setMarks((before) => new Map(before).set(id, as));
  const unmark = (id: string) => setMarks((before) => new Map([...before].filter(([each]) => each !== id)));

  async function saveKey(row: ApiKeyRow): Promise<void> {
    const keysAfter = await saveApiKey(row);
    queryClient.setQueryData(
      settingsQuery.queryKey,
      (before) => before && { ...before, apiKeys: keysAfter(before.apiKeys) },
    );
    unmark(row.id);
  }

  const { draft, edit, formProps } = useSettingsDraft(settings, form, async (saveChanges) => {
    // Each by itself: what succeeded is shown as done, what failed stays to be done.
    const results = await Promise.allSettled(rows.map(saveKey));
    results.push(...(await Promise.allSettled([saveChanges()])));
    const failed = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    if (failed.length > 0) throw oneError(failed);
  });

  return (
    <SettingsForm {...formProps} saved={formProps.saved && marks.size === 0}>
      <TextField
        label="Service name"
        value={draft.serviceName}
        onChange={(serviceName) => edit({ serviceName })}
      />
      <ApiKeys
        rows={rows}
        onAdd={() => mark(crypto.randomUUID(), newKeyDraft)}
        onChange={mark}
        onDelete={({ id, status }) =>
          status === keyStatus.toBeCreated ? unmark(id) : mark(id, keyStatus.toBeDeleted)
        }
        onKeep={({ id }) => unmark(id)}
      />
    </SettingsForm>
  );
}

/** A conflict among them is told by what changed, and by that alone. */
function oneError(errors: Error[]): Error {
  const told = errors.filter((error) => unlessConflict(error) !== null);
  const [only = errors[0], ...others] = told;
  if (only && others.length === 0) return only;
  return new Error([...new Set(told.map(({ message }) => message))].join("\n"), { cause: errors });
}
