import type { Page } from "playwright-core";
import { type Client, client } from "../../tools/demo/client.ts";
import { administrator, startSession } from "../../tools/start/user-pool.ts";
import { closeProfiles, emptyProfile, newProfile, type ProfileOptions } from "./browser-profile.ts";
import { launchChromium } from "./chromium.ts";
import { openWithSession, storedSession } from "./console-session.ts";
import { startEmptyStack } from "./stack.ts";

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Playwright's own default. */
const defaultViewport = { width: 1280, height: 720 };

/** Starts the servers of `npm start` and a browser whose profiles are signed in to the console. */
export async function startProduct() {
  const stack = await startEmptyStack();
  // This waits for the stack, because unpacking Chromium changes TMPDIR.
  const browser = await launchChromium();
  const tokens = await startSession(stack.pool, administrator);
  const session = storedSession(stack.pool.clientID, tokens);
  const usedPages: { page: Page; key: string }[] = [];
  const emptyPages: { page: Page; key: string }[] = [];

  /** Opens an empty page in a new profile, without animations. */
  async function newPage(options: ProfileOptions = {}): Promise<Page> {
    const context = await newProfile(browser, { reducedMotion: "reduce", timezoneId: "UTC", ...options });
    return context.newPage();
  }

  async function open(url: string, options?: ProfileOptions): Promise<Page> {
    const page = await newPage(options);
    await page.goto(url);
    return page;
  }

  async function openConsole(path = "/", options?: ProfileOptions): Promise<Page> {
    const page = await newPage(options);
    await openWithSession(page, stack.adminPage + path, session);
    return page;
  }

  async function reopenConsole(path = "/", options?: ProfileOptions): Promise<Page> {
    const key = JSON.stringify(options ?? {});
    const index = emptyPages.findIndex((emptied) => emptied.key === key);
    const [emptied] = index < 0 ? [] : emptyPages.splice(index, 1);
    const used = emptied ?? { page: await newPage(options), key };
    usedPages.push(used);
    await used.page.setViewportSize(options?.viewport ?? defaultViewport);
    await openWithSession(used.page, stack.adminPage + path, session);
    return used.page;
  }

  async function closePages(): Promise<void> {
    const reusable = usedPages.splice(0).filter(({ page }) => !page.isClosed());
    await closeProfiles(
      browser,
      [...reusable, ...emptyPages].map(({ page }) => page.context()),
    );
    for (const used of reusable) {
      await emptyProfile(used.page, `${stack.adminPage}/settings.js`);
      emptyPages.push(used);
    }
  }

  const api: Client = client(stack.statusPage, async () => tokens.IdToken);
  return {
    ...stack,
    api,
    /** The administrator's ID token. */
    token: tokens.IdToken,
    /** Opens a public page. */
    visit: (path = "/", options?: ProfileOptions) => open(stack.statusPage + path, options),
    /** Opens the console with the administrator signed in. */
    openConsole,
    /**
     * Does the same with half the CPU time, in the profile of an earlier test, whose storage is empty and whose processes are
     * warm. It is for tests that add no routes, scripts, clocks, listeners or permissions to their profile.
     */
    reopenConsole,
    /** Opens the mailbox with all sent emails. */
    openMailbox: (options?: ProfileOptions) => open(stack.mailbox, options),
    /** Opens the console without a session. */
    openSignIn: () => open(`${stack.adminPage}/signin`),
    closePages,
    async stop() {
      await browser.close();
      await stack.stop();
    },
  };
}
