import type { Settings } from "../../../../worker/settings/schema.ts";

const toDraft = ({ backgroundColor, accentColor, pageWidth, font }: Settings) => ({
  backgroundColor,
  accentColor,
  pageWidth,
  font,
});

export type ThemeDraft = ReturnType<typeof toDraft>;

export const themeForm = {
  toDraft,
  comparedFields: ({ backgroundColor, accentColor, pageWidth, font }: Settings) => ({
    backgroundColor: { label: "Background Color", value: backgroundColor },
    accentColor: { label: "Accent Color", value: accentColor },
    pageWidth: { label: "Page width", value: pageWidth },
    font: { label: "Font", value: font },
  }),
  toChange: (changed: Partial<ThemeDraft>) => changed,
};
