import type { Settings } from "../../../../worker/settings/schema.ts";
import { isColor } from "../../../ui/fields/color-field.tsx";
import type { ThemeDraft } from "./theme-draft.ts";

/** The colors of the form, as far as they are colors. */
export function draftedLook(settings: Settings, draft: ThemeDraft) {
  const { backgroundColor, headerColor, accentColor, pageTint } = draft;
  return {
    backgroundColor: isColor(backgroundColor) ? backgroundColor.trim() : settings.backgroundColor,
    headerColor: isColor(headerColor) ? headerColor.trim() : "",
    accentColor: isColor(accentColor) ? accentColor.trim() : "",
    pageTint,
  };
}
