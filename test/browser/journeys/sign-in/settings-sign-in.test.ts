import { decodeJwt } from "jose";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { closeProfiles, newProfile, signIn } from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import {
  type ProviderConsole,
  signInAtProvider,
  startProviderConsole,
} from "../../../support/browser/provider-console.ts";
import { accessAudience, startFakeIssuer } from "../../../support/fakes/fake-issuer.ts";
import { userPoolClientID, userPoolID } from "../../../support/fakes/fake-token-issuer.ts";

// An administrator of a user pool moves the installation to a real OpenID Connect provider whose client has a secret, and back.

const clientSecret = "a-secret-of-the-client/with+signs";
let admin: ProviderConsole;
let browser: Browser;
let page: Page;
let user: { email: string; password: string };

beforeAll(async () => {
  admin = await startProviderConsole({ pool: true, clientSecret, isConfigured: false });
  browser = await launchChromium();
});
beforeEach(async () => {
  user = admin.pool?.addUser() ?? expect.unreachable();
  page = await (await newProfile(browser)).newPage();
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
  expect(admin?.daymark.logs.join("\n")).not.toMatch(/eyJ|a-secret/);
});

const card = () => page.locator("#sign-in");
const fill = (label: string, value: string) => card().getByLabel(label).fill(value);
const stored = async () => (await admin.daymark.fetch("/api/sign-in")).json();
const failure = () => page.getByRole("alert").textContent();

async function openSettings() {
  await page.goto(admin.url);
  await signIn(page, user);
  await page.getByRole("heading", { name: "Components" }).waitFor();
  await page.goto(`${admin.url}/settings`);
}

async function tryProvider({ secret = clientSecret, admins = "administrators" } = {}) {
  await card().getByLabel("OpenID Connect provider").check();
  await fill("Issuer", admin.issuer);
  await fill("Client ID", admin.clientID);
  await fill("Client secret", secret);
  await fill("Claim", "groups");
  await fill("Administrators", admins);
  await card().getByRole("button", { name: "Try it" }).click();
}

/** Otherwise the session from before proves that the pool works. */
const forgetPoolSession = () =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("Cognito")) localStorage.removeItem(key);
  });

test("a provider that refuses the secret, or knows no administrator, changes nothing", async () => {
  await openSettings();
  await tryProvider({ secret: "mistyped" });
  await signInAtProvider(page);
  expect(await failure()).toContain("refuses the console's client");
  await page.getByRole("link", { name: "Go back" }).click();
  await card().waitFor();

  await tryProvider({ admins: "owners" });
  // A second try asks for the account again, which may be another one.
  await page.locator("[name=login]").fill("ada@example.com");
  await page.locator("[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("alert").waitFor();
  expect(await failure()).toContain("you are not an administrator");
  expect(await stored()).toEqual({ kind: "variables" });
  await page.goto(admin.url);
  await page.getByRole("heading", { name: "Components" }).waitFor();
});

test("the sign-in moves to a provider with a secret once it was tried, and back to the user pool", async () => {
  await openSettings();
  await tryProvider();
  await signInAtProvider(page);
  await card().getByText("Client secret (saved; type to replace it)").waitFor();
  expect(await stored()).toEqual({ kind: "provider", issuer: admin.issuer, clientID: admin.clientID });
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByText("ada@example.com").waitFor();

  const stranger = await (await newProfile(browser)).newPage();
  await stranger.goto(admin.url);
  await stranger.getByRole("button", { name: "Sign in with" }).waitFor();
  expect(await stranger.getByLabel("Email Address").count()).toBe(0);

  await page.reload();
  await forgetPoolSession();
  await card().getByLabel("Amazon Cognito").check();
  await fill("User pool ID", userPoolID);
  await fill("Client ID", userPoolClientID);
  await card().getByRole("button", { name: "Try it" }).click();
  await page.waitForURL(`**/signin/try/${userPoolID}`);
  await page.getByLabel("Email Address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");
  await card().getByLabel("User pool ID").waitFor();
  expect(await stored()).toEqual({ kind: "pool", userPoolID, clientID: userPoolClientID });
  await stranger.reload();
  await stranger.getByLabel("Email Address").waitFor();
});

test("a session from before the try is renewed, so that it proves that the user pool still issues tokens", async () => {
  await openSettings();
  const [name = "", token = ""] = await page.evaluate(
    () => Object.entries(localStorage).find(([name]) => name.endsWith(".idToken")) ?? [],
  );
  const claims = decodeJwt(token);
  const old = await admin.daymark.token({ ...claims, iat: Number(claims.iat) - 120 });
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, old] as const);
  await page.reload();
  const changedAt = () => admin.daymark.db.prepare("SELECT sign_in_at FROM settings").first("sign_in_at");
  const before = await changedAt();
  await card().getByLabel("Amazon Cognito").check();
  await fill("User pool ID", userPoolID);
  await fill("Client ID", userPoolClientID);
  await card().getByRole("button", { name: "Try it" }).click();
  await expect.poll(changedAt, { timeout: 20_000 }).not.toBe(before);
  await card().getByLabel("User pool ID").waitFor();
});

test("the sign-in moves to Cloudflare Access once it stands in front of the console", async () => {
  const team = await startFakeIssuer();
  onTestFinished(() => team.stop());
  const tryAccess = async () => {
    await card().getByLabel("Cloudflare Access").check();
    await fill("Team domain", team.issuer);
    await fill("Application audience", accessAudience);
    await card().getByRole("button", { name: "Try it" }).click();
  };
  await openSettings();
  await tryAccess();
  await page.getByRole("alert").getByText("isn't in front of this console").waitFor();
  await page.getByRole("link", { name: "Go back" }).click();

  const assertion = await team.accessToken();
  await page.route(`${admin.url}/**`, async (route) => {
    const headers = await route.request().allHeaders();
    return route.continue({ headers: { ...headers, "cf-access-jwt-assertion": assertion } });
  });
  await tryAccess();
  await expect.poll(stored, { timeout: 30_000 }).toEqual({ kind: "access", audience: accessAudience });
  await card().getByLabel("Team domain").waitFor();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByText("ada@example.com").waitFor();
});
