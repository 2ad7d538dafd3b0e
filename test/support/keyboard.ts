import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Presses Tab until `target` has the focus. Expects a visible focus at each stop. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await target.waitFor({ state: "attached" });
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`${key} does not lead to ${target}`);
}

export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

export async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(page, target)).toBe(true);
}

async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  return (await page.locator(":focus").and(target).count()) === 1;
}

/** Expects that Tab and Shift+Tab cycle inside `dialog`, through at least `stops` elements. */
export async function expectFocusTrap(page: Page, dialog: Locator, stops: number): Promise<void> {
  for (const key of ["Tab", "Shift+Tab"]) {
    const visited = await page.evaluateHandle(() => new Set<Element>());
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(key);
      await expectVisibleFocus(page);
      const stop = await dialog.evaluate(visitFocused, visited);
      expect(stop).not.toBe("outside");
      if (stop === "visited") break;
    }
    const count = await visited.evaluate((all) => [...all].filter(({ isConnected }) => isConnected).length);
    expect(count).toBeGreaterThanOrEqual(stops);
  }
}

/** Runs in the page. */
function visitFocused(dialog: Element, visited: Set<Element>): "outside" | "visited" | "new" {
  const focused = document.activeElement;
  if (!focused || !dialog.contains(focused)) return "outside";
  // The dialog itself has the focus after a response removed the focused element: the cycle starts again.
  if (focused === dialog) visited.clear();
  else if (visited.has(focused)) return "visited";
  else visited.add(focused);
  return "new";
}

/** Expects an outline around the focused element, and nothing that covers it. */
async function expectVisibleFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findHiddenFocus), { interval: 10 }).toBe("");
}

/** Runs in the page. */
function findHiddenFocus(): string {
  const focused = document.activeElement;
  // After the last element the focus leaves the page; a dialog gets it when the focused element is removed.
  if (!focused || focused === document.body || focused.role === "dialog") return "";
  const name = focused.getAttribute("aria-label") ?? focused.textContent ?? focused.tagName;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return `No outline: ${name}`;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return focused.contains(topmost) ? "" : `Covered: ${name}`;
}
