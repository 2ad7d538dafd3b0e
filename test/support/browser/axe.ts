import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const desktop = { width: 1120, height: 800 };
const phone = { width: 360, height: 740 };
/** A window 1,280 pixels wide at 400% zoom (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };

type Size = typeof desktop;

/** `axe.source` is more than twice as large, and each page has to compile it. */
const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Rules = axe.RunOptions["runOnly"];

const everyRule: Rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// Only colors depend on the theme. A narrower window has the same elements with the same names, but other sizes and places.
const colors = ["color-contrast", "link-in-text-block"];
const sizes = ["scrollable-region-focusable", "target-size"];
// Another language has the same elements with other texts.
const languages = ["html-has-lang", "html-lang-valid", "valid-lang"];

const rules = (...values: string[]): Rules => ({ type: "rule", values });

// Like dialogs, tooltips are outside all landmarks.
const regionMatcher = "dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg";
const spec: axe.Spec = { checks: [{ id: "region", options: { regionMatcher } }] };

/**
 * Expects no axe violations and no horizontal overflow, in the dark theme on a desktop and in the light one on a phone. While a
 * dialog is open, axe checks the dialog alone.
 * @param libraryBreaks rules that the markup of a library violates
 */
export async function expectAccessible(page: Page, libraryBreaks: string[] = []): Promise<void> {
  await expectNoViolations(page, desktop, "dark", everyRule, libraryBreaks);
  await expectNoViolations(page, phone, "light", rules(...colors, ...sizes));
  await page.setViewportSize(desktop);
}

/** Does the same for a page, and at 400% zoom instead of on a phone, where only the overflow is checked. */
export async function expectAccessibleWithZoom(page: Page, libraryBreaks: string[] = []): Promise<void> {
  await expectNoViolations(page, desktop, "dark", everyRule, libraryBreaks);
  await expectNoOverflow(page, phone);
  await expectSmallAccessible(page);
}

/** Checks colors and sizes at 400% zoom, of a page that has the same elements as one that has been checked. */
export async function expectSmallAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, zoomed, "light", rules(...colors, ...sizes));
  await page.setViewportSize(desktop);
}

/** Checks what another language can break on a page that has been checked in English. */
export async function expectLanguageAccessible(page: Page): Promise<void> {
  for (const size of [desktop, phone]) await expectNoOverflow(page, size);
  await expectNoViolations(page, zoomed, "light", rules(...languages, ...sizes));
  await page.setViewportSize(desktop);
}

/** Expects no horizontal scrolling at 400% zoom, for content that has been checked on a phone. */
export async function expectReflow(page: Page): Promise<void> {
  await expectNoViolations(page, zoomed, "light", rules(...sizes));
  await page.setViewportSize(desktop);
}

/** Checks the colors of the light theme in what phones hide. */
export async function expectLightColors(page: Page): Promise<void> {
  await expectNoViolations(page, desktop, "light", rules(...colors));
}

/** For content that only phones show. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await expectNoViolations(page, phone, "dark", rules(...colors));
  await expectNoViolations(page, phone, "light", everyRule);
}

async function expectNoOverflow(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx, `${new URL(page.url()).pathname}, ${size.width} px`).toBeLessThanOrEqual(0);
}

async function expectNoViolations(
  page: Page,
  size: Size,
  colorScheme: "dark" | "light",
  runOnly: Rules,
  libraryBreaks: string[] = [],
): Promise<void> {
  await Promise.all([page.setViewportSize(size), page.emulateMedia({ colorScheme })]);
  const violations = await findViolations(page, runOnly);
  const place = `${new URL(page.url()).pathname}, ${size.width} px, ${colorScheme}`;
  expect(
    violations.filter((violation) => !libraryBreaks.includes(violation.split(" ", 1)[0] ?? "")),
    place,
  ).toEqual([]);
}

async function findViolations(page: Page, runOnly: Rules): Promise<string[]> {
  // Lists are dimmed while they load, which lowers their contrast.
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  // Fields scroll under the header and under the bar with a form's button, so both are checked at their places above and below them.
  const hasAxe = await page.evaluate(() => {
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("[data-save-bar]")?.style.setProperty("position", "static");
    return "axe" in window;
  });
  // Each page gets axe once.
  if (!hasAxe) await page.evaluate(`${script}; axe.configure(${JSON.stringify(spec)})`);
  return page.evaluate(
    async (options) => {
      // An inherited color starts its own transition when that of its parent ends.
      for (let animations: Animation[] | undefined; animations?.length !== 0; ) {
        await new Promise(requestAnimationFrame);
        animations = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
        await Promise.allSettled(animations.map(({ finished }) => finished));
      }
      const { axe } = window as unknown as { axe: typeof import("axe-core") }; // set just above
      const overflowPx = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const dialog = document.querySelector("dialog[open], [role=dialog]");
      const checked = "dialog[open], [role=dialog], [role=tooltip]";
      // Axe measures everything that is visible, even if it checks only the dialog.
      const hidden = [...document.querySelectorAll<HTMLElement>("body > *")].filter(
        (element) => dialog && !element.matches(checked) && !element.querySelector(checked),
      );
      for (const { style } of hidden) style.setProperty("display", "none", "important");
      const results = await axe.run(dialog ? { include: [checked] } : document, options);
      for (const { style } of hidden) style.removeProperty("display");
      document.querySelector<HTMLElement>("[data-save-bar]")?.style.removeProperty("position");
      return [
        ...results.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
        ),
        ...(overflowPx > 0 ? [`overflows by ${overflowPx} px`] : []),
      ];
    },
    // Axe also fetches and parses all stylesheets by default. TypeScript doesn't infer the tuple.
    { runOnly, resultTypes: ["violations"], preload: { assets: ["media"] } } as axe.RunOptions,
  );
}
