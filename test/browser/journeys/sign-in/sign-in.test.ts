import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Stack } from "../../../../tools/start/stack.ts";
import { invitedUser } from "../../../../tools/start/user-pool.ts";
import { HOUR_MS } from "../../../../worker/shared/time/domain.ts";
import {
  closeProfiles,
  newProfile,
  pathOf,
  signIn,
  signOut,
} from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import { expectFocus } from "../../../support/browser/keyboard.ts";
import {
  addAdministrator,
  enableTextMessages,
  lastSentCode,
} from "../../../support/browser/local-pool-users.ts";
import { totp } from "../../../support/fakes/totp.ts";
import { startEmptyStack } from "../../../support/starters/stack.ts";

// These tests use cognito-local, the user pool of `npm start`. sign-in-challenges.test.ts has the challenges that it doesn't support.

let stack: Stack;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let administrator: { email: string; password: string };

const phone = "+15550100123";

beforeAll(async () => {
  stack = await startEmptyStack({ prepare: (where) => enableTextMessages(where, invitedUser.email, phone) });
  browser = await launchChromium();
});
beforeEach(async () => {
  administrator = await addAdministrator(stack);
  context = await newProfile(browser);
  await context.clock.install();
  page = await context.newPage();
  await page.goto(stack.adminPage);
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const waitForHeading = (name: string) => page.getByRole("heading", { name }).waitFor();
const press = (name: string) => page.getByRole("button", { name }).click();
const expectSignedIn = () => waitForHeading("Components");
const errorText = () => page.getByRole("alert").textContent();

async function enterCode(code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.keyboard.press("Enter");
}

test("an administrator resets a forgotten password with an emailed code", async () => {
  await page.getByLabel("Email Address").fill("nobody@example.com");
  await press("Forgot Password?");
  await waitForHeading("Forgot Password?");
  await press("Send verification code");
  expect(await errorText()).toBe("User not found.");
  await press("Cancel");
  await waitForHeading("Sign in");

  await page.getByLabel("Email Address").fill(administrator.email);
  await press("Forgot Password?");
  await page.keyboard.press("Enter");
  await waitForHeading("Set New Password");
  await press("Cancel");
  await press("Forgot Password?");
  await press("Send verification code");
  await page.getByText(`The code was sent to ${administrator.email}.`).waitFor();

  await page.getByLabel("Verification code").fill(await lastSentCode(stack, administrator.email));
  await press("Done");
  expect(await errorText()).toBe("New password is required.");
  await page.getByLabel("Password", { exact: true }).fill("Password-remembered-1");
  await page.getByLabel("Verification code").fill("wrong");
  await press("Done");
  await page.getByText("Incorrect confirmation code").waitFor();
  await page.getByLabel("Verification code").fill(await lastSentCode(stack, administrator.email));
  await page.keyboard.press("Enter");

  await page.getByText("Set new password successfully!").waitFor();
  expect(await page.getByLabel("Email Address").inputValue()).toBe(administrator.email);
  await signIn(page, administrator);
  expect(await errorText()).toBe("Invalid password");
  await signIn(page, { ...administrator, password: "Password-remembered-1" });
  await expectSignedIn();
  expect(pathOf(page)).toBe("/");
});

test("an administrator sets up an authenticator app, signs in with its code, and removes it", async () => {
  await signIn(page, administrator);
  await expectSignedIn();
  await openSecondFactor("Off");
  await page.getByText("It is off.").waitFor();
  await press("Set up");
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = (await page.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  await enterCode("000000");
  expect(await errorText()).toBe("Incorrect confirmation code");
  await enterCode(totp(secret));
  await page.getByText("It is on.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocus(page, page.getByRole("button", { name: "User menu" }));
  await signOut(page);

  await signIn(page, administrator);
  await waitForHeading("Enter the code from your authenticator app.");
  await enterCode("000000");
  expect(await errorText()).toBe("Incorrect confirmation code");
  await press("Cancel");
  await signIn(page, administrator);
  await enterCode(totp(secret));
  await expectSignedIn();

  await openSecondFactor("On");
  await page.getByText("It is on.").waitFor();
  await press("Remove");
  await page.getByRole("dialog", { name: "Remove your second factor ?" }).waitFor();
  await press("Remove");
  await page.getByText("It is off.").waitFor();
  await page.keyboard.press("Escape");
  await signOut(page);
  await signIn(page, administrator);
  await expectSignedIn();
});

test("an invited administrator with a telephone number sets a password, and from then on signs in with a code from a text message", async () => {
  await signIn(page, invitedUser);
  await waitForHeading("Login successful. Now, set your own password.");
  await page.getByLabel("New Password").fill("Password-of-mine-1");
  await page.keyboard.press("Enter");
  await expectSignedIn();
  await signOut(page);

  await signIn(page, { ...invitedUser, password: "Password-of-mine-1" });
  await page.getByText(`The message was sent to ${phone}.`).waitFor();
  await enterCode("wrong");
  expect(await errorText()).toBe("Incorrect confirmation code");
  await enterCode(await lastSentCode(stack, phone));
  await expectSignedIn();
});

test("the console refreshes expired tokens when it opens", async () => {
  await signIn(page, administrator);
  await expectSignedIn();
  const oldToken = await idToken();
  await page.goto("about:blank");
  await context.clock.setSystemTime(Date.now() + 25 * HOUR_MS);
  await page.goto(stack.adminPage);
  await expectSignedIn();
  await page.getByText("No components yet", { exact: true }).waitFor();
  expect(await idToken()).not.toBe(oldToken);
});

test("every field has the autocomplete value that password managers need", async () => {
  await waitForHeading("Sign in");
  expect(await autocompleteValues()).toEqual(["username", "current-password"]);
  await page.getByLabel("Email Address").fill(administrator.email);
  await press("Forgot Password?");
  await waitForHeading("Forgot Password?");
  expect(await autocompleteValues()).toEqual(["username"]);
  await press("Send verification code");
  await waitForHeading("Set New Password");
  expect(await autocompleteValues()).toEqual(["username", "one-time-code", "new-password"]);
});

async function openSecondFactor(state: "On" | "Off") {
  await press("User menu");
  await page.getByRole("button", { name: `Second factor ${state}` }).click();
}

function autocompleteValues(): Promise<(string | null)[]> {
  return page
    .locator("form input")
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete")));
}

function idToken(): Promise<string | undefined> {
  return page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith("idToken"))?.[1]);
}
