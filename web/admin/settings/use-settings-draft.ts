import { useQueryClient } from "@tanstack/react-query";
import type { Settings, SettingsChange } from "../../../worker/settings/schema.ts";
import { useAction } from "../action.ts";
import { changedFields, type Facts, unlessConflict, useDraft } from "../draft.ts";
import { changeSettings, settingsQuery } from "./calls.ts";

interface Form<Draft> {
  draftOf: (settings: Settings) => Draft;
  facts: (settings: Settings) => Facts;
  changeOf: (changed: Partial<Draft>) => SettingsChange;
}

/** @param saveAll for a form that saves more than these settings */
export function useSettingsDraft<Draft extends object>(
  settings: Settings,
  form: Form<Draft>,
  saveAll = (saveChanges: () => Promise<void>) => saveChanges(),
) {
  const queryClient = useQueryClient();
  const draftOf = (stored: Settings | undefined) => form.draftOf(stored ?? settings);
  const { baseline, draft, isEdited, edit, save, reset, conflict } = useDraft(settings, {
    draftOf,
    facts: form.facts,
  });

  async function saveChanges(): Promise<void> {
    const changed = changedFields(draftOf(baseline), draft);
    if (Object.keys(changed).length > 0) {
      const change = form.changeOf(changed);
      const saved = await save((unchangedSince) => changeSettings(change, unchangedSince));
      queryClient.setQueryData(settingsQuery.queryKey, saved);
    }
    reset();
  }

  const saving = useAction({
    title: "Save settings",
    mutationFn: () => saveAll(saveChanges),
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const formProps = {
    busy: saving.isPending,
    saved: saving.isSuccess && !isEdited,
    error: unlessConflict(saving.error),
    conflict,
    onSubmit: () => saving.mutate(),
  };
  const hasChanges = Object.keys(changedFields(draftOf(baseline), draft)).length > 0;
  return { draft, edit, hasChanges, formProps };
}
