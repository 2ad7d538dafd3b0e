import type { Settings } from "../../../worker/settings/schema.ts";
import { ColorField, isColor } from "../../ui/fields/color-field.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { themeForm } from "./theme-draft.ts";
import { useSettingsDraft } from "./use-settings-draft.ts";

const ThemeFields = lazyPart("theme-fields", async () => (await import("./theme-fields.tsx")).ThemeFields);
const LogoSections = lazyPart("logo-sections", async () => (await import("./logo-section.tsx")).LogoSections);

export function DesignTab({ settings }: { settings: Settings }) {
  const { draft, edit, formProps } = useSettingsDraft("design", settings, themeForm);
  const { backgroundColor } = isColor(draft.backgroundColor) ? draft : settings;

  return (
    <div className="grid gap-4">
      <FormCard {...formProps}>
        <ColorField
          label="Background Color"
          value={draft.backgroundColor}
          onChange={(color) => edit({ backgroundColor: color })}
        />
        <ThemeFields settings={settings} draft={draft} edit={edit} />
      </FormCard>
      <LogoSections settings={settings} backgroundColor={backgroundColor} />
    </div>
  );
}
