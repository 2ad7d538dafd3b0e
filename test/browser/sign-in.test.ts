import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Stack } from "../../tools/start/stack.ts";
import { invited } from "../../tools/start/user-pool.ts";
import { launchChromium } from "../support/chromium.ts";
import { expectFocus } from "../support/keyboard.ts";
import { addUser, lastCode, sendTextMessages } from "../support/local-pool.ts";
import { closeProfiles, newProfile, pathOf, signIn, signOut } from "../support/profile.ts";
import { startEmptyStack } from "../support/stack.ts";
import { totp } from "../support/totp.ts";

// With cognito-local, the user pool of `npm start`. What it does not have is tried in the files beside this one.

let stack: Stack;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let administrator: { email: string; password: string };

const phone = "+15550100123";

beforeAll(async () => {
  stack = await startEmptyStack((where) => sendTextMessages(where, invited.email, phone));
  browser = await launchChromium();
});
beforeEach(async () => {
  administrator = await addUser(stack);
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

const heading = (name: string) => page.getByRole("heading", { name }).waitFor();
const press = (name: string) => page.getByRole("button", { name }).click();
const signedIn = () => heading("Components");
const refusal = () => page.getByRole("alert").textContent();

async function enterCode(code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.keyboard.press("Enter");
}

test("a forgotten password is set anew with the code that is sent", async () => {
  await page.getByLabel("Email Address").fill("nobody@example.com");
  await press("Forgot Password?");
  await heading("Forgot Password?");
  await press("Send verification code");
  expect(await refusal()).toBe("User not found.");
  await press("Cancel");
  await heading("Sign in");

  await page.getByLabel("Email Address").fill(administrator.email);
  await press("Forgot Password?");
  await page.keyboard.press("Enter");
  await heading("Set New Password");
  await press("Cancel");
  await press("Forgot Password?");
  await press("Send verification code");
  await page.getByText(`The code was sent to ${administrator.email}.`).waitFor();

  await page.getByLabel("Verification code").fill(await lastCode(stack, administrator.email));
  await press("Done");
  expect(await refusal()).toBe("New password is required.");
  await page.getByLabel("Password", { exact: true }).fill("Password-remembered-1");
  await page.getByLabel("Verification code").fill("wrong");
  await press("Done");
  await page.getByText("Incorrect confirmation code").waitFor();
  await page.getByLabel("Verification code").fill(await lastCode(stack, administrator.email));
  await page.keyboard.press("Enter");

  await page.getByText("Set new password successfully!").waitFor();
  expect(await page.getByLabel("Email Address").inputValue()).toBe(administrator.email);
  await signIn(page, administrator);
  expect(await refusal()).toBe("Invalid password");
  await signIn(page, { ...administrator, password: "Password-remembered-1" });
  await signedIn();
  expect(pathOf(page)).toBe("/");
});

test("an authenticator app is set up from the user menu, asked for at the next sign-in, and removed", async () => {
  await signIn(page, administrator);
  await signedIn();
  await openSecondFactor("Off");
  await page.getByText("It is off.").waitFor();
  await press("Set up");
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = (await page.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  await enterCode("000000");
  expect(await refusal()).toBe("Incorrect confirmation code");
  await enterCode(totp(secret));
  await page.getByText("It is on.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocus(page, page.getByRole("button", { name: "User menu" }));
  await signOut(page);

  await signIn(page, administrator);
  await heading("Enter the code from your authenticator app.");
  await enterCode("000000");
  expect(await refusal()).toBe("Incorrect confirmation code");
  await press("Cancel");
  await signIn(page, administrator);
  await enterCode(totp(secret));
  await signedIn();

  await openSecondFactor("On");
  await page.getByText("It is on.").waitFor();
  await press("Remove");
  await page.getByRole("dialog", { name: "Remove your second factor ?" }).waitFor();
  await press("Remove");
  await page.getByText("It is off.").waitFor();
  await page.keyboard.press("Escape");
  await signOut(page);
  await signIn(page, administrator);
  await signedIn();
});

test("an invited administrator with a telephone sets a password, and needs a code from a text message from then on", async () => {
  await signIn(page, invited);
  await heading("Login successful. Now, set your own password.");
  await page.getByLabel("New Password").fill("Password-of-mine-1");
  await page.keyboard.press("Enter");
  await signedIn();
  await signOut(page);

  await signIn(page, { ...invited, password: "Password-of-mine-1" });
  await page.getByText(`The message was sent to ${phone}.`).waitFor();
  await enterCode("wrong");
  expect(await refusal()).toBe("Incorrect confirmation code");
  await enterCode(await lastCode(stack, phone));
  await signedIn();
});

test("tokens that expired meanwhile are refreshed", async () => {
  await signIn(page, administrator);
  await signedIn();
  const before = await idToken();
  await page.goto("about:blank");
  await context.clock.setSystemTime(Date.now() + 25 * 60 * 60_000);
  await page.goto(stack.adminPage);
  await signedIn();
  await page.getByText("No components yet").waitFor();
  expect(await idToken()).not.toBe(before);
});

test("password managers know every field", async () => {
  await heading("Sign in");
  expect(await fields()).toEqual(["username", "current-password"]);
  await page.getByLabel("Email Address").fill(administrator.email);
  await press("Forgot Password?");
  await heading("Forgot Password?");
  expect(await fields()).toEqual(["username"]);
  await press("Send verification code");
  await heading("Set New Password");
  expect(await fields()).toEqual(["username", "one-time-code", "new-password"]);
});

async function openSecondFactor(state: "On" | "Off") {
  await press("User menu");
  await page.getByRole("button", { name: `Second factor ${state}` }).click();
}

/** What the fields of the form say that they are for. */
function fields(): Promise<(string | null)[]> {
  return page
    .locator("form input")
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete")));
}

function idToken(): Promise<string | undefined> {
  return page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith("idToken"))?.[1]);
}
