import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeProfiles, newProfile, signIn } from "../../support/browser/browser-profile.ts";
import { launchChromium } from "../../support/browser/chromium.ts";
import { type Console, startConsole } from "../../support/browser/console.ts";

let admin: Console;
let browser: Browser;
beforeAll(async () => {
  admin = await startConsole();
  browser = await launchChromium();
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
});

test("the console shows that it is loading its settings, and starts once they arrive", async () => {
  const page = await (await newProfile(browser)).newPage();
  let settings = "";
  await page.route("**/settings.js", async (route) => {
    settings = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  await page.goto(admin.url);
  await page.getByRole("heading", { name: "Loading settings…" }).waitFor();
  await page.evaluate(settings);
  await page.getByLabel("Email Address").waitFor();
});

test("the header links to the status page while the public settings can't be read", async () => {
  const page = await (await newProfile(browser)).newPage();
  await page.route("**/api/public-settings*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(admin.url);
  await signIn(page, admin.pool.addUser());
  await page.getByRole("heading", { name: "Components" }).waitFor();
  const link = page.getByRole("link", { name: /^Status page/ });
  expect(await link.getAttribute("href")).toBe(`${admin.daymark.url}/`);
});
