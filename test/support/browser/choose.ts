import type { Locator, Page } from "playwright-core";

/** Presses one button of a group in which one is chosen. */
export function choose(scope: Locator | Page, group: string, choice: string): Promise<void> {
  const buttons = scope.getByRole("group", { name: group, exact: true });
  return buttons.getByRole("radio", { name: choice, exact: true }).check();
}
