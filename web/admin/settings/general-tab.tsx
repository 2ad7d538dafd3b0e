import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Settings } from "../../../worker/settings/schema.ts";
import type { Restored } from "../../ui/draft-notice.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { lazyFile } from "../../ui/load-file.ts";
import { useNewDraft } from "../drafts/draft.ts";
import { apiKeyRows, keyStatus, type NewKeyDraft, newKeyDraft } from "./api-key-row.ts";
import { settingsQuery } from "./calls.ts";
import { useSettingsDraft } from "./use-settings-draft.ts";

const loadSaving = lazyFile(() => import("./save-general.ts"));
const RetentionFields = lazyPart(
  "retention-fields",
  async () => (await import("./number-fields.tsx")).RetentionFields,
);
const ApiKeys = lazyPart("api-keys", async () => (await import("./api-keys.tsx")).ApiKeys);

const labels = {
  nightlyExports: "Nightly exports to keep (nights)",
  auditDays: "Keep the audit log for (days)",
};

interface Draft {
  serviceName: string;
  nightlyExports: string;
  auditDays: string;
}

const form = {
  toDraft: ({ serviceName, nightlyExportsKept, auditDays }: Settings) => ({
    serviceName,
    nightlyExports: String(nightlyExportsKept),
    auditDays: String(auditDays),
  }),
  comparedFields: ({ serviceName, nightlyExportsKept, auditDays }: Settings) => ({
    serviceName: { label: "Service name", value: serviceName },
    nightlyExports: { label: labels.nightlyExports, value: String(nightlyExportsKept) },
    auditDays: { label: labels.auditDays, value: String(auditDays) },
  }),
  toChange: ({ nightlyExports, auditDays, ...changed }: Partial<Draft>) => ({
    ...changed,
    ...(auditDays !== undefined && { auditDays: Number(auditDays) }),
    ...(nightlyExports !== undefined && { nightlyExportsKept: Number(nightlyExports) }),
  }),
};

export function GeneralTab({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const { newKeys, rows, change, markDeleted, unmark } = useKeyRows(settings);

  const { draft, edit, hasChanges, formProps } = useSettingsDraft(
    "general",
    settings,
    form,
    async (saveChanges) => {
      if (!hasChanges) await saveChanges(); // which forgets what was written and taken back
      const { saveGeneral } = await loadSaving();
      await saveGeneral({
        rows,
        saveFields: hasChanges ? saveChanges : undefined,
        onKeySaved: ({ id }, changeKeys) => {
          queryClient.setQueryData(
            settingsQuery.queryKey,
            (before) => before && { ...before, apiKeys: changeKeys(before.apiKeys) },
          );
          unmark(id);
        },
      });
    },
  );

  const isEverythingSaved = rows.every(({ status }) => status === keyStatus.created);

  return (
    <FormCard
      {...formProps}
      saved={formProps.saved && isEverythingSaved}
      restored={eitherRestored(formProps.restored, newKeys.restored)}
    >
      <TextField
        label="Service name"
        value={draft.serviceName}
        onChange={(serviceName) => edit({ serviceName })}
      />
      <RetentionFields labels={labels} draft={draft} onEdit={edit} />
      <ApiKeys
        rows={rows}
        onAdd={() => change(crypto.randomUUID(), newKeyDraft())}
        onChange={(id, changed) => change(id, { ...changed, requestID: crypto.randomUUID() })}
        onDelete={({ id, status }) => (status === keyStatus.toBeCreated ? unmark(id) : markDeleted(id))}
        onKeep={({ id }) => unmark(id)}
      />
    </FormCard>
  );
}

function useKeyRows({ apiKeys }: Settings) {
  const newKeys = useNewDraft<{ byID: Readonly<Record<string, NewKeyDraft>> }>("settings/new-keys", {
    byID: {},
  });
  const [deletedIDs, setDeletedIDs] = useState<ReadonlySet<string>>(new Set());
  const rows = apiKeyRows(apiKeys, deletedIDs, newKeys.draft.byID);

  const change = (id: string, key: NewKeyDraft) =>
    newKeys.edit(({ byID }) => ({ byID: { ...byID, [id]: key } }));
  function unmark(id: string): void {
    newKeys.edit(({ byID: { [id]: _, ...others } }) => ({ byID: others }));
    setDeletedIDs((before) => new Set([...before].filter((each) => each !== id)));
  }
  const markDeleted = (id: string) => setDeletedIDs((before) => new Set([...before, id]));
  return { newKeys, rows, change, markDeleted, unmark };
}

/** The fields and the new keys are two drafts, because one may be saved without the other. */
function eitherRestored(fields: Restored | undefined, keys: Restored | undefined): Restored | undefined {
  if (!fields || !keys) return fields ?? keys;
  function discard() {
    fields?.discard();
    keys?.discard();
  }
  return { since: fields.since, discard };
}
