import type { Page } from "playwright-core";

/** Waits until the script of a public page has run: it marks the live region that announces changes. */
export const waitForScript = (page: Page) => page.locator("[data-announced]").waitFor({ state: "attached" });
