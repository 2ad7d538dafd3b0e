import fc from "fast-check";
import { expect, test } from "vitest";
import { accentOnBackground, accentOnTheme } from "../../../web/shared/theme/accent.ts";
import { pageColors } from "../../../web/shared/theme/background.ts";
import { contrastRatio } from "../../../web/shared/theme/contrast.ts";
import { headerColors, tintedPage } from "../../../web/shared/theme/header.ts";
import { themeRules } from "../../../web/shared/theme/theme-rules.ts";
import { themes } from "../../../web/shared/theme/themes.ts";

const modes = ["light", "dark"] as const;
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test.for([
  ["black", "#000000", "#000000", "#8c8c8c"],
  ["white", "#FFFFFF", "#666666", "#ffffff"],
  ["a gray between both", "#777777", "#6b6b6b", "#8b8b8b"],
  ["yellow", "#FFFF00", "#737300", "#ffff00"],
  ["pure blue", "#0000FF", "#0000ff", "#8080ff"],
  ["pure green", "#00FF00", "#008000", "#00ff00"],
  ["red", "#FF0000", "#d90000", "#ff3333"],
  ["the color of the light page", "#F5F7FA", "#6e6f70", "#f5f7fa"],
  ["the color of a dark card", "#161D28", "#161d28", "#8b8e94"],
] as const)("an accent in %s is legible in both themes", ([, accent, light, dark]) => {
  expect(modes.map((mode) => accentOnTheme(accent, mode))).toEqual([light, dark]);
});

test("texts and any accent have the contrast of WCAG AA on both themes, on any background, header and tint", () => {
  fc.assert(
    fc.property(color, color, (accent, background) => {
      const contrasts = modes.flatMap((mode) => {
        const onTheme = accentOnTheme(accent, mode);
        const tinted = tintedPage(background, mode);
        const { page } = pageColors(background, mode);
        return [
          contrastRatio(onTheme, themes[mode].page),
          contrastRatio(onTheme, themes[mode].card),
          contrastRatio(accentOnBackground(accent, background, mode), page),
          contrastRatio(accentOnTheme(accent, mode, background), tinted),
          ...[themes[mode].text, themes[mode].soft].map((text) => contrastRatio(text, tinted)),
          contrastRatio(headerColors(background).text, background),
        ];
      });
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 3000 },
  );
});

test("the defaults add no rules to a page", () => {
  const defaults = {
    backgroundColor: "#FFFFFF",
    accentColor: "",
    headerColor: "",
    pageTint: "none",
    pageWidth: "normal",
    font: "system",
  } as const;
  expect(themeRules(defaults)).toBe("");
});
