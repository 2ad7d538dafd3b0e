import type { Locator, Page } from "playwright-core";
import { expectFocus } from "./keyboard.ts";

/** Simulates a thumb on a phone and counts its taps, but not its typing. */
export function thumbOn(page: Page) {
  let taps = 0;
  return {
    async tap(target: Locator) {
      taps += 1;
      await target.tap();
    },
    /** Expects the focus in the field already. Without it, a tap on the field comes first. */
    async type(field: Locator, text: string) {
      await expectFocus(page, field);
      await page.keyboard.type(text);
    },
    /** Returns the count since the last call. */
    takeCount(): number {
      const count = taps;
      taps = 0;
      return count;
    },
  };
}
