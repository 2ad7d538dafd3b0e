import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

/** Milliseconds: what fails may take long to say so, but what is slow must not fail. */
const PATIENCE = 60_000;

/** A browser profile of its own: nothing that another one signed in. */
export async function newProfile(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const told: string[] = [];
  toldIn.set(context, told);
  context.on("request", (request) => void told.push(request.url()));
  context.on("console", (message) => void told.push(message.text()));
  context.on("weberror", (error) => void told.push(`${error.error()}`));
  await context.addInitScript((refused) => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      console.error(refused, effectiveDirective, blockedURI, sample),
    );
  }, REFUSED);
  return context;
}

const REFUSED = "Refused by the page's Content-Security-Policy:";

const toldIn = new WeakMap<BrowserContext, string[]>();

/**
 * Closes every profile, once it is sure that no token or password is in an address, a log line or an error, that the
 * pages needed nothing that their policies refuse, and that the browser knows all that their headers say.
 */
export async function closeProfiles(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) {
    const told = [...(toldIn.get(context) ?? [])];
    for (const page of context.pages()) {
      told.push(page.url(), ...(await page.getByRole("alert").allTextContents()));
    }
    await context.close();
    expect(told.length).toBeGreaterThan(0);
    for (const line of told) {
      expect(line).not.toMatch(/\beyJ|refresh-token|Password-|Daymark-/);
      expect(line).not.toContain(REFUSED);
      expect(line).not.toMatch(/Permissions-Policy|Cross-Origin-\w+-Policy/);
    }
  }
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
