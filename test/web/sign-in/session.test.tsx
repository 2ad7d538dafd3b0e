import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RuntimeSettings } from "../../../web/admin/runtime-settings.ts";
import { signOut } from "../../../web/admin/session/session.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { startFakeCognito, type User } from "../../support/fakes/fake-cognito.ts";
import {
  enter,
  expectDialogClosed,
  fieldValue,
  press,
  returnToWindow,
  showConsole,
} from "../support/console.tsx";
import { type Daymark, incidentsOf, startDaymark } from "../support/daymark.ts";

// The clock stands still unless a test moves it. `test/browser/journeys/sign-in/sign-in-session.test.ts` has what needs a browser: tabs and storage.

let daymark: Daymark;
let pool: Awaited<ReturnType<typeof startFakeCognito>>;
let settings: RuntimeSettings;
/** In seconds since 1970. The clocks of the user pool and the Worker don't move with the browser's. */
let issuedAt = 0;
const validFor = (ms: number) => () => ({ iat: issuedAt, exp: issuedAt + ms / SECOND_MS });
beforeAll(async () => {
  daymark = await startDaymark();
  pool = await startFakeCognito(daymark.token);
  const authenticationFlow = "USER_PASSWORD_AUTH";
  settings = { ...daymark.settings, userPoolEndpoint: pool.endpoint, authenticationFlow };
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  issuedAt = Math.floor(Date.now() / SECOND_MS);
  window.settings = settings;
  signOut();
  localStorage.clear();
  Object.assign(pool, {
    calls: [],
    issuedRefreshTokens: [],
    refusesRefresh: false,
    claims: validFor(HOUR_MS),
    responsesAfter: Promise.resolve(),
  });
});
const { fetch: send } = globalThis;
afterEach(() => {
  vi.useRealTimers();
  globalThis.fetch = send;
});
afterAll(async () => {
  await daymark.stop();
  await pool.stop();
});

const sessionEndedMessage = "Your session has ended. Sign in again to continue where you left off.";
const path = () => window.location.pathname;
const countRefreshes = () => pool.calls.filter((call) => call === "Refresh").length;
const storedTokens = () => Object.keys(localStorage).filter((key) => /Token|LastAuthUser/.test(key));
/** Returns the refresh tokens that were issued and not revoked. */
const usableRefreshTokens = () =>
  pool.issuedRefreshTokens.map(({ token }) => token).filter(pool.acceptsRefreshToken);

async function submitSignIn(user: ReturnType<typeof showConsole>, { email, password }: User) {
  const emailField = await screen.findByLabelText<HTMLInputElement>("Email Address");
  if (emailField.value !== email) {
    await user.clear(emailField);
    await enter(user, emailField, email);
  }
  await enter(user, screen.getByLabelText("Password"), `${password}{Enter}`);
}

/** Opens the list of incidents after the sign-in of a new administrator. */
async function openAsNewAdministrator() {
  const administrator = pool.addUser();
  const user = showConsole(settings, "/");
  await submitSignIn(user, administrator);
  await screen.findByRole("heading", { name: "Components" });
  window.history.pushState(null, "", "/incidents");
  await screen.findByRole("heading", { name: "Incidents" });
  return { administrator, user };
}

async function startIncident(user: ReturnType<typeof showConsole>, name: string) {
  await press(user, "Add");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Incident" }));
  await enter(user, dialog.getByLabelText("Name"), name);
  await enter(user, dialog.getByLabelText("Message"), "We look into it.");
}

const dialogButton = () =>
  within(screen.getByRole("dialog", { hidden: true })).getByRole("button", { name: "Add", hidden: true });

/** Moves the clock on, and polls as when the administrator returns to the window. */
async function returnAfter(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  await returnToWindow();
}

for (const minutesOff of [0, 20, -20]) {
  test(`tokens are refreshed once, shortly before they expire, if the browser's clock is ${minutesOff} minutes off`, async () => {
    vi.setSystemTime(issuedAt * SECOND_MS + minutesOff * MINUTE_MS);
    pool.claims = validFor(10 * MINUTE_MS);
    await openAsNewAdministrator();
    let polls = 0;
    globalThis.fetch = async (input, init) => {
      const response = await send(input, init);
      if (String(input).endsWith("/api/incidents?fresh=1")) polls++;
      return response;
    };
    const nextPoll = async () => {
      const before = polls;
      await returnToWindow();
      await waitFor(() => expect(polls).toBeGreaterThan(before));
    };
    showConsole(settings, "/incidents");
    await waitFor(() => expect(polls).toBe(1));
    vi.setSystemTime(Date.now() + 10 * MINUTE_MS - 15 * SECOND_MS);
    await nextPoll();
    expect(countRefreshes()).toBe(0);

    vi.setSystemTime(Date.now() + SECOND_MS);
    await nextPoll();
    await waitFor(() => expect(countRefreshes()).toBe(1));
    await nextPoll();
    expect(countRefreshes()).toBe(1);
    expect(path()).toBe("/incidents");
  });
}

test("after a refused refresh and a new sign-in, the draft is still there", async () => {
  const { administrator, user } = await openAsNewAdministrator();
  await startIncident(user, "A draft");
  pool.refusesRefresh = true;
  await returnAfter(2 * HOUR_MS);

  await screen.findByText(sessionEndedMessage);
  expect(path()).toBe("/signin");
  expect(storedTokens()).toEqual([]);
  expect(fieldValue("Email Address")).toBe(administrator.email);
  await user.keyboard("{Escape}");
  await submitSignIn(user, administrator);

  await waitFor(() => expect(path()).toBe("/incidents"));
  expect(fieldValue("Name")).toBe("A draft");
  expect(fieldValue("Message")).toBe("We look into it.");
  await user.click(dialogButton());
  await expectDialogClosed();
  expect((await incidentsOf(daymark)).filter(({ name }) => name === "A draft")).toHaveLength(1);
});

test("the script page shows its API key again after a new sign-in", async () => {
  const { administrator } = await openAsNewAdministrator();
  const user = showConsole(settings, "/metrics/abc123DEF456/scripts/python#apiKey=k3y");
  await screen.findByText(/k3y/);
  localStorage.clear();
  window.dispatchEvent(new Event("storage"));
  await screen.findByText(sessionEndedMessage);
  expect(window.location.href).not.toContain("k3y");
  await submitSignIn(user, administrator);
  await screen.findByText(/k3y/);
  expect(window.location.href).toMatch(/\/python#apiKey=k3y$/);
});

test("the address of a subscriber that is searched for is still there after a new sign-in", async () => {
  const { administrator, user } = await openAsNewAdministrator();
  window.history.pushState({ subscriberSearch: "anna@" }, "", "/subscribers");
  await screen.findByDisplayValue("anna@");
  localStorage.clear();
  window.dispatchEvent(new Event("storage"));
  await screen.findByText(sessionEndedMessage);
  expect(window.location.href).not.toContain("anna");
  await submitSignIn(user, administrator);
  await waitFor(() => expect(path()).toBe("/subscribers"));
  expect(await screen.findByDisplayValue("anna@")).toBeTruthy();
});

test("a request that failed without a session is retried after the sign-in, without an error", async () => {
  const { administrator, user } = await openAsNewAdministrator();
  await startIncident(user, "Retried");
  localStorage.clear();
  await user.click(dialogButton());
  await screen.findByText(sessionEndedMessage);
  expect(screen.queryByRole("alert")).toBeNull();
  const countRetried = async () =>
    (await incidentsOf(daymark)).filter(({ name }) => name === "Retried").length;
  expect(await countRetried()).toBe(0);

  await submitSignIn(user, administrator);
  await expectDialogClosed();
  expect(await countRetried()).toBe(1);
});

test("drafts are discarded if another administrator signs in", async () => {
  const { user } = await openAsNewAdministrator();
  await startIncident(user, "Not yours");
  pool.refusesRefresh = true;
  await returnAfter(2 * HOUR_MS);
  await screen.findByText(sessionEndedMessage);

  await submitSignIn(user, pool.addUser());
  await screen.findByRole("heading", { name: "Incidents" });
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
  expect(document.body.textContent).not.toContain("Not yours");
  await press(user, "Add");
  expect(fieldValue("Name")).toBe("");
});

test("a 401 from the API leads to the sign-in page, shows no error and revokes the refresh token", async () => {
  const administrator = pool.addUser();
  pool.claims = () => ({ aud: "another-client" });
  const user = showConsole(settings, "/");
  await submitSignIn(user, administrator);
  await screen.findByText(sessionEndedMessage);
  expect(path()).toBe("/signin");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(pool.issuedRefreshTokens.length).toBeGreaterThan(0);
  await waitFor(() => expect(usableRefreshTokens()).toEqual([]));

  pool.claims = validFor(HOUR_MS);
  await submitSignIn(user, administrator);
  await screen.findByRole("heading", { name: "Components" });
  await screen.findByText("No components yet");
});

test("if the API rejects a token as expired, the console refreshes it and retries", async () => {
  const claims = [{ iat: issuedAt - 700, exp: issuedAt - 100 }];
  pool.claims = () => claims.pop() ?? validFor(HOUR_MS)();
  const user = showConsole(settings, "/");
  await submitSignIn(user, pool.addUser());
  await screen.findByText("No components yet");
  expect(countRefreshes()).toBe(1);
});

test("after a sign-out in another tab the next sign-in opens the start page, even if tokens vanish before the message arrives", async () => {
  const { administrator, user } = await openAsNewAdministrator();
  localStorage.clear();
  window.dispatchEvent(new Event("storage"));
  await screen.findByText(sessionEndedMessage);
  const otherTab = new BroadcastChannel("daymark-sign-out");
  otherTab.postMessage("signed out");
  await waitFor(() => expect(screen.queryByText(sessionEndedMessage)).toBeNull());
  otherTab.close();
  await submitSignIn(user, administrator);
  await screen.findByRole("heading", { name: "Components" });
  expect(path()).toBe("/");
});

test("a refresh in flight during a sign-out doesn't restore the session", async () => {
  const { user } = await openAsNewAdministrator();
  const response = Promise.withResolvers<void>();
  pool.responsesAfter = response.promise;
  await returnAfter(2 * HOUR_MS);
  // The first is the sign-in.
  await waitFor(() => expect(pool.calls.filter((call) => call === "InitiateAuth")).toHaveLength(2));
  await press(user, "User menu");
  await press(user, "Sign out");
  await screen.findByLabelText("Password");
  response.resolve();
  await waitFor(() => expect(pool.issuedRefreshTokens).toHaveLength(2));
  await waitFor(() => expect(usableRefreshTokens()).toEqual([]));
  showConsole(settings, "/incidents");
  await screen.findByLabelText("Password");
  expect(storedTokens()).toEqual([]);
});

test("signing out revokes the refresh token at the user pool", async () => {
  const { user } = await openAsNewAdministrator();
  expect(usableRefreshTokens()).toHaveLength(1);
  await press(user, "User menu");
  await press(user, "Sign out");
  await waitFor(() => expect(usableRefreshTokens()).toEqual([]));
  expect(storedTokens()).toEqual([]);
});

test.for<[string, () => Promise<Response>]>([
  ["can't be reached", () => Promise.reject(new TypeError("fetch failed"))],
  ["doesn't respond", () => new Promise(() => {})],
  ["responds with an error", async () => new Response("no", { status: 400 })],
])("a sign-out doesn't wait for a user pool that %s", async ([, respond]) => {
  const { user } = await openAsNewAdministrator();
  globalThis.fetch = (input, init) => (String(input) === pool.endpoint ? respond() : send(input, init));
  await press(user, "User menu");
  await press(user, "Sign out");
  await screen.findByLabelText("Password");
  expect(storedTokens()).toEqual([]);
  showConsole(settings, "/incidents");
  await screen.findByLabelText("Password");
});
