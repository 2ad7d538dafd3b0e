import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Presses Tab until the focus is on `target`; it has to be visible at each stop. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await target.waitFor({ state: "attached" });
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
    const seen = await page.evaluateHandle(() => new Set<Element>());
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(key);
      await expectVisibleFocus(page);
      const stop = await dialog.evaluate(stopIn, seen);
      expect(stop).not.toBe("outside");
      if (stop === "known") break;
    }
    const there = await seen.evaluate((all) => [...all].filter(({ isConnected }) => isConnected).length);
    expect(there).toBeGreaterThanOrEqual(stops);
  }
}

/** In the page. */
function stopIn(dialog: Element, seen: Set<Element>): "outside" | "known" | "new" {
  const focused = document.activeElement;
  if (!focused || !dialog.contains(focused)) return "outside";
  // What had the focus has gone with an answer that came just now: the round begins anew.
  if (focused === dialog) seen.clear();
  else if (seen.has(focused)) return "known";
  else seen.add(focused);
  return "new";
}

/** An outline around what has the focus, and nothing over it. */
async function expectVisibleFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(hiddenFocus), { interval: 10 }).toBe("");
}

/** In the page. */
function hiddenFocus(): string {
  const focused = document.activeElement;
  // Past the last of it, a browser goes on to its own bars; a dialog has the focus when what had it is gone.
  if (!focused || focused === document.body || focused.role === "dialog") return "";
  const name = focused.getAttribute("aria-label") ?? focused.textContent ?? focused.tagName;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return `No outline: ${name}`;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return focused.contains(there) ? "" : `Covered: ${name}`;
}
