import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { HOUR_MS } from "../../../../worker/shared/time/domain.ts";
import { closeProfiles, newProfile, pathOf } from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import {
  type ProviderConsole,
  signInAtProvider,
  startProviderConsole,
} from "../../../support/browser/provider-console.ts";

// These tests sign in with a real OpenID Connect provider whose client has a secret. No browser may call its token endpoint.

const clientSecret = "a-secret-of-the-client/with+signs";
let admin: ProviderConsole;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  admin = await startProviderConsole({ clientSecret });
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
  // Every JWT starts with eyJ, and neither these nor the secret may be logged.
  expect(admin?.daymark.logs.join("\n")).not.toMatch(/eyJ|a-secret/);
});

const waitForHeading = (name: string) => page.getByRole("heading", { name }).waitFor();
const signInButton = () => page.getByRole("button", { name: "Sign in with" });
const errorText = () => page.getByRole("alert").textContent();
const storedSession = () =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("daymark.provider."));
    return key === undefined ? undefined : JSON.parse(localStorage.getItem(key) ?? "null");
  });

async function signIn(console = admin) {
  await page.goto(console.url);
  await signInButton().click();
  await signInAtProvider(page);
}

interface Call {
  url: string;
  body: string | null;
}

/** @returns the requests of the console's scripts, to the API and to the provider */
function recordCalls(): Call[] {
  const calls: Call[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") calls.push({ url: request.url(), body: request.postData() });
  });
  return calls;
}

test("an administrator signs in through the Worker, stays signed in, and signs out at the provider, too", async () => {
  const calls = recordCalls();
  await signIn();
  await waitForHeading("Components");
  await page.getByText("No components yet", { exact: true }).waitFor();
  await page.reload();
  await waitForHeading("Components");

  const { refreshToken } = await storedSession();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await signInButton().waitFor();
  expect(await storedSession()).toBeUndefined();
  await signInButton().click();
  await page.locator("[name=password]").waitFor();
  await expect.poll(() => admin.daymark.logs.join()).toMatch(/sign-in\/revoke","status":200/);
  expect(await refresh(refreshToken)).toEqual([401, "Your session has ended. Please sign in again."]);

  // The page's policy would refuse them, too.
  expect(calls.filter(({ url }) => url.startsWith(admin.issuer))).toEqual([]);
  expect(JSON.stringify(calls)).not.toContain("a-secret");
  const settings = await (await fetch(`${admin.url}/settings.js`)).text();
  expect(settings).toContain('"issuerClientType":"confidential"');
  expect(settings).not.toContain("a-secret");
});

async function callSignIn(call: string, body: string, origin = admin.url): Promise<[number, string]> {
  const init = { method: "POST", headers: { Origin: origin }, body };
  const response = await admin.daymark.fetch(`/api/sign-in/${call}`, init);
  const { errorMessage } = await response.json();
  return [response.status, errorMessage];
}

const refresh = (refreshToken: string) =>
  callSignIn("refresh", JSON.stringify({ issuer: admin.issuer, refreshToken }));

test("expired tokens are refreshed through the Worker, and the provider rotates the refresh token", async () => {
  await context.clock.install();
  await signIn();
  await waitForHeading("Components");
  const before = await storedSession();
  await page.goto("about:blank");
  await context.clock.setSystemTime(Date.now() + 2 * HOUR_MS);
  await page.goto(admin.url);
  await waitForHeading("Components");
  await page.getByText("No components yet", { exact: true }).waitFor();
  const after = await storedSession();
  expect(after.refreshToken).not.toBe(before.refreshToken);

  // A refresh token that was used before ends the session, wherever it is.
  expect((await refresh(before.refreshToken))[0]).toBe(401);
  await context.clock.fastForward(2 * HOUR_MS);
  await page.getByText("Your session has ended. Sign in again to continue where you left off.").waitFor();
});

test("a code works once, only from the console, and only with its verifier and nonce", async () => {
  let exchange = "";
  await page.route(`${admin.daymark.url}/api/sign-in/token`, async (route) => {
    exchange = route.request().postData() ?? "";
    await route.abort();
  });
  await signIn();
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("Can't reach the server.");
  expect(await storedSession()).toBeUndefined();

  const { nonce, ...withoutNonce } = JSON.parse(exchange);
  expect((await callSignIn("token", exchange, "https://evil.example.com"))[0]).toBe(403);
  expect(await callSignIn("token", JSON.stringify(withoutNonce))).toEqual([400, "nonce is required."]);
  const expired = [400, "This sign-in has expired, or its code was used before. Start again."];
  const wrongVerifier = JSON.stringify({ ...withoutNonce, nonce, codeVerifier: "v".repeat(43) });
  expect(await callSignIn("token", wrongVerifier)).toEqual(expired);
  expect((await callSignIn("token", exchange))[0]).toBe(200);
  expect(await callSignIn("token", exchange)).toEqual(expired);
});

test("a code for another nonce signs nobody in", async () => {
  await page.route(`${admin.issuer}/auth?*`, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("nonce", "nonce-of-another-sign-in");
    return route.fulfill({ status: 302, headers: { Location: url.href } });
  });
  await signIn();
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("the ID token of another sign-in");
  expect(await storedSession()).toBeUndefined();
});

test("at another address than its own, the console says where to open it, before anyone signs in", async () => {
  await page.goto(admin.url.replace("localhost", "127.0.0.1"));
  await signInButton().click();
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain(
    `Only the console at ${admin.url} can sign in this way. Open it there.`,
  );
  expect(pathOf(page)).toBe("/signin");
});

test("with a wrong secret, the page says what to check", async () => {
  const other = await startProviderConsole({ clientSecret, workerSecret: "mistyped" });
  onTestFinished(() => other.stop());
  await signIn(other);
  await page.getByRole("alert").waitFor();
  expect(await errorText()).toContain("Compare OIDC_CLIENT_ID and the secret OIDC_CLIENT_SECRET");
  expect(await storedSession()).toBeUndefined();
  await expect.poll(() => other.daymark.logs.join()).toContain("refuses the console's client");
  expect(other.daymark.logs.join("\n")).not.toMatch(/eyJ|mistyped/);
});
