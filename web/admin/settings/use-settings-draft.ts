import { useQueryClient } from "@tanstack/react-query";
import type { Settings, SettingsChange } from "../../../worker/settings/schema.ts";
import { changedFields, type Facts, useDraft } from "../draft.ts";
import { changeSettings, settingsQuery } from "./calls.ts";

interface Form<Draft> {
  draftOf: (settings: Settings) => Draft;
  facts: (settings: Settings) => Facts;
  changeOf: (changed: Partial<Draft>) => SettingsChange;
}

/** A draft of some of the settings, and `saveChanges`, which sends those that were changed, if any. */
export function useSettingsDraft<Draft extends object>(settings: Settings, form: Form<Draft>) {
  const queryClient = useQueryClient();
  const draftOf = (stored: Settings | undefined) => form.draftOf(stored ?? settings);
  const { seen, save, reset, ...rest } = useDraft(settings, { draftOf, facts: form.facts });

  async function saveChanges(): Promise<void> {
    const changed = changedFields(draftOf(seen), rest.draft);
    if (Object.keys(changed).length > 0) {
      const change = form.changeOf(changed);
      const saved = await save((unchangedSince) => changeSettings(change, unchangedSince));
      queryClient.setQueryData(settingsQuery.queryKey, saved);
    }
    reset();
  }

  return { ...rest, saveChanges };
}
