import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newSetupKey, setupLink } from "../../../../tools/start/setup-key.ts";
import { closeProfiles, newProfile } from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import {
  type ProviderConsole,
  startProviderConsole,
  tryProvider,
} from "../../../support/browser/provider-console.ts";

// A new installation, in which nobody can sign in yet, and a real OpenID Connect provider whose client has a secret.

const clientSecret = "a-secret-of-the-client/with+signs";
const key = newSetupKey();
let admin: ProviderConsole;
let browser: Browser;

beforeAll(async () => {
  const workerVars = { USER_POOL_ID: "", USER_POOL_CLIENT_ID: "", SETUP_KEY: key };
  admin = await startProviderConsole({ clientSecret, isConfigured: false, workerVars });
  browser = await launchChromium();
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
  const logs = admin?.daymark.logs.join("\n");
  expect(logs).not.toMatch(/eyJ|a-secret/);
  expect(logs).not.toContain(key);
});

const newPage = async (): Promise<Page> => (await newProfile(browser)).newPage();

test("the setup link makes its holder the first administrator, once", async () => {
  const page = await newPage();
  await page.goto(admin.url);
  await page.getByRole("heading", { name: "Set up your status page" }).waitFor();
  await page.getByLabel("Setup key").fill(newSetupKey());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("This setup key isn't right.").waitFor();

  await page.goto(setupLink(admin.url, key));
  await page.reload(); // the address differs only in its fragment
  await expect.poll(() => page.url()).not.toContain(key);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "How do administrators sign in?" }).waitFor();
  await tryProvider(page, { ...admin, clientSecret });
  await page.getByText("No components yet", { exact: true }).waitFor();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByText("ada@example.com").waitFor();

  const second = await newPage();
  await second.goto(setupLink(admin.url, key));
  await second.getByRole("heading", { name: "This installation is set up" }).waitFor();
  await second.getByRole("link", { name: "Go to the console" }).click();
  await second.getByRole("button", { name: "Sign in with" }).waitFor();
});
