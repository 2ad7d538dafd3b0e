import type { PageFont, PageTint, PageWidth } from "../../../worker/settings/theme/domain.ts";
import { accentRules } from "./accent.ts";
import { backgroundRules } from "./background.ts";
import { headerRules, tintColor, tintRules } from "./header.ts";

export interface Theme {
  /** `#RRGGBB`. White, the default, leaves all colors to the theme. */
  backgroundColor: string;
  /** `#RRGGBB` or empty. */
  accentColor: string;
  /** `#RRGGBB` or empty. */
  headerColor: string;
  pageTint: PageTint;
  pageWidth: PageWidth;
  font: PageFont;
}

/** Operating systems have these fonts: loading one would delay the page. */
const fontFamilies: Record<PageFont, string> = {
  system: "",
  grotesque: '"Helvetica Neue",Helvetica,Arial,"Nimbus Sans",sans-serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  rounded:
    'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,"Arial Rounded MT",Calibri,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,Georgia,serif',
  monospace: '"Cascadia Code","Source Code Pro",Menlo,Consolas,"DejaVu Sans Mono",ui-monospace,monospace',
};

const maxWidths: Record<PageWidth, string> = { normal: "", narrow: "54rem", wide: "96rem" };

/** The defaults add no bytes to a page. */
export function themeRules(theme: Theme): string {
  const { backgroundColor, accentColor, headerColor, pageWidth, font } = theme;
  const width = maxWidths[pageWidth];
  const family = fontFamilies[font];
  return [
    backgroundRules(backgroundColor),
    tintRules(theme),
    accentRules(accentColor, backgroundColor, tintColor(theme)),
    headerColor && headerRules(headerColor),
    width && `.wide{max-width:${width}}`,
    family && `html{font-family:${family}}`,
  ].join("");
}
