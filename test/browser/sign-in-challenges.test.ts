import jsQR from "jsqr";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { type Console, startAdminPages, startConsole } from "../support/console.ts";
import { closeProfiles, newProfile, signIn, signOut } from "../support/profile.ts";
import { totp } from "../support/totp.ts";

let admin: Console;
let browser: Browser;
let context: BrowserContext;
let page: Page;

const secret = "JBSWY3DPEHPK3PXP";
const unanswerable = "This console doesn't support the way your account signs in. Contact your admin.";

beforeAll(async () => {
  admin = await startConsole();
  browser = await launchChromium();
});
beforeEach(async () => {
  admin.pool.calls = [];
  context = await newProfile(browser);
  page = await context.newPage();
  await page.goto(admin.url);
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
});

const heading = (name: string) => page.getByRole("heading", { name }).waitFor();
const press = (name: string) => page.getByRole("button", { name }).click();
const signedIn = () => heading("Components");
const refusal = () => page.getByRole("alert").textContent();

async function enterCode(code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.keyboard.press("Enter");
}

test("a password is proven to the user pool, and never sent", async () => {
  const user = admin.pool.addUser();
  const sent: string[] = [];
  page.on("request", (request) => void sent.push(request.postData() ?? ""));
  await signIn(page, { ...user, password: "Password-wrong" });
  expect(await refusal()).toBe("Incorrect username or password.");

  await signIn(page, user);
  await signedIn();
  expect(sent.join()).toContain("PASSWORD_CLAIM_SIGNATURE");
  expect(sent.join()).not.toContain(user.password);
});

test("buttons are off while a request runs", async () => {
  const user = admin.pool.addUser();
  const hold = Promise.withResolvers<void>();
  admin.pool.held = hold.promise;
  await signIn(page, user);
  await page.getByRole("button", { name: "Signin", disabled: true }).waitFor();
  expect(await page.getByRole("button", { name: "Forgot Password?" }).isDisabled()).toBe(true);
  await page.keyboard.press("Enter");
  hold.resolve();
  await signedIn();
  expect(admin.pool.calls.filter((call) => call === "InitiateAuth")).toHaveLength(1);
});

test("a new password is demanded, and then an authenticator app set up from a QR code", async () => {
  const user = admin.pool.addUser({ temporary: true, mustSetUp: true });
  await signIn(page, user);
  await heading("Login successful. Now, set your own password.");
  await press("DONE");
  expect(await refusal()).toBe("New password is required.");
  await page.getByLabel("New Password").fill("short");
  await press("DONE");
  await page.getByText("Password not long enough").waitFor();
  await page.getByLabel("New Password").fill("Password-of-my-own");
  await page.keyboard.press("Enter");

  await heading("Set up your authenticator app.");
  const uri = new URL(await readQRCode());
  expect(uri.protocol + uri.pathname).toContain(encodeURIComponent(user.email));
  const scanned = uri.searchParams.get("secret") ?? "";
  expect(await page.locator("code").textContent()).toBe(scanned.match(/.{4}/g)?.join(" "));
  await enterCode("000000");
  expect(await refusal()).toBe("This code is wrong. Enter the newest code.");
  await enterCode(totp(scanned).replace(/^.../, "$& "));
  await signedIn();
});

test("what the user pool has to know of a user is asked for with the new password", async () => {
  const requiredAttributes = ["given_name", "phone_number", "custom:team"];
  const user = admin.pool.addUser({ temporary: true, requiredAttributes });
  await signIn(page, user);
  await heading("Login successful. Now, set your own password.");
  await page.getByLabel("New Password").fill("Password-of-my-own");
  await page.getByLabel("Given name").fill("Ada");
  await press("DONE");
  await page.getByText("Phone number is required.").waitFor();
  await page.getByLabel("Phone number").fill("+14155550123");
  await page.getByLabel("Team").fill("Edge");
  await press("DONE");
  await signedIn();
  expect(user.attributes).toEqual({ given_name: "Ada", phone_number: "+14155550123", "custom:team": "Edge" });
});

test("of two second factors one is chosen", async () => {
  const user = admin.pool.addUser({ smsCode: "482917", app: secret });
  await signIn(page, user);
  await heading("One more step");
  await page.getByLabel("Text message").check();
  await press("Continue");
  await page.getByText("The message was sent to +*******0123.").waitFor();
  await enterCode("000000");
  expect(await refusal()).toBe("This code is wrong. Enter the newest code.");
  await press("Cancel");

  await signIn(page, user);
  await heading("One more step");
  await press("Cancel");
  await signIn(page, user);
  await page.getByLabel("Authenticator app").check();
  await press("Continue");
  await heading("Enter the code from your authenticator app.");
  await enterCode("000000");
  expect(await refusal()).toBe("This code is wrong. Enter the newest code.");
  await enterCode(totp(secret));
  await signedIn();
});

test("a code from a text message is asked for", async () => {
  const user = admin.pool.addUser({ smsCode: "482917" });
  await signIn(page, user);
  await heading("Enter the code from the text message.");
  await enterCode("482917");
  await signedIn();
});

for (const challenge of ["CUSTOM_CHALLENGE", "DEVICE_SRP_AUTH", "EMAIL_OTP"]) {
  test(`a ${challenge} that nobody here can answer says whom to ask`, async () => {
    await signIn(page, admin.pool.addUser({ challenge }));
    expect(await refusal()).toBe(unanswerable);
    expect(await page.getByRole("button", { name: "Signin" }).isEnabled()).toBe(true);
  });
}

test("a remembered device needs the password alone, until the user pool forgets it", async () => {
  const user = admin.pool.addUser({ app: secret, remembersDevices: true });
  await signIn(page, user);
  await enterCode(totp(secret));
  await signedIn();
  expect(admin.pool.calls).toContain("ConfirmDevice");
  const device = await deviceKey();
  await signOut(page);

  await signIn(page, user);
  await signedIn();
  expect(await deviceKey()).toBe(device);
  await signOut(page);

  admin.pool.forgetDevices();
  admin.pool.calls = [];
  await signIn(page, user);
  await enterCode(totp(secret));
  await signedIn();
  // The sign-out before may be heard of late.
  const calls = admin.pool.calls.filter((call) => call !== "RevokeToken");
  expect(calls.slice(0, 3)).toEqual(["InitiateAuth", ...Array(2).fill("RespondToAuthChallenge")]);
  expect(await deviceKey()).not.toBe(device);
});

test("a device that is forgotten between the password and the code is dropped, and the code sent once more", async () => {
  const user = admin.pool.addUser({ app: secret, remembersDevices: true });
  await signIn(page, user);
  await enterCode(totp(secret));
  await signedIn();
  await signOut(page);

  admin.pool.asksDevices = false;
  await signIn(page, user);
  await heading("Enter the code from your authenticator app.");
  admin.pool.asksDevices = true;
  admin.pool.forgetDevices();
  await enterCode(totp(secret));
  await signedIn();
});

for (const [poolID, region] of [
  ["eu-west-1_AbC123", "eu-west-1"],
  ["local_AbC123", "us-east-1"],
] as const) {
  test(`the user pool ${poolID} is looked for in ${region}`, async () => {
    const vars = { API_URL: admin.daymark.url, USER_POOL_ID: poolID, USER_POOL_CLIENT_ID: "client" };
    const other = await startAdminPages(vars);
    await page.route("https://**", (route) => route.abort());
    await page.goto(other.url);
    const asked = page.waitForRequest("https://**");
    await signIn(page, { email: "admin@example.com", password: "Password-1" });
    expect((await asked).url()).toBe(`https://cognito-idp.${region}.amazonaws.com/`);
    expect(await refusal()).toBe(
      "The sign-in service can't be reached. Check your connection and try again.",
    );
    await other.stop();
  });
}

function deviceKey(): Promise<string | undefined> {
  return page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith("deviceKey"))?.[1]);
}

/** Painted by the browser and read by a reader of its own. */
async function readQRCode(): Promise<string> {
  const picture = page.getByRole("img", { name: "QR code for your authenticator app" });
  const svg = await picture.evaluate((element) => new XMLSerializer().serializeToString(element));
  // An empty page takes images from anywhere; the console's policy does not.
  const reader = await page.context().newPage();
  const { data, width, height } = await reader.evaluate(async (source) => {
    const image = new Image(480, 480);
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = new OffscreenCanvas(480, 480);
    const painter = canvas.getContext("2d");
    painter?.drawImage(image, 0, 0, 480, 480);
    const { data = [], width = 0, height = 0 } = painter?.getImageData(0, 0, 480, 480) ?? {};
    return { data: [...data], width, height };
  }, svg);
  await reader.close();
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data ?? "";
}
