import { useQueryClient } from "@tanstack/react-query";
import type { Settings, SettingsChange } from "../../../worker/settings/schema.ts";
import { useAction } from "../action.ts";
import { saveProps, useDraft } from "../drafts/draft.ts";
import { changedFields } from "../drafts/draft-fields.ts";
import type { ComparedFields } from "../drafts/form.ts";
import { changeSettings, settingsQuery } from "./calls.ts";

interface Form<Draft> {
  toDraft: (settings: Settings) => Draft;
  comparedFields: (settings: Settings) => ComparedFields;
  toChange: (changed: Partial<Draft>) => SettingsChange;
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
  const toDraft = (stored: Settings | undefined) => form.toDraft(stored ?? settings);
  const local = useDraft(`settings/${tab}`, settings, {
    ...form,
    toDraft,
    withoutSecrets: (stored) => ({ ...stored, apiKeys: [] }),
  });
  const { baseline, draft, edit, save, reset, restored } = local;

  async function saveChanges(): Promise<void> {
    const changedDraft = changedFields(toDraft(baseline), draft);
    if (Object.keys(changedDraft).length > 0) {
      const change = form.toChange(changedDraft);
      const newSettings = await save((write) => changeSettings(change, write));
      queryClient.setQueryData(settingsQuery.queryKey, newSettings);
    }
    reset();
  }

  const saveAction = useAction({
    title: "Save settings",
    mutationFn: () => saveAll(saveChanges),
    announce: () => ({ text: "Settings saved" }),
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const hasChanges = Object.keys(changedFields(toDraft(baseline), draft)).length > 0;
  const formProps = {
    ...saveProps(saveAction, local),
    hasChanges,
    restored,
    onDiscard: () => {
      reset();
      saveAction.reset();
    },
    onSubmit: () => saveAction.mutate(),
  };
  // What is sent after it needs the saved settings.
  const saveFirst = hasChanges ? () => saveAction.mutateAsync() : undefined;
  return { draft, edit, hasChanges, formProps, saveFirst, form: local, saveAction };
}
