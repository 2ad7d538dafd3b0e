import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Settings } from "../../../worker/settings/schema.ts";
import { FormCard } from "../../ui/form-card.tsx";
import { TextField } from "../../ui/text-field.tsx";
import {
  type ApiKeyRow,
  apiKeyRows,
  type KeyMarks,
  keyStatus,
  type NewKeyDraft,
  newKeyDraft,
  saveApiKey,
  saveStepOf,
} from "./api-key-row.ts";
import { ApiKeys } from "./api-keys.tsx";
import { settingsQuery } from "./calls.ts";
import { runSteps } from "./save-steps.ts";
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

  const { draft, edit, hasChanges, formProps } = useSettingsDraft(settings, form, async (saveChanges) => {
    const keys = rows
      .filter(({ status }) => status !== keyStatus.created)
      .map((row) => ({ ...saveStepOf(row), run: () => saveKey(row) }));
    const name = { toDo: "change the service name", done: "changed the service name", run: saveChanges };
    if (!hasChanges) await saveChanges(); // which forgets what was written and taken back
    await runSteps(hasChanges ? [...keys, name] : keys);
  });

  return (
    <FormCard {...formProps} saved={formProps.saved && marks.size === 0}>
      <TextField
        label="Service name"
        value={draft.serviceName}
        onChange={(serviceName) => edit({ serviceName })}
      />
      <ApiKeys
        rows={rows}
        onAdd={() => mark(crypto.randomUUID(), newKeyDraft())}
        onChange={(id, changed) => mark(id, { ...changed, requestID: crypto.randomUUID() })}
        onDelete={({ id, status }) =>
          status === keyStatus.toBeCreated ? unmark(id) : mark(id, keyStatus.toBeDeleted)
        }
        onKeep={({ id }) => unmark(id)}
      />
    </FormCard>
  );
}
