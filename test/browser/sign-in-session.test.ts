import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../worker/time/domain.ts";
import { closeProfiles, newProfile, pathOf, signIn, signOut } from "../support/browser-profile.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Console, startConsole } from "../support/console.ts";
import { openWithSession } from "../support/console-session.ts";

let admin: Console;
let browser: Browser;
let context: BrowserContext;

const sessionEndedMessage = "Your session has ended. Sign in again to continue where you left off.";

beforeAll(async () => {
  admin = await startConsole();
  browser = await launchChromium();
});
beforeEach(async () => {
  Object.assign(admin.pool, {
    calls: [],
    issuedRefreshTokens: [],
    refusesRefresh: false,
    tokenLifetimeSeconds: 3600,
    claims: () => ({}),
    responsesAfter: Promise.resolve(),
  });
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

/** Does the same with the form, which also notices that the browser's clock is wrong. */
async function signInAsNewUser() {
  const user = admin.pool.addUser();
  const page = await open();
  await signIn(page, user);
  await waitForHeading(page, "Components");
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: /^Incidents/ })
    .click();
  return { user, page };
}

async function startIncident(page: Page, name: string) {
  await page.getByRole("button", { name: "Add" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Incident" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Message", { exact: true }).fill("We look into it.");
  return dialog;
}

test("tokens are refreshed once, shortly before they expire", async () => {
  admin.pool.tokenLifetimeSeconds = 600;
  await context.clock.install();
  const { page } = await openAsNewUser();
  await startIncident(page, "Many calls");
  await context.clock.fastForward(9 * MINUTE_MS);
  await nextPoll(page);
  expect(countRefreshes()).toBe(0);

  await context.clock.fastForward(40 * SECOND_MS);
  await expectOneRefresh();
  await nextPoll(page);
  expect(countRefreshes()).toBe(1);
  expect(pathOf(page)).toBe("/incidents");
});

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

test("after a refused refresh and a new sign-in, the draft is still there", async () => {
  await context.clock.install();
  const { user, page } = await openAsNewUser();
  const dialog = await startIncident(page, "A draft");
  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(2 * HOUR_MS);

  await page.getByText(sessionEndedMessage).waitFor();
  expect(pathOf(page)).toBe("/signin");
  expect(await tokensIn(page)).toEqual([]);
  expect(await page.getByLabel("Email Address").inputValue()).toBe(user.email);
  await page.keyboard.press("Escape");
  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");

  await page.waitForURL("**/incidents");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("A draft");
  expect(await dialog.getByLabel("Message", { exact: true }).inputValue()).toBe("We look into it.");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("list", { name: "Incidents", exact: true }).getByText("A draft").waitFor();
});

test("the script page shows its API key again after a new sign-in", async () => {
  await context.clock.install();
  const { user, page } = await openAsNewUser();
  const script = await open("/metrics/abc123DEF456/scripts/python#apiKey=k3y");
  await script.getByText("k3y").waitFor();
  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(2 * HOUR_MS);
  await page.getByText(sessionEndedMessage).waitFor();

  await script.getByText(sessionEndedMessage).waitFor();
  expect(script.url()).not.toContain("k3y");
  await script.getByLabel("Password").fill(user.password);
  await script.keyboard.press("Enter");
  await script.waitForURL("**/python#apiKey=k3y");
  await script.getByText("k3y").waitFor();
});

test("a request that failed without a session is retried after the sign-in, without an error", async () => {
  const { user, page } = await openAsNewUser();
  const dialog = await startIncident(page, "Retried");
  admin.pool.refusesRefresh = true;
  // This is one step, because otherwise another request of the console could notice first that the session has ended.
  await dialog.getByRole("button", { name: "Add" }).evaluate((add: HTMLElement) => {
    localStorage.clear();
    add.click();
  });
  await page.getByText(sessionEndedMessage).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await countIncidentsNamed("Retried")).toBe(0);

  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("list", { name: "Incidents", exact: true }).getByText("Retried").waitFor();
  expect(await countIncidentsNamed("Retried")).toBe(1);
});

test("drafts are discarded if another administrator signs in", async () => {
  await context.clock.install();
  const { page } = await openAsNewUser();
  await startIncident(page, "Not yours");
  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(2 * HOUR_MS);
  await page.getByText(sessionEndedMessage).waitFor();

  admin.pool.refusesRefresh = false;
  await signIn(page, admin.pool.addUser());
  await waitForHeading(page, "Incidents");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.content()).not.toContain("Not yours");
});

test("a 401 from the API leads to the sign-in page and shows no error", async () => {
  const user = admin.pool.addUser();
  admin.pool.claims = () => ({ aud: "another-client" });
  const page = await open();
  await signIn(page, user);
  await page.getByText(sessionEndedMessage).waitFor();
  expect(pathOf(page)).toBe("/signin");
  expect(await page.getByRole("alert").count()).toBe(0);

  admin.pool.claims = () => ({});
  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");
  await waitForHeading(page, "Components");
  await page.getByText("No components yet").waitFor();
});

test("if the API rejects a token as expired, the console refreshes it and retries", async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims: Record<string, unknown>[] = [{ iat: now - 700, exp: now - 100 }];
  admin.pool.claims = () => claims.pop() ?? {};
  const user = admin.pool.addUser();
  const page = await open();
  await signIn(page, user);
  await waitForHeading(page, "Components");
  await page.getByText("No components yet").waitFor();
  expect(countRefreshes()).toBe(1);
});

for (const minutes of [20, -20]) {
  test(`refreshes happen on time if the browser's clock is ${minutes} minutes off`, async () => {
    admin.pool.tokenLifetimeSeconds = 600;
    await context.clock.install({ time: Date.now() + minutes * MINUTE_MS });
    const { page } = await signInAsNewUser();
    await page.reload();
    await waitForHeading(page, "Incidents");
    await context.clock.fastForward(9 * MINUTE_MS);
    await nextPoll(page);
    expect(countRefreshes()).toBe(0);
    await context.clock.fastForward(40 * SECOND_MS);
    await expectOneRefresh();
    expect(pathOf(page)).toBe("/incidents");
  });
}

test("without local storage the session lasts as long as the page", async () => {
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });
  const { page } = await signInAsNewUser();
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
  expect(await tokensIn(other)).toEqual([]);

  await signIn(other, user);
  await waitForHeading(other, "Components");
  await waitForHeading(page, "Components");
  expect(pathOf(page)).toBe("/");
});

test("after a sign-out in another tab the next sign-in opens the start page, even if tokens vanish before the message arrives", async () => {
  const { user, page } = await openAsNewUser();
  await waitForHeading(page, "Incidents");
  const other = await open("/settings.js");
  await other.evaluate(() => localStorage.clear());
  await page.getByText(sessionEndedMessage).waitFor();
  await other.evaluate(() => new BroadcastChannel("daymark-sign-out").postMessage("signed out"));
  await page.getByText(sessionEndedMessage).waitFor({ state: "detached" });
  await signIn(page, user);
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

test("a refresh in flight during a sign-out doesn't restore the session", async () => {
  await context.clock.install();
  const { page } = await openAsNewUser();
  const response = Promise.withResolvers<void>();
  admin.pool.responsesAfter = response.promise;
  await context.clock.fastForward(2 * HOUR_MS);
  await expect.poll(() => admin.pool.calls.at(-1)).toBe("InitiateAuth");
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/signin");
  const refreshResponse = page.waitForResponse(admin.pool.endpoint);
  response.resolve();
  await refreshResponse;
  await page.getByLabel("Password").waitFor();
  await expect.poll(() => admin.pool.issuedRefreshTokens.length).toBe(2);
  await expect.poll(usableRefreshTokens).toEqual([]);
  await page.reload();
  await page.getByLabel("Password").waitFor();
  expect(await tokensIn(page)).toEqual([]);
});

/** Returns the refresh tokens that were issued and not revoked. */
const usableRefreshTokens = () =>
  admin.pool.issuedRefreshTokens.map(({ token }) => token).filter(admin.pool.acceptsRefreshToken);

test("signing out revokes the refresh token at the user pool", async () => {
  const { page } = await openAsNewUser();
  expect(usableRefreshTokens()).toHaveLength(1);
  await signOut(page);
  await expect.poll(usableRefreshTokens).toEqual([]);
  expect(await tokensIn(page)).toEqual([]);
});

test("the end of a session also revokes the refresh token", async () => {
  admin.pool.claims = () => ({ aud: "another-client" });
  const page = await open();
  await signIn(page, admin.pool.addUser());
  await page.getByText(sessionEndedMessage).waitFor();
  expect(admin.pool.issuedRefreshTokens.length).toBeGreaterThan(0);
  await expect.poll(usableRefreshTokens).toEqual([]);
});

test.for(["can't be reached", "doesn't respond", "responds with an error"])(
  "a sign-out doesn't wait for a user pool that %s",
  async (poolFailure) => {
    const { page } = await openAsNewUser();
    if (poolFailure === "can't be reached")
      await context.route(admin.pool.endpoint, (route) => route.abort());
    else if (poolFailure === "responds with an error")
      await context.route(admin.pool.endpoint, (route) => route.fulfill({ status: 400, body: "no" }));
    else admin.pool.responsesAfter = new Promise(() => {});
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await signOut(page);
    await page.getByLabel("Password").waitFor();
    expect(await tokensIn(page)).toEqual([]);
    await page.reload();
    await page.getByLabel("Password").waitFor();
    expect(errors).toEqual([]);
  },
);

test("the sign-in page redirects an administrator who is signed in", async () => {
  await openAsNewUser();
  const page = await open("/signin");
  await waitForHeading(page, "Components");
  expect(pathOf(page)).toBe("/");
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

async function countIncidentsNamed(name: string): Promise<number> {
  const incidents = await (await admin.daymark.visitor.incidents.$get()).json();
  return Array.isArray(incidents) ? incidents.filter((incident) => incident.name === name).length : -1;
}
