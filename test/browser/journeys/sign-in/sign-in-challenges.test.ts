import jsQR from "jsqr";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  closeProfiles,
  emptyProfile,
  newProfile,
  signIn,
  signOut,
} from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import { type Console, startConsole } from "../../../support/browser/console.ts";
import { totp } from "../../../support/fakes/totp.ts";

// `test/web/sign-in/challenges.test.tsx` has the other challenges.

let admin: Console;
let browser: Browser;
// SRP takes half the CPU time in a page that has run it before, so the tests share a profile, which is empty at first.
let page: Page;

const secret = "JBSWY3DPEHPK3PXP";

beforeAll(async () => {
  admin = await startConsole();
  browser = await launchChromium();
  page = await (await newProfile(browser)).newPage();
});
beforeEach(async () => {
  admin.pool.calls = [];
  await page.goto(admin.url);
});
afterEach(async () => {
  await closeProfiles(browser, [page.context()]);
  await emptyProfile(page, `${admin.url}/settings.js`);
});
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
});

const waitForHeading = (name: string) => page.getByRole("heading", { name }).waitFor();
const press = (name: string) => page.getByRole("button", { name }).click();
const expectSignedIn = () => waitForHeading("Components");
const errorText = () => page.getByRole("alert").textContent();

async function enterCode(code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.keyboard.press("Enter");
}

test("sign-in uses SRP, so the password is never sent", async () => {
  const user = admin.pool.addUser();
  const bodies: string[] = [];
  page.on("request", (request) => void bodies.push(request.postData() ?? ""));
  await signIn(page, { ...user, password: "Password-wrong" });
  expect(await errorText()).toBe("Incorrect username or password.");

  await signIn(page, user);
  await expectSignedIn();
  expect(bodies.join()).toContain("PASSWORD_CLAIM_SIGNATURE");
  expect(bodies.join()).not.toContain(user.password);
});

test("at the first sign-in a user sets a new password and adds an authenticator app by QR code", async () => {
  const user = admin.pool.addUser({ hasTemporaryPassword: true, mustSetUpTotp: true });
  await signIn(page, user);
  await waitForHeading("Login successful. Now, set your own password.");
  await press("DONE");
  expect(await errorText()).toBe("New password is required.");
  await page.getByLabel("New Password").fill("short");
  await press("DONE");
  await page.getByText("Password not long enough").waitFor();
  await page.getByLabel("New Password").fill("Password-of-my-own");
  await page.keyboard.press("Enter");

  await waitForHeading("Set up your authenticator app.");
  const uri = new URL(await readQRCode());
  expect(uri.protocol + uri.pathname).toContain(encodeURIComponent(user.email));
  const scannedSecret = uri.searchParams.get("secret") ?? "";
  expect(await page.locator("code").textContent()).toBe(scannedSecret.match(/.{4}/g)?.join(" "));
  await enterCode("000000");
  expect(await errorText()).toBe("This code is wrong. Enter the newest code.");
  await enterCode(totp(scannedSecret).replace(/^.../, "$& "));
  await expectSignedIn();
});

test("on a remembered device the password is enough, until the user pool forgets the device", async () => {
  const user = admin.pool.addUser({ totpSecret: secret, remembersDevices: true });
  await signIn(page, user);
  await enterCode(totp(secret));
  await expectSignedIn();
  expect(admin.pool.calls).toContain("ConfirmDevice");
  const device = await deviceKey();
  await signOut(page);

  await signIn(page, user);
  await expectSignedIn();
  expect(await deviceKey()).toBe(device);
  await signOut(page);

  admin.pool.forgetDevices();
  admin.pool.calls = [];
  await signIn(page, user);
  await enterCode(totp(secret));
  await expectSignedIn();
  // The RevokeToken request of the earlier sign-out can arrive late.
  const calls = admin.pool.calls.filter((call) => call !== "RevokeToken");
  expect(calls.slice(0, 3)).toEqual(["InitiateAuth", ...Array(2).fill("RespondToAuthChallenge")]);
  expect(await deviceKey()).not.toBe(device);
});

function deviceKey(): Promise<string | undefined> {
  return page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith("deviceKey"))?.[1]);
}

/** Decodes the QR code with jsQR as a camera sees it. */
async function readQRCode(): Promise<string> {
  const screenshot = await page.getByRole("img", { name: "QR code for your authenticator app" }).screenshot();
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(Uint8ClampedArray.from(data), info.width, info.height)?.data ?? "";
}
