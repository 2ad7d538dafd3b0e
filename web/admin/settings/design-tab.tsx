import type { Settings } from "../../../worker/settings/schema.ts";
import { Card } from "../../ui/card.tsx";
import { ColorField, isColor } from "../../ui/fields/color-field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { themeForm } from "./look/theme-draft.ts";
import { SettingsForm } from "./settings-form.tsx";
import { useSettingsDraft } from "./use-settings-draft.ts";

const ThemeFields = lazyPart(
  "theme-fields",
  async () => (await import("./look/theme-fields.tsx")).ThemeFields,
);
const PagePreview = lazyPart(
  "page-preview",
  async () => (await import("./look/page-preview.tsx")).PagePreview,
  // It is as high as the preview, so that the fields don't move.
  <div style={{ height: "28.75rem" }} />,
);
const LogoCard = lazyPart("logo-card", async () => (await import("./look/logo-card.tsx")).LogoCard);

export function DesignTab({ settings }: { settings: Settings }) {
  const { draft, edit, formProps } = useSettingsDraft("design", settings, themeForm);
  const { backgroundColor } = isColor(draft.backgroundColor) ? draft : settings;

  return (
    <SettingsForm {...formProps} others={<LogoCard settings={settings} backgroundColor={backgroundColor} />}>
      <Card id="look" title="Look" sentence="Colors, width and font of your status page, in both themes.">
        <PagePreview settings={settings} draft={draft} />
        <div className="grid items-start gap-x-4 gap-y-5 lg:grid-cols-3">
          <ColorField
            label="Background Color"
            value={draft.backgroundColor}
            onChange={(color) => edit({ backgroundColor: color })}
          />
          <ThemeFields settings={settings} draft={draft} edit={edit} />
        </div>
      </Card>
    </SettingsForm>
  );
}
