import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastRatio } from "../../../web/shared/theme/contrast.ts";
import { themes } from "../../../web/shared/theme/themes.ts";

const css = readFileSync("web/status/styles/status.css", "utf8");
const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");
const washes = (rules: string) => [...rules.matchAll(/--wash: (#\w{6})/g)].map(([, color = ""]) => color);

test("the banner's text is easy to read on the surface of each state, in both themes", () => {
  expect([washes(light).length, washes(dark).length]).toEqual([5, 5]);
  for (const wash of washes(light)) expect(contrastRatio(wash, themes.light.text)).toBeGreaterThan(12);
  for (const wash of washes(dark)) expect(contrastRatio(wash, themes.dark.text)).toBeGreaterThan(12);
});

test("in the dark theme, the surface of each state is a color and not a shade of the grey card", () => {
  for (const wash of washes(dark)) {
    const channels = [1, 3, 5].map((at) => Number.parseInt(wash.slice(at, at + 2), 16));
    expect(Math.max(...channels) - Math.min(...channels)).toBeGreaterThan(20);
  }
});
