import type { Settings } from "../../../../worker/settings/schema.ts";
import {
  type PageFont,
  type PageTint,
  type PageWidth,
  pageFonts,
  pageTints,
  pageWidths,
} from "../../../../worker/settings/theme/domain.ts";
import { hasBackground } from "../../../shared/theme/background.ts";
import { themes } from "../../../shared/theme/themes.ts";
import { ColorField, isColor } from "../../../ui/fields/color-field.tsx";
import { RadioField } from "../../../ui/fields/radio-field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { LogoWarning } from "./logo-warning.tsx";
import type { ThemeDraft } from "./theme-draft.ts";

const widthNames: Record<PageWidth, string> = { narrow: "Narrow", normal: "Normal", wide: "Wide" };
const tintNames: Record<PageTint, string> = { none: "None", soft: "Soft" };
const fontNames: Record<PageFont, string> = {
  system: "The visitor's system font",
  grotesque: "Grotesque (Helvetica, Arial)",
  humanist: "Humanist (Gill Sans, Calibri)",
  rounded: "Rounded",
  serif: "Serif (Palatino, Georgia)",
  monospace: "Monospace",
};

interface ThemeFieldsProps {
  settings: Settings;
  draft: ThemeDraft;
  edit: (change: Partial<ThemeDraft>) => void;
}

export function ThemeFields({ settings, draft, edit }: ThemeFieldsProps) {
  // Fields don't come and go while a color is typed.
  const { backgroundColor } = isColor(draft.backgroundColor) ? draft : settings;
  return (
    <>
      <ColorField
        label="Header Color"
        hint="The band at the top. Leave it empty for the background color."
        emptyColor={backgroundColor.trim()}
        value={draft.headerColor}
        onChange={(headerColor) => edit({ headerColor: headerColor.trim() })}
      />
      <ColorField
        label="Accent Color"
        hint="Links and buttons, always readable. Leave it empty for blue."
        emptyColor={themes.light.link}
        value={draft.accentColor}
        onChange={(accentColor) => edit({ accentColor: accentColor.trim() })}
      />
      <div className="@container col-span-full grid gap-5">
        <LogoWarning settings={settings} draft={draft} />
        {!hasBackground(backgroundColor.trim()) && (
          <RadioField
            label="Page tint"
            value={draft.pageTint}
            choices={pageTints}
            nameOf={(tint) => tintNames[tint]}
            onChange={(pageTint) => edit({ pageTint })}
          />
        )}
        <RadioField
          label="Page width"
          value={draft.pageWidth}
          choices={pageWidths}
          nameOf={(width) => widthNames[width]}
          onChange={(pageWidth) => edit({ pageWidth })}
        />
        <SelectField
          label="Font"
          value={draft.font}
          choices={pageFonts}
          nameOf={(font) => fontNames[font]}
          onChange={(font) => edit({ font })}
          inline
        />
      </div>
    </>
  );
}
