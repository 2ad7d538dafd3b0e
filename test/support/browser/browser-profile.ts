import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { countEvent } from "../run/run-counts.ts";

/** This is long, because a slow step on a busy machine must not fail. */
const TIMEOUT_MS = 60_000;

const CSP_VIOLATION = "Refused by the page's Content-Security-Policy:";

/** The requested URLs, console messages and errors of each profile. */
const outputs = new WeakMap<BrowserContext, string[]>();

export interface ProfileOptions extends BrowserContextOptions {
  /**
   * The browser asks for less data, unless this is false. The console then loads no parts ahead, which would be 130 requests
   * and 2 seconds of CPU time in each new profile.
   */
  savesData?: boolean;
}

/** Opens a new browser profile, which shares no session with others, and records its output. */
export async function newProfile(
  browser: Browser,
  { savesData = true, ...options }: ProfileOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.on("page", () => countEvent("page"));
  context.setDefaultTimeout(TIMEOUT_MS);
  const output: string[] = [];
  outputs.set(context, output);
  context.on("request", (request) => void output.push(request.url()));
  context.on("console", (message) => void output.push(message.text()));
  context.on("weberror", (error) => void output.push(`${error.error()}`));
  await context.addInitScript((prefix) => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      console.error(prefix, effectiveDirective, blockedURI, sample),
    );
  }, CSP_VIOLATION);
  if (savesData)
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } }),
    );
  return context;
}

/**
 * Closes all profiles, except for those to `keep`. Expects no token or password in a URL, console message or error, no
 * violation of a Content-Security-Policy, and no header value that the browser doesn't know.
 */
export async function closeProfiles(browser: Browser, keep: BrowserContext[] = []): Promise<void> {
  for (const context of browser.contexts()) {
    const output = outputs.get(context)?.splice(0) ?? [];
    for (const page of context.pages()) {
      output.push(page.url(), ...(await page.getByRole("alert").allTextContents()));
    }
    if (!keep.includes(context)) await context.close();
    expect(output.length).toBeGreaterThan(0);
    for (const line of output) {
      // A JWT starts with eyJ.
      expect(line).not.toMatch(/\beyJ|refresh-token|Password-|Daymark-/);
      expect(line).not.toContain(CSP_VIOLATION);
      expect(line).not.toMatch(/Permissions-Policy|Cross-Origin-\w+-Policy/);
    }
  }
}

/**
 * Empties the profile of `page` for the next test, and closes its other pages.
 * @param url an address of the origin whose storage it empties. Its page must store nothing.
 */
export async function emptyProfile(page: Page, url: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(url);
  await context.clearCookies();
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name ?? "");
        request.onsuccess = resolve;
        request.onerror = reject;
      });
  });
  await page.mouse.move(-1, -1);
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.waitForURL("**/signin");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

export async function signOut(page: Page) {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/signin");
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
