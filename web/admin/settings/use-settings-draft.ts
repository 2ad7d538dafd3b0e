import { useQueryClient } from "@tanstack/react-query";
import type { Settings, SettingsChange } from "../../../worker/settings/schema.ts";
import { useAction } from "../action.ts";
import { unlessConflict, useDraft } from "../drafts/draft.ts";
import { changedFields } from "../drafts/draft-fields.ts";
import type { ComparedFields } from "../drafts/form.ts";
import { changeSettings, settingsQuery } from "./calls.ts";

interface Form<Draft> {
  draftOf: (settings: Settings) => Draft;
  comparedFields: (settings: Settings) => ComparedFields;
  changeOf: (changed: Partial<Draft>) => SettingsChange;
  secretFields?: readonly (keyof Draft)[];
}

/** @param saveAll for a form that saves more than these settings */
export function useSettingsDraft<Draft extends object>(
  tab: string,
  settings: Settings,
  form: Form<Draft>,
  saveAll = (saveChanges: () => Promise<void>) => saveChanges(),
) {
  const queryClient = useQueryClient();
  const draftOf = (stored: Settings | undefined) => form.draftOf(stored ?? settings);
  const { baseline, draft, isEdited, edit, save, reset, restored, conflict } = useDraft(
    `settings/${tab}`,
    settings,
    { ...form, draftOf, withoutSecrets: (stored) => ({ ...stored, apiKeys: [] }) },
  );

  async function saveChanges(): Promise<void> {
    const changedDraft = changedFields(draftOf(baseline), draft);
    if (Object.keys(changedDraft).length > 0) {
      const change = form.changeOf(changedDraft);
      const newSettings = await save((write) => changeSettings(change, write));
      queryClient.setQueryData(settingsQuery.queryKey, newSettings);
    }
    reset();
  }

  const saveAction = useAction({
    title: "Save settings",
    mutationFn: () => saveAll(saveChanges),
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const formProps = {
    busy: saveAction.isPending,
    saved: saveAction.isSuccess && !isEdited,
    error: unlessConflict(saveAction.error),
    conflict,
    restored,
    onSubmit: () => saveAction.mutate(),
  };
  const hasChanges = Object.keys(changedFields(draftOf(baseline), draft)).length > 0;
  return { draft, edit, hasChanges, formProps };
}
