import { createServer } from "node:http";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { idToken, signOut } from "../../web/admin/sign-in/session.ts";
import { signIn } from "../../web/admin/sign-in/steps.ts";
import { keepSession, openConsole, showConsole } from "./console.tsx";
import { type Daymark, startDaymark } from "./daymark.ts";

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
const button = (name: string) => screen.getByRole("button", { name });

/** Types into the sign-in dialog, and presses Enter. */
async function enter(user: ReturnType<typeof showConsole>, email: string, password: string) {
  await user.type(await screen.findByLabelText("Email Address"), email);
  await user.type(screen.getByLabelText("Password"), `${password}{Enter}`);
}

test("whoever is not signed in is led to the sign-in page", async () => {
  for (const screenPath of ["/", "/components", "/incidents", "/users"]) {
    showConsole(daymark.settings, screenPath);
    await screen.findByLabelText("Email Address");
    expect(path()).toBe("/signin");
  }
});

test("an administrator signs in, is known after a reload, and signs out", async () => {
  await daymark.administrator.settings.$patch({ json: { serviceName: "Fernway" } });
  const user = showConsole(daymark.settings, "/incidents");
  await enter(user, "admin@example.com", "Daymark-demo-1");
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

test("after signing out, the local user pool takes the refresh token no more", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await enter(user, "admin@example.com", "Daymark-demo-1");
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

test("a sign-in that fails shows the user pool's words", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await enter(user, "admin@example.com", "not-the-password");
  expect((await screen.findByRole("alert")).textContent).toMatch(/password/i);
  expect(path()).toBe("/signin");
});

test("an invited administrator sets a password of their own", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await enter(user, "invited@example.com", "Daymark-temp-1");
  await screen.findByText("Login successful. Now, set your own password.");
  await user.click(button("DONE"));
  expect((await screen.findByRole("alert")).textContent).toBe("New password is required.");

  await user.type(screen.getByLabelText("New Password"), "Daymark-mine-1");
  await user.click(button("DONE"));
  expect(await screen.findByRole("heading", { name: "Components" })).toBeTruthy();
  expect(path()).toBe("/");

  signOut();
  showConsole(daymark.settings, "/signin");
  await enter(user, "invited@example.com", "Daymark-mine-1");
  expect(await screen.findByRole("heading", { name: "Components" })).toBeTruthy();
});

test("a session that can not be read is no session", async () => {
  keepSession(daymark.settings, { idToken: "no.token", accessToken: "no.token" });
  showConsole(daymark.settings, "/components");
  await screen.findByLabelText("Email Address");
  expect(path()).toBe("/signin");
  await expect(idToken()).rejects.toThrow("failed to get session");
});

test("signing out in another tab ends the session here", async () => {
  const user = showConsole(daymark.settings, "/signin");
  await enter(user, "admin@example.com", "Daymark-demo-1");
  await screen.findByRole("heading", { name: "Components" });
  localStorage.clear();
  window.dispatchEvent(new Event("storage"));
  await screen.findByLabelText("Email Address");
  expect(path()).toBe("/signin");
});

test("a challenge that nobody answers sends the administrator to whoever runs the user pool", async () => {
  const pool = createServer((_, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    response.end(
      JSON.stringify({ ChallengeName: "CUSTOM_CHALLENGE", Session: "s", ChallengeParameters: {} }),
    );
  });
  await new Promise<void>((resolve) => pool.listen(0, "127.0.0.1", resolve));
  const address = pool.address();
  const port = typeof address === "object" ? address?.port : undefined;
  window.settings = { ...daymark.settings, userPoolEndpoint: `http://127.0.0.1:${port}/` };
  try {
    await expect(signIn("admin@example.com", "x")).rejects.toThrow(
      "This console doesn't support the way your account signs in. Contact your admin.",
    );
  } finally {
    pool.close();
  }
});

test("an unknown address is a 404 page", async () => {
  await openConsole(daymark, "/components/nothing");
  expect(screen.getByRole("heading", { name: "404 page not found" })).toBeTruthy();
  cleanup();
});
