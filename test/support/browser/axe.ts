import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const desktop = { width: 1120, height: 800 };
const phone = { width: 360, height: 740 };

/** `axe.source` is more than twice as large, and each page has to compile it. */
const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Rules = axe.RunOptions["runOnly"];

type RulesByTheme = ["dark" | "light", Rules][];

// Nothing but colors depends on the theme.
const bothThemes: RulesByTheme = [
  ["dark", { type: "rule", values: ["color-contrast", "link-in-text-block"] }],
  ["light", ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]],
];
// A narrower window has the same elements with the same names and colors, but other sizes and places.
const sizes: RulesByTheme = [
  ["light", { type: "rule", values: ["scrollable-region-focusable", "target-size"] }],
];
// Another language has the same elements with other texts.
const languages: RulesByTheme = [
  ["light", { type: "rule", values: ["html-has-lang", "html-lang-valid", "valid-lang", "target-size"] }],
];

// Like dialogs, tooltips are outside all landmarks.
const regionMatcher = "dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg";
const spec: axe.Spec = { checks: [{ id: "region", options: { regionMatcher } }] };

/**
 * Expects no axe violations and no horizontal overflow, in both themes and on a phone. While a dialog is open, axe checks the
 * dialog alone.
 * @param libraryBreaks rules that the markup of a library violates
 */
export async function expectAccessible(page: Page, libraryBreaks: string[] = []): Promise<void> {
  await expectAccessibleOnDesktopAndPhone(page, bothThemes, libraryBreaks);
}

/** Checks what another language can break on a page that has been checked in English. */
export async function expectLanguageAccessible(page: Page): Promise<void> {
  await expectAccessibleOnDesktopAndPhone(page, languages);
}

async function expectAccessibleOnDesktopAndPhone(
  page: Page,
  desktopRules: RulesByTheme,
  libraryBreaks: string[] = [],
): Promise<void> {
  await page.setViewportSize(desktop);
  await expectNoViolations(page, desktopRules, libraryBreaks);
  await page.setViewportSize(phone);
  await expectNoViolations(page, sizes);
  await page.setViewportSize(desktop);
}

/**
 * Expects no horizontal scrolling at 400% zoom of a window 1,280 pixels wide (WCAG 1.4.10), for content that has been checked on
 * a phone.
 */
export async function expectReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoViolations(page, sizes);
  await page.setViewportSize(desktop);
}

/** For content that only phones show. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await expectNoViolations(page, bothThemes);
}

async function expectNoViolations(
  page: Page,
  rulesByTheme: RulesByTheme,
  libraryBreaks: string[] = [],
): Promise<void> {
  const place = `${new URL(page.url()).pathname}, ${page.viewportSize()?.width} px`;
  const problems: string[] = [];
  for (const [colorScheme, rules] of rulesByTheme) {
    await page.emulateMedia({ colorScheme });
    for (const violation of await findViolations(page, rules)) {
      if (libraryBreaks.includes(violation.split(" ", 1)[0] ?? "")) continue;
      problems.push(`${place}, ${colorScheme}: ${violation}`);
    }
  }
  expect(problems).toEqual([]);
}

async function findViolations(page: Page, runOnly: Rules): Promise<string[]> {
  // Lists are dimmed while they load, which lowers their contrast.
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  // Fields scroll under the header and under the bar with a form's button, so both are checked at their places above and below them.
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("[data-save-bar]")?.style.setProperty("position", "static");
  });
  // Each page gets axe once.
  if (!(await page.evaluate("'axe' in window")))
    await page.evaluate(`${script}; axe.configure(${JSON.stringify(spec)})`);
  return page.evaluate(
    async (options) => {
      // An inherited color starts its own transition when that of its parent ends.
      for (let animations: Animation[] | undefined; animations?.length !== 0; ) {
        await new Promise(requestAnimationFrame);
        animations = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
        await Promise.allSettled(animations.map(({ finished }) => finished));
      }
      const { axe } = window as unknown as { axe: typeof import("axe-core") }; // set just above
      const dialog = document.querySelector("dialog[open], [role=dialog]");
      const results = await axe.run(
        dialog ? { include: ["dialog[open], [role=dialog], [role=tooltip]"] } : document,
        options,
      );
      const overflowPx = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      document.querySelector<HTMLElement>("[data-save-bar]")?.style.removeProperty("position");
      return [
        ...results.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
        ),
        ...(overflowPx > 0 ? [`overflows by ${overflowPx} px`] : []),
      ];
    },
    { runOnly, resultTypes: ["violations"] } as axe.RunOptions, // TypeScript doesn't infer the tuple.
  );
}
