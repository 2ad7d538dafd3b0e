import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const desktop = { width: 1120, height: 800 };
const phone = { width: 360, height: 740 };

const rules: Record<"light" | "dark", axe.RunOptions["runOnly"]> = {
  light: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Nothing but colors depends on the theme.
  dark: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

// A tooltip belongs to no landmark, as a dialog does not.
const regionMatcher = "dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg";
const spec: axe.Spec = { checks: [{ id: "region", options: { regionMatcher } }] };

/** In both themes, and on a phone: axe finds nothing, and nothing sticks out of the window. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize(desktop);
  await expectNoViolations(page, ["dark", "light"]);
  await page.setViewportSize(phone);
  await expectNoViolations(page, ["light"]);
  await page.setViewportSize(desktop);
}

/** On a screen of 1,280 pixels enlarged four times, nothing has to be scrolled sideways (WCAG 1.4.10). */
export async function expectReflow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoViolations(page, ["light"]);
  await page.setViewportSize(desktop);
}

/** What there is on a phone only. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await expectNoViolations(page, ["dark", "light"]);
}

async function expectNoViolations(page: Page, themes: readonly (keyof typeof rules)[]): Promise<void> {
  const place = `${new URL(page.url()).pathname}, ${page.viewportSize()?.width} px`;
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    for (const what of await violations(page, rules[colorScheme])) {
      found.push(`${place}, ${colorScheme}: ${what}`);
    }
  }
  expect(found).toEqual([]);
}

async function violations(page: Page, runOnly: axe.RunOptions["runOnly"]): Promise<string[]> {
  // What is being fetched is dimmed, and read again in a moment.
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await page.evaluate(`window.axe || (() => { ${axe.source}; axe.configure(${JSON.stringify(spec)}) })()`);
  return page.evaluate(
    async (how) => {
      // Where a color is inherited, the end of one transition is the start of the next.
      for (let moving: Animation[] | undefined; moving?.length !== 0; ) {
        await new Promise(requestAnimationFrame);
        moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1);
        await Promise.allSettled(moving.map(({ finished }) => finished));
      }
      const { axe } = window as unknown as { axe: typeof import("axe-core") }; // put there just above
      const results = await axe.run(document, how);
      const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      return [
        ...results.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
        ),
        ...(wide > 0 ? [`sticks out by ${wide} px`] : []),
      ];
    },
    { runOnly, resultTypes: ["violations"] } as axe.RunOptions,
  ); // it is no tuple of one
}
