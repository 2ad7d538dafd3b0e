import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Presses Tab until the focus is on `target`; it has to be visible at each stop. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** What is reached by Tab, and pressed with Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

export async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(page, target)).toBe(true);
}

async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  return (await page.locator(":focus").and(target).count()) === 1;
}

/** Tab goes around within `dialog`, by at least `stops` of them, and back again. */
export async function expectTrapped(page: Page, dialog: Locator, stops: number): Promise<void> {
  for (const key of ["Tab", "Shift+Tab"]) {
    const seen = await page.evaluateHandle(() => new Set<Element | null>());
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(key);
      await expectVisibleFocus(page);
      expect(await dialog.locator(":focus").count()).toBe(1);
      const isNew = await seen.evaluate((elements) => {
        const { size } = elements;
        return elements.add(document.activeElement).size > size;
      });
      if (!isNew) break;
    }
    expect(await seen.evaluate(({ size }) => size)).toBeGreaterThanOrEqual(stops);
  }
}

/** An outline around what has the focus, and nothing over it. */
async function expectVisibleFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(hiddenFocus), { interval: 10 }).toBe("");
}

/** In the page. */
function hiddenFocus(): string {
  const focused = document.activeElement;
  // Past the last of it, a browser goes on to its own bars.
  if (!focused || focused === document.body) return "";
  const name = focused.getAttribute("aria-label") ?? focused.textContent ?? focused.tagName;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return `No outline: ${name}`;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return focused.contains(there) ? "" : `Covered: ${name}`;
}
