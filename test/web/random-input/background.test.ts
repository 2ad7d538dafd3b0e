import fc from "fast-check";
import { expect, test } from "vitest";
import { backgroundRules } from "../../../web/shared/theme/background.ts";
import { contrastRatio } from "../../../web/shared/theme/contrast.ts";

const color = fc
  .integer({ min: 0, max: 0xffffff - 1 })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

/** Reads the CSS colors that follow from a background color. */
function colorsOf(background: string) {
  const [light = "", dark = ""] = backgroundRules(background).split("@media (prefers-color-scheme:dark)");
  const read = (rules: string) =>
    Object.fromEntries(
      [...rules.matchAll(/--([a-z-]+):(#[0-9a-f]{6})/gi)].map(([, name, value]) => [name, value]),
    );
  return { light: read(light), dark: read(dark) };
}

test("on any background color texts have the contrast of WCAG AA, in light and dark mode", () => {
  fc.assert(
    fc.property(color, (background) => {
      const { light, dark } = colorsOf(background);
      const contrasts = [light, dark].flatMap(({ page, card, text, soft, link }) => [
        ...[text, soft, link].map((each) => contrastRatio(each, page)),
        contrastRatio(card, link), // A button's text has the card's color, on the color of links.
      ]);
      expect(Math.min(contrastRatio(dark.band, dark["on-band"]), ...contrasts)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 10_000 },
  );
});

test("the page has the background color in light mode, and only the band has it in dark mode", () => {
  fc.assert(
    fc.property(color, (background) => {
      const { light, dark } = colorsOf(background);
      expect(light.page).toBe(background);
      expect(dark.band).toBe(background);
      expect(dark.text).toBe("#FFFFFF");
    }),
  );
});

test("white is the default and overrides no color of the theme", () => {
  expect([backgroundRules("#FFFFFF"), backgroundRules("#ffffff")]).toEqual(["", ""]);
});

test.for([
  ["#000000", "#FFFFFF", 21],
  ["#767676", "#FFFFFF", 4.54],
  ["#777777", "#FFFFFF", 4.48],
] as const)("the contrast of %s and %s is %d to 1", ([one, other, contrast]) => {
  expect(contrastRatio(one, other)).toBeCloseTo(contrast, 2);
  expect(contrastRatio(other, one)).toBe(contrastRatio(one, other));
});
