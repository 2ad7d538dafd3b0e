import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { providerAdministrator } from "../../../../tools/start/identity-provider.ts";
import { HOUR_MS } from "../../../../worker/shared/time/domain.ts";
import { closeProfiles, newProfile, pathOf } from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import {
  type ProviderConsole,
  signInAtProvider,
  startProviderConsole,
} from "../../../support/browser/provider-console.ts";

// These tests sign in with a real OpenID Connect provider, on its own pages.

let admin: ProviderConsole;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  admin = await startProviderConsole();
  browser = await launchChromium();
});
beforeEach(async () => {
  context = await newProfile(browser);
  page = await context.newPage();
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
  // Every JWT starts with eyJ, and none may be logged.
  expect(admin?.daymark.logs.join("\n")).not.toMatch(/eyJ/);
});

const waitForHeading = (name: string, on = page) => on.getByRole("heading", { name }).waitFor();
const signInButton = (on = page) =>
  on.getByRole("button", { name: `Sign in with ${new URL(admin.issuer).host}` });
const errorText = () => page.getByRole("alert").textContent();

async function openSignIn(path = "/") {
  await page.goto(admin.url + path);
  await signInButton().waitFor();
}

async function signIn(path?: string) {
  await openSignIn(path);
  await signInButton().click();
  await signInAtProvider(page);
}

async function signOut() {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByText(providerAdministrator).waitFor();
  expect(await page.getByRole("button", { name: "Second factor" }).count()).toBe(0);
  await page.getByRole("button", { name: "Sign out" }).click();
}

const storedSession = () =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("daymark.provider."));
    return key === undefined ? undefined : JSON.parse(localStorage.getItem(key) ?? "null");
  });

test("an administrator signs in at the provider, stays signed in after a reload, and signs out there, too", async () => {
  await signIn();
  await waitForHeading("Components");
  expect(pathOf(page)).toBe("/");
  await page.getByText("No components yet", { exact: true }).waitFor();
  await page.reload();
  await waitForHeading("Components");

  await signOut();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await signInButton().waitFor();
  expect(pathOf(page)).toMatch(/^\/signin/);
  expect(await storedSession()).toBeUndefined();
  // The provider asks for the password again.
  await signInButton().click();
  await page.locator("[name=password]").waitFor();
});

test("signing in leads back to the address of an incident, which is shared", async () => {
  await signIn("/incidents/new?name=API%20is%20down");
  const dialog = page.getByRole("dialog", { name: "Add Incident" });
  await dialog.waitFor();
  expect(pathOf(page)).toBe("/incidents/new?name=API%20is%20down");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("API is down");
});

test("expired tokens are refreshed, and the provider rotates the refresh token", async () => {
  await context.clock.install();
  await signIn();
  await waitForHeading("Components");
  const before = await storedSession();
  await page.goto("about:blank");
  await context.clock.setSystemTime(Date.now() + 2 * HOUR_MS);
  await page.goto(admin.url);
  await waitForHeading("Components");
  await page.getByText("No components yet", { exact: true }).waitFor();
  // ID tokens that are issued within the same second are equal.
  expect((await storedSession()).refreshToken).not.toBe(before.refreshToken);
});

test("after the session has ended, the provider's page opens in a window of its own, and the draft stays", async () => {
  await context.clock.install();
  await signIn("/incidents/new");
  const dialog = page.getByRole("dialog", { name: "Add Incident" });
  await dialog.getByLabel("Name").fill("A draft");
  // The refresh token becomes invalid, as when an account is disabled.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("daymark.provider.")) ?? "";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...session, refreshToken: "gone" }));
  });
  await context.clock.fastForward(2 * HOUR_MS);
  await page.getByText("Your session has ended. Sign in again to continue where you left off.").waitFor();

  const opened = context.waitForEvent("page");
  await signInButton().click();
  const popup = await opened;
  // The provider still knows the user.
  await page.waitForURL("**/incidents/new");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("A draft");
  await expect
    .poll(() => popup.isClosed() || popup.getByText("You can close this window.").isVisible())
    .toBe(true);
});

test("a canceled sign-in says so, and the next one works", async () => {
  await openSignIn();
  await signInButton().click();
  await page.getByText("Cancel").click();
  await page.waitForURL("**/signin");
  expect(await errorText()).toContain("The sign-in was canceled.");
  await signInButton().click();
  await signInAtProvider(page);
  await waitForHeading("Components");
});

test("a code that another window asked for is refused, also with a state that fits no sign-in", async () => {
  await openSignIn();
  const callback = `${admin.url}/signin/callback?code=stolen&state=made-up&iss=${encodeURIComponent(admin.issuer)}`;
  const tokenCalls: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && tokenCalls.push(request.url())));
  await page.goto(callback);
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("This sign-in wasn't started in this window");

  await signInButton().click();
  await page.locator("[name=login]").waitFor();
  await page.goto(callback);
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("This sign-in wasn't started in this window");
  expect(pathOf(page)).toBe("/signin");
  expect(await storedSession()).toBeUndefined();
  expect(tokenCalls).toEqual([]);
});

test("a response that names another issuer is refused (mix-up), and so is a token for another nonce", async () => {
  await openSignIn();
  await signInButton().click();
  await page.locator("[name=login]").waitFor();
  await page.goto(`${admin.url}/signin`);
  const pending = await page.evaluate(() => JSON.parse(sessionStorage.getItem("daymark.sign-in") ?? "{}"));
  const other = encodeURIComponent("https://accounts.example.com");
  await page.goto(`${admin.url}/signin/callback?code=x&state=${pending.state}&iss=${other}`);
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("an answer that isn't valid");

  // The request that follows the redirect isn't routed again.
  await page.route(`${admin.issuer}/auth?*`, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("nonce", "of-another-sign-in");
    return route.fulfill({ status: 302, headers: { Location: url.href } });
  });
  await signInButton().click();
  await signInAtProvider(page);
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("an answer that isn't valid");
  expect(await storedSession()).toBeUndefined();
});

test("a link from elsewhere starts no sign-in, and a provider's page must be on the web", async () => {
  await page.goto(`${admin.url}/signin/start`);
  await signInButton().waitFor();
  expect(pathOf(page)).toBe("/signin");

  await page.route(`${admin.issuer}/.well-known/openid-configuration`, async (route) => {
    const response = await route.fetch();
    const document = await response.json();
    const json = { ...document, authorization_endpoint: "javascript:document.title='run'" };
    return route.fulfill({ response, json });
  });
  await signInButton().click();
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("an answer that isn't valid");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("a user who isn't listed is told what to do", async () => {
  await openSignIn();
  await signInButton().click();
  await signInAtProvider(page, "eve@example.com");
  await page.getByText("OIDC_ADMINS lists the administrators by the claim “groups”").first().waitFor();
});

test("while the provider is down, the page says so, and who is signed in stays so", async () => {
  await signIn();
  await waitForHeading("Components");
  await admin.stopProvider();
  await page.reload();
  await page.getByText("No components yet", { exact: true }).waitFor();
  await page.evaluate(() => localStorage.clear());
  await openSignIn();
  await signInButton().click();
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("The sign-in service can't be reached.");
  await admin.startProvider();
});
