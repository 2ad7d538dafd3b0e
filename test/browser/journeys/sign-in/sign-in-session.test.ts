import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import {
  closeProfiles,
  newProfile,
  pathOf,
  signIn,
  signOut,
} from "../../../support/browser/browser-profile.ts";
import { launchChromium } from "../../../support/browser/chromium.ts";
import { type Console, startConsole } from "../../../support/browser/console.ts";
import { openWithSession } from "../../../support/browser/console-session.ts";

// `test/web/sign-in/session.test.tsx` has what needs neither tabs nor a browser's storage.

let admin: Console;
let browser: Browser;
let context: BrowserContext;

const sessionEndedMessage = "Your session has ended. Sign in again to continue where you left off.";

beforeAll(async () => {
  admin = await startConsole();
  browser = await launchChromium();
});
beforeEach(async () => {
  Object.assign(admin.pool, { calls: [], refusesRefresh: false });
  context = await newProfile(browser);
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
  // Every JWT starts with eyJ, and none may be logged.
  expect(admin?.daymark.logs.join("\n")).not.toMatch(/eyJ/);
});

const countRefreshes = () => admin.pool.calls.filter((call) => call === "Refresh").length;
const expectOneRefresh = () => expect.poll(countRefreshes).toBe(1);
const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();

/** Opens the console with the session that the browser profile has, if any. */
async function open(path = "/"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(admin.url + path);
  return page;
}

/** Opens the list of incidents with the session of a new user. */
async function openAsNewUser() {
  const user = admin.pool.addUser();
  const page = await context.newPage();
  await openWithSession(page, `${admin.url}/incidents`, await admin.sessionOf(user));
  await waitForHeading(page, "Incidents");
  return { user, page };
}

async function startIncident(page: Page, name: string) {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add Incident" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Message", { exact: true }).fill("We look into it.");
  return dialog;
}

test("an administrator who returns after the tokens expired is still signed in", async () => {
  await context.clock.install();
  const { page } = await openAsNewUser();
  await page.goto("about:blank");
  await context.clock.setSystemTime(Date.now() + 2 * HOUR_MS);
  await page.goto(`${admin.url}/incidents`);
  await waitForHeading(page, "Incidents");
  await page
    .getByText("No incidents")
    .or(page.getByRole("list", { name: "Incidents", exact: true }))
    .first()
    .waitFor();
  expect(countRefreshes()).toBe(1);
});

test("without local storage the session lasts as long as the page", async () => {
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  const page = await open();
  await signIn(page, admin.pool.addUser());
  await waitForHeading(page, "Components");
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: /^Incidents/ })
    .click();
  await waitForHeading(page, "Incidents");
  await signOut(page);
  await signIn(page, admin.pool.addUser());
  await waitForHeading(page, "Components");
  await page.reload();
  await page.waitForURL("**/signin");
});

test("a sign-out and a sign-in apply to every tab", async () => {
  const { user, page } = await openAsNewUser();
  const other = await open("/incidents");
  await waitForHeading(other, "Incidents");
  await signOut(page);
  await other.waitForURL("**/signin");
  await other.getByLabel("Password").waitFor();
  await other.getByText(sessionEndedMessage).waitFor({ state: "detached" });
  // Each tab is a process, and hears of the other's storage a moment after its messages.
  await expect.poll(() => tokensIn(other)).toEqual([]);

  await signIn(other, user);
  await waitForHeading(other, "Components");
  await waitForHeading(page, "Components");
  expect(pathOf(page)).toBe("/");
});

test("two tabs share one refresh, and a draft survives the end of their session", async () => {
  await context.clock.install();
  const { user, page } = await openAsNewUser();
  const other = await open("/incidents");
  const dialog = await startIncident(other, "In the other tab");
  await context.clock.fastForward(61 * MINUTE_MS);
  await expectOneRefresh();
  await Promise.all([nextPoll(page), nextPoll(other)]);
  expect(countRefreshes()).toBe(1);

  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(61 * MINUTE_MS);
  await page.getByText(sessionEndedMessage).waitFor();
  await other.getByText(sessionEndedMessage).waitFor();
  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/incidents");
  await other.waitForURL("**/incidents");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("In the other tab");
});

/** Waits until the screen has polled its list once more. */
async function nextPoll(page: Page) {
  const poll = page.waitForResponse(
    (response) => response.url().includes("fresh=1") && [200, 304].includes(response.status()),
  );
  await context.clock.runFor(5 * SECOND_MS);
  await poll;
}

function tokensIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => /Token|LastAuthUser/.test(key)));
}
