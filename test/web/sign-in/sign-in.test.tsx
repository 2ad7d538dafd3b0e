import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { idToken, signOut } from "../../../web/admin/session/session.ts";
import { signIn } from "../../../web/admin/sign-in/steps.ts";
import { button, enter, openConsole, showConsole, storeSession } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { startScriptedPool } from "../support/scripted-pool.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ userPool: "local" });
});
beforeEach(() => {
  window.settings = daymark.settings;
  signOut();
  localStorage.clear();
});
afterAll(() => daymark.stop());

const path = () => window.location.pathname;

async function submitSignIn(user: ReturnType<typeof showConsole>, email: string, password: string) {
  await enter(user, await screen.findByLabelText("Email Address"), email);
  await enter(user, screen.getByLabelText("Password"), `${password}{Enter}`);
}

test("without a session every screen redirects to the sign-in page", async () => {
  for (const screenPath of ["/", "/components", "/incidents", "/users"]) {
    showConsole(daymark.settings, screenPath);
    await screen.findByLabelText("Email Address");
    expect(path()).toBe("/signin");
  }
});

test("an administrator signs in, stays signed in after a reload, and signs out", async () => {
  await daymark.administrator.settings.$patch({ json: { serviceName: "Fernway" } });
  const user = showConsole(daymark.settings, "/incidents");
  await submitSignIn(user, "admin@example.com", "Daymark-demo-1");
  expect(await screen.findByRole("heading", { name: "Components" })).toBeTruthy();
  expect(path()).toBe("/");

  showConsole(daymark.settings, "/signin");
  expect(await screen.findByRole("heading", { name: "Components" })).toBeTruthy();
  expect(path()).toBe("/");
  await waitFor(() => expect(document.title).toBe("Fernway Status Admin"));
  expect(screen.getByText("Fernway").parentElement?.textContent).toContain("Status Admin");
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: /^Status page/ }).href).toBe(
    "http://localhost:8787/",
  );

  await user.click(button("User menu"));
  await screen.findByText("admin@example.com");
  await user.click(button("Sign out"));
  await screen.findByLabelText("Email Address");
  expect(path()).toBe("/signin");
  expect(localStorage.length).toBe(0);
});

test("signing in leads back to the address of an incident, which is shared, and a sign-out forgets it", async () => {
  const path = "/incidents/new?name=API%20is%20down";
  const user = showConsole(daymark.settings, path);
  await submitSignIn(user, "admin@example.com", "Daymark-demo-1");
  await screen.findByRole("dialog", { name: "Add Incident" });
  expect(window.location.pathname + window.location.search).toBe(path);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("API is down");
  await user.keyboard("{Escape}");
  await user.click(button("User menu"));
  await user.click(button("Sign out"));
  await submitSignIn(user, "admin@example.com", "Daymark-demo-1");
  expect(await screen.findByRole("heading", { name: "Components" })).toBeTruthy();
});

test("after a sign-out the local user pool refuses the refresh token", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await submitSignIn(user, "admin@example.com", "Daymark-demo-1");
  await screen.findByRole("heading", { name: "Components" });
  const name = Object.keys(localStorage).find((key) => key.endsWith(".refreshToken")) ?? "";
  const token = localStorage.getItem(name);
  expect((await refresh(token)).status).toBe(200);
  signOut();
  await waitFor(async () => expect((await refresh(token)).status).toBe(400));
});

function refresh(token: string | null) {
  const { userPoolEndpoint = "", clientID } = daymark.settings;
  return fetch(userPoolEndpoint, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.1",
      "X-Amz-Target": "AWSCognitoIdentityProviderService.InitiateAuth",
    },
    body: JSON.stringify({
      AuthFlow: "REFRESH_TOKEN_AUTH",
      ClientId: clientID,
      AuthParameters: { REFRESH_TOKEN: token },
    }),
  });
}

test("a failed sign-in shows the user pool's message", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await submitSignIn(user, "admin@example.com", "not-the-password");
  expect((await screen.findByRole("alert")).textContent).toMatch(/password/i);
  expect(path()).toBe("/signin");
});

test("an invited administrator sets a new password", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await submitSignIn(user, "invited@example.com", "Daymark-temp-1");
  await screen.findByText("Login successful. Now, set your own password.");
  await user.click(button("DONE"));
  expect((await screen.findByRole("alert")).textContent).toBe("New password is required.");

  await enter(user, screen.getByLabelText("New Password"), "Daymark-mine-1");
  await user.click(button("DONE"));
  expect(await screen.findByRole("heading", { name: "Components" })).toBeTruthy();
  expect(path()).toBe("/");

  signOut();
  showConsole(daymark.settings, "/signin");
  await submitSignIn(user, "invited@example.com", "Daymark-mine-1");
  expect(await screen.findByRole("heading", { name: "Components" })).toBeTruthy();
});

test("an invalid stored session counts as signed out", async () => {
  storeSession(daymark.settings, { idToken: "no.token", accessToken: "no.token" });
  showConsole(daymark.settings, "/components");
  await screen.findByLabelText("Email Address");
  expect(path()).toBe("/signin");
  await expect(idToken()).rejects.toThrow("failed to get session");
});

test("while the user pool is away, a reload with an expired session says so, and goes on once it is back", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await submitSignIn(user, "admin@example.com", "Daymark-demo-1");
  await screen.findByRole("heading", { name: "Components" });
  const key = Object.keys(localStorage).find((each) => each.endsWith(".idToken")) ?? "";
  const [head, payload = "", signature] = (localStorage.getItem(key) ?? "").split(".");
  const expired = btoa(JSON.stringify({ ...JSON.parse(atob(payload)), exp: 1 }));
  localStorage.setItem(key, [head, expired, signature].join("."));

  for (const screenPath of ["/incidents", "/signin"]) {
    const away = { ...daymark.settings, userPoolEndpoint: "http://127.0.0.1:9/" };
    const returning = showConsole(away, screenPath);
    await screen.findByRole("heading", { name: "failed to get session" });
    expect(screen.getByRole("alert").textContent).toMatch(/can't be reached/);
    expect(screen.queryByLabelText("Password")).toBeNull();
    await returning.click(button("Try again"));
    await screen.findByRole("button", { name: "Try again", busy: false });
    expect(path()).toBe(screenPath);
  }
  showConsole({ ...daymark.settings, userPoolEndpoint: "http://127.0.0.1:9/" }, "/incidents");
  await screen.findByRole("heading", { name: "failed to get session" });
  window.settings = daymark.settings;
  await user.click(button("Try again"));
  await screen.findByRole("heading", { name: "Incidents" });
  expect(path()).toBe("/incidents");
});

test("signing out in another tab ends the session here", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await submitSignIn(user, "admin@example.com", "Daymark-demo-1");
  await screen.findByRole("heading", { name: "Components" });
  localStorage.clear();
  window.dispatchEvent(new Event("storage"));
  await screen.findByLabelText("Email Address");
  expect(path()).toBe("/signin");
});

test("an unsupported challenge tells the user to contact the admin", async () => {
  const pool = await startScriptedPool({
    InitiateAuth: { ChallengeName: "CUSTOM_CHALLENGE", Session: "s", ChallengeParameters: {} },
  });
  window.settings = { ...daymark.settings, userPoolEndpoint: pool.endpoint };
  try {
    await expect(signIn("admin@example.com", "x")).rejects.toThrow(
      "This console doesn't support the way your account signs in. Contact your admin.",
    );
  } finally {
    pool.stop();
  }
});

test("an unknown path shows the 404 page", async () => {
  await openConsole(daymark, "/components/nothing");
  expect(screen.getByRole("heading", { name: "404 page not found" })).toBeTruthy();
  cleanup();
});
