import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../../tools/paths.ts";
import { contrastRatio } from "../../../../web/shared/theme/contrast.ts";

const css = await readFile(join(root, "web/shared/status-colors.css"), "utf8");
const [light = [], dark = []] = css
  .split("@media")
  .slice(0, 2)
  .map((rules) => [...rules.matchAll(/--(\w+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]));

test.for([
  ["light", light, ["#ffffff", "#f5f7fa"]],
  ["dark", dark, ["#161d28", "#0e131b"]],
] as const)("in the %s theme, each status is readable on cards and on the page", ([, colors, grounds]) => {
  expect(colors).toHaveLength(6);
  for (const [name, color = ""] of colors)
    for (const ground of grounds)
      expect(contrastRatio(color, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test("yellow is an amber: with more green in it, it would be a khaki", () => {
  for (const colors of [light, dark]) {
    const [, yellow = ""] = colors.find(([name]) => name === "yellow") ?? [];
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(yellow.slice(at, at + 2), 16),
    );
    expect((60 * (green - blue)) / (red - blue)).toBeLessThan(42);
  }
});
