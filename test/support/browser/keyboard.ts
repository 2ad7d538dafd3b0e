import type { ElementHandle, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Presses Tab until `target` has the focus. Expects a visible focus at each stop. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  // Finding an element by its role takes as long as several stops, so that is done again only when another replaced it.
  let element = await target.elementHandle();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    let focus = await visibleFocus(page, element);
    if (!focus.isTargetConnected) {
      element = await target.elementHandle();
      focus = await visibleFocus(page, element);
    }
    if (focus.place === "target") return;
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
  const element = await dialog.elementHandle();
  for (const key of ["Tab", "Shift+Tab"]) {
    const visited = await page.evaluateHandle(() => new Set<Element>());
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(key);
      const { place } = await visibleFocus(page, element);
      expect(place).not.toBe("outside");
      if (await visited.evaluate(visitFocused, place)) break;
    }
    const count = await visited.evaluate((all) => [...all].filter(({ isConnected }) => isConnected).length);
    expect(count).toBeGreaterThanOrEqual(stops);
  }
}

type Place = "target" | "inside" | "outside";

/** Runs in the page. @returns whether the element that has the focus has had it before */
function visitFocused(visited: Set<Element>, place: Place): boolean {
  const focused = document.activeElement;
  // The dialog itself has the focus after a response removed the focused element: the cycle starts again.
  if (place === "target") visited.clear();
  else if (focused && visited.has(focused)) return true;
  else if (focused) visited.add(focused);
  return false;
}

interface Focus {
  /** It hides the focus from a reader. Empty if nothing does. */
  problem: string;
  /** The focus is there, seen from the target. */
  place: Place;
  isTargetConnected: boolean;
}

/** Expects an outline around the focused element, and nothing that covers it. */
async function visibleFocus(page: Page, target: ElementHandle | null): Promise<Focus> {
  let focus = await page.evaluate(inspectFocus, target);
  const inspectAgain = async () => {
    focus = await page.evaluate(inspectFocus, target);
    return focus.problem;
  };
  if (focus.problem !== "") await expect.poll(inspectAgain, { interval: 10 }).toBe("");
  return focus;
}

/** Runs in the page. */
function inspectFocus(target: Node | null): Focus {
  const focused = document.activeElement;
  const place = focused === target ? "target" : target?.contains(focused) ? "inside" : "outside";
  const focus = { problem: "", place, isTargetConnected: target?.isConnected ?? false } as const;
  // After the last element the focus leaves the page; a dialog gets it when the focused element is removed.
  if (!focused || focused === document.body || focused.role === "dialog") return focus;
  const name = focused.getAttribute("aria-label") ?? focused.textContent ?? focused.tagName;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2)
    return { ...focus, problem: `No outline: ${name}` };
  const { left, top, width, height } = focused.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return focused.contains(topmost) ? focus : { ...focus, problem: `Covered: ${name}` };
}
