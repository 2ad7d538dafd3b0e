import jsQR from "jsqr";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeProfiles, emptyProfile, newProfile, signIn, signOut } from "../support/browser-profile.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Console, startAdminPages, startConsole } from "../support/console.ts";
import { totp } from "../support/totp.ts";

let admin: Console;
let browser: Browser;
// SRP takes half the CPU time in a page that has run it before, so the tests share a profile, which is empty at first.
let page: Page;

const secret = "JBSWY3DPEHPK3PXP";
const unsupportedChallengeMessage =
  "This console doesn't support the way your account signs in. Contact your admin.";

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

test("buttons are disabled during a request", async () => {
  const user = admin.pool.addUser();
  const response = Promise.withResolvers<void>();
  admin.pool.responsesAfter = response.promise;
  await signIn(page, user);
  await page.getByRole("button", { name: "Signin", disabled: true }).waitFor();
  expect(await page.getByRole("button", { name: "Forgot Password?" }).isDisabled()).toBe(true);
  await page.keyboard.press("Enter");
  response.resolve();
  await expectSignedIn();
  expect(admin.pool.calls.filter((call) => call === "InitiateAuth")).toHaveLength(1);
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

test("the new-password dialog asks for attributes that the user pool requires", async () => {
  const requiredAttributes = ["given_name", "phone_number", "custom:team"];
  const user = admin.pool.addUser({ hasTemporaryPassword: true, requiredAttributes });
  await signIn(page, user);
  await waitForHeading("Login successful. Now, set your own password.");
  await page.getByLabel("New Password").fill("Password-of-my-own");
  await page.getByLabel("Given name").fill("Ada");
  await press("DONE");
  await page.getByText("Phone number is required.").waitFor();
  await page.getByLabel("Phone number").fill("+14155550123");
  await page.getByLabel("Team").fill("Edge");
  await press("DONE");
  await expectSignedIn();
  expect(user.attributes).toEqual({ given_name: "Ada", phone_number: "+14155550123", "custom:team": "Edge" });
});

test("a user with two second factors chooses one", async () => {
  const user = admin.pool.addUser({ smsCode: "482917", totpSecret: secret });
  await signIn(page, user);
  await waitForHeading("One more step");
  await page.getByLabel("Text message").check();
  await press("Continue");
  await page.getByText("The message was sent to +*******0123.").waitFor();
  await enterCode("000000");
  expect(await errorText()).toBe("This code is wrong. Enter the newest code.");
  await press("Cancel");

  await signIn(page, user);
  await waitForHeading("One more step");
  await press("Cancel");
  await signIn(page, user);
  await page.getByLabel("Authenticator app").check();
  await press("Continue");
  await waitForHeading("Enter the code from your authenticator app.");
  await enterCode("000000");
  expect(await errorText()).toBe("This code is wrong. Enter the newest code.");
  await enterCode(totp(secret));
  await expectSignedIn();
});

test("a user with a telephone number enters the code from a text message", async () => {
  const user = admin.pool.addUser({ smsCode: "482917" });
  await signIn(page, user);
  await waitForHeading("Enter the code from the text message.");
  await enterCode("482917");
  await expectSignedIn();
});

for (const challenge of ["CUSTOM_CHALLENGE", "DEVICE_SRP_AUTH", "EMAIL_OTP"]) {
  test(`the unsupported challenge ${challenge} shows whom to contact`, async () => {
    await signIn(page, admin.pool.addUser({ challenge }));
    expect(await errorText()).toBe(unsupportedChallengeMessage);
    expect(await page.getByRole("button", { name: "Signin" }).isEnabled()).toBe(true);
  });
}

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

test("if the user pool forgets the device between password and code, the console discards it and sends the code again", async () => {
  const user = admin.pool.addUser({ totpSecret: secret, remembersDevices: true });
  await signIn(page, user);
  await enterCode(totp(secret));
  await expectSignedIn();
  await signOut(page);

  admin.pool.acceptsDevices = false;
  await signIn(page, user);
  await waitForHeading("Enter the code from your authenticator app.");
  admin.pool.acceptsDevices = true;
  admin.pool.forgetDevices();
  await enterCode(totp(secret));
  await expectSignedIn();
});

for (const [poolID, region] of [
  ["eu-west-1_AbC123", "eu-west-1"],
  ["local_AbC123", "us-east-1"],
] as const) {
  test(`the console calls Cognito in ${region} for the user pool ${poolID}`, async () => {
    const vars = { API_URL: admin.daymark.url, USER_POOL_ID: poolID, USER_POOL_CLIENT_ID: "client" };
    const other = await startAdminPages(vars);
    await page.route("https://**", (route) => route.abort());
    await page.goto(other.url);
    const request = page.waitForRequest("https://**");
    await signIn(page, { email: "admin@example.com", password: "Password-1" });
    expect((await request).url()).toBe(`https://cognito-idp.${region}.amazonaws.com/`);
    expect(await errorText()).toBe(
      "The sign-in service can't be reached. Check your connection and try again.",
    );
    await page.unrouteAll();
    await other.stop();
  });
}

function deviceKey(): Promise<string | undefined> {
  return page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith("deviceKey"))?.[1]);
}

/** Decodes the QR code with jsQR as a camera sees it. */
async function readQRCode(): Promise<string> {
  const screenshot = await page.getByRole("img", { name: "QR code for your authenticator app" }).screenshot();
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(Uint8ClampedArray.from(data), info.width, info.height)?.data ?? "";
}
