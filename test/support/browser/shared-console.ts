import type { Page } from "playwright-core";
import { afterAll, afterEach } from "vitest";
import type { Product } from "../starters/product.ts";
import type { ProfileOptions } from "./browser-profile.ts";

/**
 * Returns a function that opens a screen of the console in one page for all tests of a file. Only the first loads the console,
 * which takes ten times the CPU time of going to another screen. It is for tests that close their dialogs, and that read what
 * the screens have loaded before.
 */
export function shareConsole(product: () => Product, options?: ProfileOptions) {
  let shared: Promise<Page> | undefined;
  afterEach(({ task }) => {
    // Its dialog may be open.
    if (task.result?.state === "fail") shared = undefined;
  });
  afterAll(() => product().closePages());
  return async function openScreen(path: string): Promise<Page> {
    const opened = shared;
    shared ??= product().reopenConsole(path, options);
    const page = await shared;
    if (opened) await page.evaluate((to) => history.pushState(null, "", to), path);
    return page;
  };
}
