import { screen } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../../web/admin/sign-in/steps.ts";
import { enter, showConsole } from "../support/console.tsx";
import { type ScriptedPool, startScriptedPool } from "../support/scripted-pool.ts";

// The console's messages for errors of a user pool. Cognito's messages are quoted from its responses.

let pool: ScriptedPool;
const runtime = () => ({
  apiURL: "http://127.0.0.1:9",
  userPoolID: "us-west-2_Pool",
  clientID: "client",
  userPoolEndpoint: pool.endpoint,
  authenticationFlow: "USER_PASSWORD_AUTH",
});
beforeAll(async () => {
  pool = await startScriptedPool({});
});
afterAll(() => pool.stop());

const constraint = "failed to satisfy constraint: Member must satisfy regular expression pattern:";
const badPassword = "This password can't be used: it's too short, or it begins or ends with a space.";
const tooLong = "This took too long. Start again.";
const badCode = "This code isn't complete. Enter all of its digits.";
const badAddress = "This email address isn't valid. Check for typos.";
const tooMany = "Too many attempts. Wait a minute and try again.";
const serviceError = "The sign-in service answered with an error. Try again in a moment.";

test.each([
  [`1 validation error detected: Value at 'password' ${constraint} ^[\\S]+.*[\\S]+$`, badPassword],
  [`1 validation error detected: Value at 'proposedPassword' ${constraint} ^[\\S]+.*[\\S]+$`, badPassword],
  [`2 validation errors detected: Value at 'confirmationCode' ${constraint} [\\S]+; Value …`, badCode],
  [`1 validation error detected: Value at 'userCode' ${constraint} [0-9]+`, badCode],
  [
    `1 validation error detected: Value at 'username' ${constraint} [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+`,
    badAddress,
  ],
  [`1 validation error detected: Value at 'session' ${constraint} ...`, tooLong],
  [
    `1 validation error detected: Value at 'deviceKey' ${constraint} ...`,
    /^Something is missing or isn't valid\./,
  ],
  ["Missing required parameter USERNAME", badAddress],
  ["Missing required parameter PASSWORD", badPassword],
  ["Missing required parameter UserCode", badCode],
  ["Missing required parameter Session", tooLong],
  ["Username should be an email.", badAddress],
  ["Invalid session for the user, session is expired.", tooLong],
  ["Invalid session for the user.", tooLong],
  ["Code mismatch", /^This code is wrong\./],
  ["Invalid code received for user", /^This code is wrong\./],
  ["Your software token has already been used once.", /^This code has been used\./],
  ["User password cannot be reset in the current state.", /^Your password can't be reset now\./],
  ["Password reset required for the user", 'You need to reset your password. Choose "Forgot Password?".'],
  ["User is not confirmed.", /^Your account isn't confirmed yet\./],
  ["Rate exceeded", tooMany],
  ["Too many requests", tooMany],
  ["Access Token has expired", /^Your session has ended\./],
  ["Unknown error, the response body from fetch is: undefined", serviceError],
  ["", serviceError],
] as const)("the pool's “%s” is shown as a message that helps", async (message, expected) => {
  await expect(messageFor(message)).resolves.toMatch(
    expected instanceof RegExp ? expected : exactly(expected),
  );
});

test.each([
  "Incorrect username or password.",
  "Password attempts exceeded",
  "User does not exist.",
  "User is disabled.",
  "Attempt limit exceeded, please try after some time.",
  "Invalid verification code provided, please try again.",
  "Invalid code provided, please request a code again.",
  "Password did not conform with policy: Password not long enough",
  "Cannot reset password for the user as there is no registered/verified email or phone_number",
  "USER_PASSWORD_AUTH flow not enabled for this client",
  "Invalid password",
  "Incorrect confirmation code",
])("the pool's “%s” is shown unchanged", async (message) => {
  await expect(messageFor(message)).resolves.toBe(message);
});

test("an unreachable pool is not shown with the library's message", async () => {
  window.settings = { ...runtime(), userPoolEndpoint: "http://127.0.0.1:9/" };
  await expect(signIn("admin@example.com", "x")).rejects.toThrow(
    "The sign-in service can't be reached. Check your connection and try again.",
  );
});

test("a response that no user pool sends is shown as an error of the service", async () => {
  window.settings = runtime();
  pool.responses.InitiateAuth = { __type: undefined, page: "502 Bad Gateway" };
  await expect(signIn("admin@example.com", "x")).rejects.toThrow(serviceError);
});

test("an error replaces the message of an earlier success", async () => {
  pool.responses.InitiateAuth = {
    __type: "NotAuthorizedException",
    message: "Incorrect username or password.",
  };
  const user = showConsole(runtime(), "/signin");
  const successMessage = () => screen.queryByText("Set new password successfully!");
  const setPassword = async () => {
    await user.click(await screen.findByRole("button", { name: "Forgot Password?" }));
    const address = screen.getByLabelText<HTMLInputElement>("Email Address");
    await user.clear(address);
    await enter(user, address, "admin@example.com{Enter}");
    await enter(user, await screen.findByLabelText("Verification code"), "123456");
    await enter(user, screen.getByLabelText("Password"), "Password-2{Enter}");
    await screen.findByText("Set new password successfully!");
  };
  await setPassword();
  await user.click(screen.getByRole("button", { name: "Signin" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Password is required.");
  expect(successMessage()).toBeNull();

  await enter(user, screen.getByLabelText("Password"), "not-it{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Incorrect username or password.");
  expect(successMessage()).toBeNull();
});

async function messageFor(message: string): Promise<string> {
  window.settings = runtime();
  pool.responses.InitiateAuth = { __type: "InvalidParameterException", message };
  return signIn("admin@example.com", "x").then(
    () => "signed in",
    (error: Error) => error.message,
  );
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.?]/g, "\\$&")}$`);
}
