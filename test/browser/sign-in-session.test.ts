import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { launchChromium } from "../support/chromium.ts";
import { type Console, startConsole } from "../support/console.ts";
import { closeProfiles, newProfile, pathOf, signIn, signOut } from "../support/profile.ts";

let admin: Console;
let browser: Browser;
let context: BrowserContext;

const ended = "Your session has ended. Sign in again to continue where you left off.";

beforeAll(async () => {
  admin = await startConsole();
  browser = await launchChromium();
});
beforeEach(async () => {
  const usual = { refusesRefresh: false, validity: 3600, claims: () => ({}), held: Promise.resolve() };
  Object.assign(admin.pool, { calls: [], issued: [], ...usual });
  context = await newProfile(browser);
});
afterEach(() => closeProfiles(browser));
afterAll(async () => {
  await browser?.close();
  await admin?.stop();
  expect(admin?.daymark.logs.join("\n")).not.toMatch(/eyJ/);
});

const refreshes = () => admin.pool.calls.filter((call) => call === "Refresh").length;
const refreshed = () => expect.poll(refreshes).toBe(1);
const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();

/** The console at `path`, for whoever the profile knows. */
async function open(path = "/"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(admin.url + path);
  return page;
}

async function signedIn(path = "/incidents") {
  const user = admin.pool.addUser();
  const page = await open();
  await signIn(page, user);
  await heading(page, "Components");
  if (path !== "/") await page.getByRole("link", { name: "Incidents" }).click();
  return { user, page };
}

async function writeIncident(page: Page, name: string) {
  await page.getByRole("button", { name: "Add" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Incident" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Message", { exact: true }).fill("We look into it.");
  return dialog;
}

test("tokens are refreshed shortly before they expire, once for many calls", async () => {
  admin.pool.validity = 600;
  await context.clock.install();
  const { page } = await signedIn();
  await writeIncident(page, "Many calls");
  await context.clock.fastForward(9 * MINUTE_MS);
  await nextPoll(page);
  expect(refreshes()).toBe(0);

  await context.clock.fastForward(40_000);
  await refreshed();
  await nextPoll(page);
  expect(refreshes()).toBe(1);
  expect(pathOf(page)).toBe("/incidents");
});

test("whoever comes back after their tokens expired is still signed in", async () => {
  await context.clock.install();
  const { page } = await signedIn();
  await page.goto("about:blank");
  await context.clock.setSystemTime(Date.now() + 120 * MINUTE_MS);
  await page.goto(`${admin.url}/incidents`);
  await heading(page, "Incidents");
  await page
    .getByText("No incidents")
    .or(page.getByRole("list", { name: "Incidents", exact: true }))
    .first()
    .waitFor();
  expect(refreshes()).toBe(1);
});

test("a refused refresh leads to the sign-in page, and from there back to what was being written", async () => {
  await context.clock.install();
  const { user, page } = await signedIn();
  const dialog = await writeIncident(page, "Half written");
  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(120 * MINUTE_MS);

  await page.getByText(ended).waitFor();
  expect(pathOf(page)).toBe("/signin");
  expect(await tokensIn(page)).toEqual([]);
  expect(await page.getByLabel("Email Address").inputValue()).toBe(user.email);
  await page.keyboard.press("Escape");
  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");

  await page.waitForURL("**/incidents");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Half written");
  expect(await dialog.getByLabel("Message", { exact: true }).inputValue()).toBe("We look into it.");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Half written").waitFor();
});

test("a script page whose session ended in another tab has its key again after the sign-in", async () => {
  await context.clock.install();
  const { user, page } = await signedIn();
  const script = await open("/metrics/abc123DEF456/scripts/python#apiKey=k3y");
  await script.getByText("k3y").waitFor();
  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(120 * MINUTE_MS);
  await page.getByText(ended).waitFor();

  await script.getByText(ended).waitFor();
  expect(script.url()).not.toContain("k3y");
  await script.getByLabel("Password").fill(user.password);
  await script.keyboard.press("Enter");
  await script.waitForURL("**/python#apiKey=k3y");
  await script.getByText("k3y").waitFor();
});

test("what was sent without a session is sent again after the sign-in, and shows no error", async () => {
  const { user, page } = await signedIn();
  const dialog = await writeIncident(page, "Sent twice");
  admin.pool.refusesRefresh = true;
  await page.evaluate(() => localStorage.clear());
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByText(ended).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await incidentsNamed("Sent twice")).toBe(0);

  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Sent twice").waitFor();
  expect(await incidentsNamed("Sent twice")).toBe(1);
});

test("somebody else who signs in finds nothing of what was being written", async () => {
  await context.clock.install();
  const { page } = await signedIn();
  await writeIncident(page, "Not yours");
  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(120 * MINUTE_MS);
  await page.getByText(ended).waitFor();

  admin.pool.refusesRefresh = false;
  await signIn(page, admin.pool.addUser());
  await heading(page, "Incidents");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.content()).not.toContain("Not yours");
});

test("a call that the API answers with 401 leads to the sign-in page, and to no error box", async () => {
  const user = admin.pool.addUser();
  admin.pool.claims = () => ({ aud: "another-client" });
  const page = await open();
  await signIn(page, user);
  await page.getByText(ended).waitFor();
  expect(pathOf(page)).toBe("/signin");
  expect(await page.getByRole("alert").count()).toBe(0);

  admin.pool.claims = () => ({});
  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");
  await heading(page, "Components");
  await page.getByText("No components yet").waitFor();
});

test("a token that the API alone finds expired is refreshed, and the call made once more", async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims: Record<string, unknown>[] = [{ iat: now - 700, exp: now - 100 }];
  admin.pool.claims = () => claims.pop() ?? {};
  const user = admin.pool.addUser();
  const page = await open();
  await signIn(page, user);
  await heading(page, "Components");
  await page.getByText("No components yet").waitFor();
  expect(refreshes()).toBe(1);
});

for (const minutes of [20, -20]) {
  test(`a browser's clock that is ${minutes} minutes off changes nothing`, async () => {
    admin.pool.validity = 600;
    await context.clock.install({ time: Date.now() + minutes * MINUTE_MS });
    const { page } = await signedIn();
    await page.reload();
    await heading(page, "Incidents");
    await context.clock.fastForward(9 * MINUTE_MS);
    await nextPoll(page);
    expect(refreshes()).toBe(0);
    await context.clock.fastForward(40_000);
    await refreshed();
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
  const { page } = await signedIn();
  await heading(page, "Incidents");
  await signOut(page);
  await signIn(page, admin.pool.addUser());
  await heading(page, "Components");
  await page.reload();
  await page.waitForURL("**/signin");
});

test("signing out and in concerns every tab", async () => {
  const { user, page } = await signedIn();
  const other = await open("/incidents");
  await heading(other, "Incidents");
  await signOut(page);
  await other.waitForURL("**/signin");
  await other.getByLabel("Password").waitFor();
  await other.getByText(ended).waitFor({ state: "detached" });
  expect(await tokensIn(other)).toEqual([]);

  await signIn(other, user);
  await heading(other, "Components");
  await heading(page, "Components");
  expect(pathOf(page)).toBe("/");
});

test("a sign-out in another tab whose tokens vanish before it is heard of leads nowhere back either", async () => {
  const { user, page } = await signedIn();
  await heading(page, "Incidents");
  const other = await open("/settings.js");
  await other.evaluate(() => localStorage.clear());
  await page.getByText(ended).waitFor();
  await other.evaluate(() => new BroadcastChannel("daymark-sign-out").postMessage("signed out"));
  await page.getByText(ended).waitFor({ state: "detached" });
  await signIn(page, user);
  await heading(page, "Components");
  expect(pathOf(page)).toBe("/");
});

test("two tabs refresh once, and what one has open survives the end of the other's session", async () => {
  await context.clock.install();
  const { user, page } = await signedIn();
  const other = await open("/incidents");
  const dialog = await writeIncident(other, "In the other tab");
  await context.clock.fastForward(61 * MINUTE_MS);
  await refreshed();
  await Promise.all([nextPoll(page), nextPoll(other)]);
  expect(refreshes()).toBe(1);

  admin.pool.refusesRefresh = true;
  await context.clock.fastForward(61 * MINUTE_MS);
  await page.getByText(ended).waitFor();
  await other.getByText(ended).waitFor();
  await page.getByLabel("Password").fill(user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/incidents");
  await other.waitForURL("**/incidents");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("In the other tab");
});

test("a refresh that is under way when somebody signs out brings no session back", async () => {
  await context.clock.install();
  const { page } = await signedIn();
  const hold = Promise.withResolvers<void>();
  admin.pool.held = hold.promise;
  await context.clock.fastForward(120 * MINUTE_MS);
  await expect.poll(() => admin.pool.calls.at(-1)).toBe("InitiateAuth");
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const answered = page.waitForResponse(admin.pool.endpoint);
  hold.resolve();
  await answered;
  await page.waitForURL("**/signin");
  await page.getByLabel("Password").waitFor();
  await expect.poll(() => admin.pool.issued.length).toBe(2);
  await expect.poll(usable).toEqual([]);
  await page.reload();
  await page.getByLabel("Password").waitFor();
  expect(await tokensIn(page)).toEqual([]);
});

/** The refresh tokens that somebody who copied them could go on with. */
const usable = () => admin.pool.issued.map(({ token }) => token).filter(admin.pool.refreshes);

test("signing out revokes the refresh token at the user pool", async () => {
  const { page } = await signedIn();
  expect(usable()).toHaveLength(1);
  await signOut(page);
  await expect.poll(usable).toEqual([]);
  expect(await tokensIn(page)).toEqual([]);
});

test("the end of a session revokes the refresh token, too", async () => {
  admin.pool.claims = () => ({ aud: "another-client" });
  const page = await open();
  await signIn(page, admin.pool.addUser());
  await page.getByText(ended).waitFor();
  expect(admin.pool.issued.length).toBeGreaterThan(0);
  await expect.poll(usable).toEqual([]);
});

test.for(["is away", "does not answer", "refuses it"])(
  "signing out waits for nothing: it is done at once where the user pool %s",
  async (trouble) => {
    const { page } = await signedIn();
    if (trouble === "is away") await context.route(admin.pool.endpoint, (route) => route.abort());
    else if (trouble === "refuses it")
      await context.route(admin.pool.endpoint, (route) => route.fulfill({ status: 400, body: "no" }));
    else admin.pool.held = new Promise(() => {});
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

test("whoever is signed in is led away from the sign-in page", async () => {
  await signedIn();
  const page = await open("/signin");
  await heading(page, "Components");
  expect(pathOf(page)).toBe("/");
});

/** The list on the screen has been read again, or is known to be unchanged. */
async function nextPoll(page: Page) {
  const answered = page.waitForResponse(
    (response) => response.url().includes("fresh=1") && [200, 304].includes(response.status()),
  );
  await context.clock.runFor(5_000);
  await answered;
}

function tokensIn(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => /Token|LastAuthUser/.test(key)));
}

async function incidentsNamed(name: string): Promise<number> {
  const incidents = await (await admin.daymark.visitor.incidents.$get()).json();
  return Array.isArray(incidents) ? incidents.filter((incident) => incident.name === name).length : -1;
}
