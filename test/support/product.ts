import type { BrowserContextOptions, Page } from "playwright-core";
import { type Client, client } from "../../tools/demo/client.ts";
import { administrator, signIn as signInToPool } from "../../tools/start/user-pool.ts";
import { launchChromium } from "./chromium.ts";
import { closeProfiles, newProfile, signIn } from "./profile.ts";
import { startEmptyStack } from "./stack.ts";

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** What `npm start` runs, and a browser whose profiles begin signed in to its console. */
export async function startProduct() {
  const stack = await startEmptyStack();
  const browser = await launchChromium(); // not beside it: unpacking, it moves where temporary files go
  const token = await signInToPool(stack.pool);
  const storageState = await signedIn();

  async function signedIn() {
    const context = await newProfile(browser);
    const page = await context.newPage();
    await page.goto(stack.adminPage);
    await signIn(page, administrator);
    await page.getByRole("heading", { name: "Components" }).waitFor();
    const state = await context.storageState();
    await closeProfiles(browser);
    return state;
  }

  /** In a profile of its own; what moves is there at once. */
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
    /** The administrator's. */
    token,
    /** A page that a visitor sees. */
    visit: (path = "/", options?: BrowserContextOptions) => open(stack.statusPage + path, options),
    /** The console, signed in. */
    openConsole: (path = "/", options?: BrowserContextOptions) =>
      open(stack.adminPage + path, { storageState, ...options }),
    /** Where all mail lies. */
    openMailbox: (options?: BrowserContextOptions) => open(stack.mailbox, options),
    /** The console, as nobody. */
    openSignIn: () => open(`${stack.adminPage}/signin`),
    closePages: () => closeProfiles(browser),
    async stop() {
      await browser.close();
      await stack.stop();
    },
  };
}
