import type { BrowserContextOptions, Page } from "playwright-core";
import { type Client, client } from "../../tools/demo/client.ts";
import { administrator, signIn as signInToPool } from "../../tools/start/user-pool.ts";
import { closeProfiles, newProfile, signIn } from "./browser-profile.ts";
import { launchChromium } from "./chromium.ts";
import { startEmptyStack } from "./stack.ts";

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** Starts the servers of `npm start` and a browser whose profiles are signed in to the console. */
export async function startProduct() {
  const stack = await startEmptyStack();
  // This waits for the stack, because unpacking Chromium changes TMPDIR.
  const browser = await launchChromium();
  const token = await signInToPool(stack.pool);
  const storageState = await signInToConsole();

  async function signInToConsole() {
    const context = await newProfile(browser);
    const page = await context.newPage();
    await page.goto(stack.adminPage);
    await signIn(page, administrator);
    await page.getByRole("heading", { name: "Components" }).waitFor();
    const state = await context.storageState();
    await closeProfiles(browser);
    return state;
  }

  /** Opens a page in a new profile, without animations. */
  async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await newProfile(browser, { reducedMotion: "reduce", timezoneId: "UTC", ...options });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  const api: Client = client(stack.statusPage, async () => token);
  return {
    ...stack,
    api,
    /** The administrator's ID token. */
    token,
    /** Opens a public page. */
    visit: (path = "/", options?: BrowserContextOptions) => open(stack.statusPage + path, options),
    /** Opens the console with the administrator signed in. */
    openConsole: (path = "/", options?: BrowserContextOptions) =>
      open(stack.adminPage + path, { storageState, ...options }),
    /** Opens the mailbox with all sent emails. */
    openMailbox: (options?: BrowserContextOptions) => open(stack.mailbox, options),
    /** Opens the console without a session. */
    openSignIn: () => open(`${stack.adminPage}/signin`),
    closePages: () => closeProfiles(browser),
    async stop() {
      await browser.close();
      await stack.stop();
    },
  };
}
