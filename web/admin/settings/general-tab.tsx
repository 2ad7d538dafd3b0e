import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Settings } from "../../../worker/settings/schema.ts";
import type { Restored } from "../../ui/draft-notice.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { lazyFile } from "../../ui/load-file.ts";
import { useNewDraft } from "../drafts/draft.ts";
import { apiKeyRows, keyStatus, type NewKeyDraft } from "./api-keys/api-key-row.ts";
import { settingsQuery } from "./calls.ts";
import { generalForm } from "./page/general-draft.ts";
import { PageCard } from "./page/page-card.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const loadSaving = lazyFile(() => import("./save-general.ts"));
const RetentionCard = lazyPart(
  "retention-card",
  async () => (await import("./page/retention-card.tsx")).RetentionCard,
);
const SignInCard = lazyPart("sign-in-card", async () => (await import("./page/sign-in-card.tsx")).SignInCard);
const ApiKeys = lazyPart(
  "api-keys",
  async () => (await import("./api-keys/api-keys.tsx")).ApiKeys,
  // The bar that saves begins below the window, and isn't seen to move.
  <div style={{ height: "40rem" }} />,
);

export function GeneralTab({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const { newKeys, rows, change, markDeleted, unmark, discardKeys } = useKeyRows(settings);

  const { draft, edit, hasChanges, formProps } = useSettingsDraft(
    "general",
    settings,
    generalForm,
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

  const areKeysSaved = rows.every(({ status }) => status === keyStatus.created);
  function discard() {
    formProps.onDiscard();
    discardKeys();
  }

  return (
    <SettingsForm
      {...formProps}
      hasChanges={hasChanges || !areKeysSaved}
      restored={eitherRestored(formProps.restored, newKeys.restored)}
      onDiscard={discard}
      others={<SignInCard />}
    >
      <PageCard draft={draft} edit={edit} />
      <ApiKeys
        rows={rows}
        onAdd={(key) => change(crypto.randomUUID(), key)}
        onChange={(id, changed) => change(id, { ...changed, requestID: crypto.randomUUID() })}
        onDelete={({ id, status }) => (status === keyStatus.toBeCreated ? unmark(id) : markDeleted(id))}
        onKeep={({ id }) => unmark(id)}
      />
      <RetentionCard draft={draft} edit={edit} />
    </SettingsForm>
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
  function discardKeys(): void {
    newKeys.reset();
    setDeletedIDs(new Set());
  }
  return { newKeys, rows, change, markDeleted, unmark, discardKeys };
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
