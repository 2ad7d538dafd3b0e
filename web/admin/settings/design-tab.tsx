import type { Settings } from "../../../worker/settings/schema.ts";
import { ColorField, isColor } from "../../ui/color-field.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { LogoSection } from "./logo-section.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const form = {
  draftOf: ({ backgroundColor }: Settings) => ({ backgroundColor }),
  facts: ({ backgroundColor }: Settings) => ({
    backgroundColor: { label: "Background Color", value: backgroundColor },
  }),
  changeOf: (changed: { backgroundColor?: string }) => changed,
};

export function DesignTab({ settings }: { settings: Settings }) {
  const { draft, edit, formProps } = useSettingsDraft("design", settings, form);
  const { backgroundColor } = isColor(draft.backgroundColor) ? draft : settings;

  return (
    <div className="grid gap-4">
      <FormCard {...formProps}>
        <ColorField
          label="Background Color"
          value={draft.backgroundColor}
          onChange={(color) => edit({ backgroundColor: color })}
        />
      </FormCard>
      <LogoSection settings={settings} backgroundColor={backgroundColor} />
    </div>
  );
}
