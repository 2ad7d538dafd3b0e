import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { RuntimeSettings } from "../../../web/admin/runtime-settings.ts";
import { signOut } from "../../../web/admin/session/session.ts";
import { startFakeCognito, type User } from "../../support/fakes/fake-cognito.ts";
import { totp } from "../../support/fakes/totp.ts";
import { button, enter, press, showConsole } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";

// `test/browser/journeys/sign-in/sign-in-challenges.test.ts` has SRP, a QR code and a remembered device in a browser.

let daymark: Daymark;
let pool: Awaited<ReturnType<typeof startFakeCognito>>;
let settings: RuntimeSettings;
beforeAll(async () => {
  daymark = await startDaymark();
  pool = await startFakeCognito(daymark.token);
  const authenticationFlow = "USER_PASSWORD_AUTH";
  settings = { ...daymark.settings, userPoolEndpoint: pool.endpoint, authenticationFlow };
});
beforeEach(() => {
  window.settings = settings;
  signOut();
  localStorage.clear();
  Object.assign(pool, { calls: [], responsesAfter: Promise.resolve() });
});
const { fetch: send } = globalThis;
afterEach(() => {
  globalThis.fetch = send;
});
afterAll(async () => {
  await daymark.stop();
  await pool.stop();
});

const secret = "JBSWY3DPEHPK3PXP";

type Credentials = Pick<User, "email" | "password">;

async function submitSignIn(user: ReturnType<typeof showConsole>, { email, password }: Credentials) {
  const field = await screen.findByLabelText("Email Address");
  await user.clear(field); // A canceled sign-in leaves its address there.
  await enter(user, field, email);
  await enter(user, screen.getByLabelText("Password"), `${password}{Enter}`);
}

async function signIn(credentials: Credentials, runtimeSettings = settings) {
  const user = showConsole(runtimeSettings, "/");
  await submitSignIn(user, credentials);
  return user;
}

const enterCode = async (user: ReturnType<typeof showConsole>, code: string) => {
  const field = await screen.findByLabelText("Code");
  await user.clear(field);
  await enter(user, field, `${code}{Enter}`);
};
const expectSignedIn = () => screen.findByRole("heading", { name: "Components" });
const expectError = (text: string) => waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));

test("buttons are disabled during a request", async () => {
  const response = Promise.withResolvers<void>();
  pool.responsesAfter = response.promise;
  const user = await signIn(pool.addUser());
  await waitFor(() => expect(button("Signin").getAttribute("aria-disabled")).toBe("true"));
  expect(button("Forgot Password?")).toHaveProperty("disabled", true);
  await user.keyboard("{Enter}");
  response.resolve();
  await expectSignedIn();
  expect(pool.calls.filter((call) => call === "InitiateAuth")).toHaveLength(1);
});

test("the new-password dialog asks for attributes that the user pool requires", async () => {
  const requiredAttributes = ["given_name", "phone_number", "custom:team"];
  const invited = pool.addUser({ hasTemporaryPassword: true, requiredAttributes });
  const user = await signIn(invited);
  await enter(user, await screen.findByLabelText("New Password"), "Password-of-my-own");
  await enter(user, screen.getByLabelText("Given name"), "Ada");
  await press(user, "DONE");
  await screen.findByText("Phone number is required.");
  await enter(user, screen.getByLabelText("Phone number"), "+14155550123");
  await enter(user, screen.getByLabelText("Team"), "Edge");
  await press(user, "DONE");
  await expectSignedIn();
  expect(invited.attributes).toEqual({
    given_name: "Ada",
    phone_number: "+14155550123",
    "custom:team": "Edge",
  });
});

test("a user with two second factors chooses one", async () => {
  const administrator = pool.addUser({ smsCode: "482917", totpSecret: secret });
  const wrongCode = "This code is wrong. Enter the newest code.";
  const user = await signIn(administrator);
  await user.click(await screen.findByLabelText("Text message"));
  await press(user, "Continue");
  await screen.findByText("The message was sent to +*******0123.");
  await enterCode(user, "000000");
  await expectError(wrongCode);
  await press(user, "Cancel");

  await submitSignIn(user, administrator);
  await screen.findByRole("heading", { name: "One more step" });
  await press(user, "Cancel");
  await submitSignIn(user, administrator);
  await user.click(await screen.findByLabelText("Authenticator app"));
  await press(user, "Continue");
  await screen.findByText("Enter the code from your authenticator app.");
  await enterCode(user, "000000");
  await expectError(wrongCode);
  await enterCode(user, totp(secret));
  await expectSignedIn();
});

test("a user with a telephone number enters the code from a text message", async () => {
  const user = await signIn(pool.addUser({ smsCode: "482917" }));
  await screen.findByText("Enter the code from the text message.");
  await enterCode(user, "482917");
  await expectSignedIn();
});

test.for(["CUSTOM_CHALLENGE", "DEVICE_SRP_AUTH", "EMAIL_OTP"])(
  "the unsupported challenge %s shows whom to contact",
  async (challenge) => {
    await signIn(pool.addUser({ challenge }));
    await expectError("This console doesn't support the way your account signs in. Contact your admin.");
    expect(button("Signin").getAttribute("aria-disabled")).toBeNull();
  },
);

test("if the user pool forgets the device between password and code, the console discards it and sends the code again", async () => {
  const administrator = pool.addUser({ totpSecret: secret, remembersDevices: true });
  const user = await signIn(administrator);
  await enterCode(user, totp(secret));
  await expectSignedIn();
  await press(user, "User menu");
  await press(user, "Sign out");

  pool.acceptsDevices = false;
  await submitSignIn(user, administrator);
  await screen.findByText("Enter the code from your authenticator app.");
  pool.acceptsDevices = true;
  pool.forgetDevices();
  await enterCode(user, totp(secret));
  await expectSignedIn();
});

test.for([
  ["eu-west-1_AbC123", "eu-west-1"],
  ["local_AbC123", "us-east-1"],
] as const)("for the user pool %s, the console calls Cognito in %s", async ([userPoolID, region]) => {
  const urls: string[] = [];
  globalThis.fetch = (input, init) => {
    if (!String(input).startsWith("https://")) return send(input, init);
    urls.push(String(input));
    return Promise.reject(new TypeError("Failed to fetch"));
  };
  const { userPoolEndpoint: _, ...others } = settings;
  await signIn({ email: "admin@example.com", password: "Password-1" }, { ...others, userPoolID });
  await expectError("The sign-in service can't be reached. Check your connection and try again.");
  expect(urls).toEqual([`https://cognito-idp.${region}.amazonaws.com/`]);
});
