import type { Browser, Page } from "playwright-core";
import { client } from "../../../tools/demo/client.ts";
import type { Stack } from "../../../tools/start/stack.ts";
import { administrator, startSession } from "../../../tools/start/user-pool.ts";
import { closeProfiles, emptyProfile, newProfile, type ProfileOptions } from "../browser/browser-profile.ts";
import { launchChromium } from "../browser/chromium.ts";
import { openWithSession, storedSession } from "../browser/console-session.ts";
import { emptyStack, startEmptyStack } from "./stack.ts";

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Playwright's own default. */
const defaultViewport = { width: 1280, height: 720 };

interface ReusablePage {
  page: Page;
  /** Pages with the same address and options can replace each other. */
  key: string;
  /** An address of the origin whose storage has to be emptied. Its page stores nothing. */
  emptyURL: string;
}

const usedPages: ReusablePage[] = [];
const emptyPages: ReusablePage[] = [];

let started: Promise<{ stack: Stack; browser: Browser }> | undefined;

/**
 * Starts the servers of `npm start` and a browser whose profiles are signed in to the console. Files of one process share
 * them, because starting and warming them up takes longer than most files do: each file begins with an empty database.
 */
export async function startProduct() {
  const isRunning = started !== undefined;
  started ??= startOnce();
  const { stack, browser } = await started;
  const tokens = await startSession(stack.pool, administrator);
  const session = storedSession(stack.pool.clientID, tokens);
  const api = client(stack.statusPage, async () => tokens.IdToken);
  if (isRunning) await emptyStack(stack, api);

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

  async function reopen(emptyURL: string, options: ProfileOptions = {}): Promise<Page> {
    const { viewport = defaultViewport, colorScheme = null, ...fixedOptions } = options;
    const key = emptyURL + JSON.stringify(fixedOptions);
    const index = emptyPages.findIndex((emptied) => emptied.key === key);
    const [emptied] = index < 0 ? [] : emptyPages.splice(index, 1);
    const used = emptied ?? { page: await newPage(options), key, emptyURL };
    usedPages.push(used);
    await used.page.setViewportSize(viewport ?? defaultViewport);
    await used.page.emulateMedia({ colorScheme });
    return used.page;
  }

  async function reopenConsole(path = "/", options?: ProfileOptions): Promise<Page> {
    const page = await reopen(`${stack.adminPage}/settings.js`, options);
    await openWithSession(page, stack.adminPage + path, session);
    return page;
  }

  async function revisit(path = "/", options?: ProfileOptions): Promise<Page> {
    const page = await reopen(`${stack.statusPage}/nowhere`, options);
    await page.goto(stack.statusPage + path);
    return page;
  }

  async function closePages(): Promise<void> {
    const reusable = usedPages.splice(0).filter(({ page }) => !page.isClosed());
    await closeProfiles(
      browser,
      [...reusable, ...emptyPages].map(({ page }) => page.context()),
    );
    for (const used of reusable) {
      await emptyProfile(used.page, used.emptyURL);
      emptyPages.push(used);
    }
  }

  const { stop: _, ...shared } = stack;
  return {
    ...shared,
    api,
    /** The administrator's ID token. */
    token: tokens.IdToken,
    /** The administrator's session, for a browser of the test's own. */
    session,
    /** Opens a public page. */
    visit: (path = "/", options?: ProfileOptions) => open(stack.statusPage + path, options),
    /** Does the same in the profile of an earlier test, as `reopenConsole`. */
    revisit,
    /** Opens the console with the administrator signed in. */
    openConsole,
    /**
     * Does the same with half the CPU time, in the profile of an earlier test, whose storage is empty and whose processes are
     * warm. It is for tests that add no scripts, clocks, listeners or permissions to their profile.
     */
    reopenConsole,
    /**
     * Opens a page of the console's origin that runs none of its code, with the administrator signed in. It is for tests that add
     * a clock or scripts before they load the console.
     */
    openBeforeConsole: (options?: ProfileOptions) => openConsole("/settings.js", options),
    /** Opens the mailbox with all sent emails. */
    openMailbox: (options?: ProfileOptions) => open(stack.mailbox, options),
    /** Opens the console without a session. */
    openSignIn: () => open(`${stack.adminPage}/signin`),
    closePages,
  };
}

/** Nothing stops them, because the process ends them. The run deletes their state. */
async function startOnce() {
  // The subscriptions of one file must not count toward the limit of the next.
  const stack = await startEmptyStack({ rates: "unlimited" });
  // This waits for the stack, because unpacking Chromium changes TMPDIR.
  return { stack, browser: await launchChromium() };
}
