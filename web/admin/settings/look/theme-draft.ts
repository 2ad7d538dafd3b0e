import type { Settings } from "../../../../worker/settings/schema.ts";

const toDraft = ({ backgroundColor, headerColor, pageTint, accentColor, pageWidth, font }: Settings) => ({
  backgroundColor,
  headerColor,
  pageTint,
  accentColor,
  pageWidth,
  font,
});

export type ThemeDraft = ReturnType<typeof toDraft>;

export const themeForm = {
  toDraft,
  comparedFields: ({ backgroundColor, headerColor, pageTint, accentColor, pageWidth, font }: Settings) => ({
    backgroundColor: { label: "Background Color", value: backgroundColor },
    headerColor: { label: "Header Color", value: headerColor },
    pageTint: { label: "Page tint", value: pageTint },
    accentColor: { label: "Accent Color", value: accentColor },
    pageWidth: { label: "Page width", value: pageWidth },
    font: { label: "Font", value: font },
  }),
  toChange: (changed: Partial<ThemeDraft>) => changed,
};
