import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { newSetupKey } from "../../../tools/start/setup-key.ts";
import { type FakeIssuer, oidcClientID, startFakeIssuer } from "../../support/fakes/fake-issuer.ts";
import { userPoolClientID, userPoolID } from "../../support/fakes/fake-token-issuer.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The first administrator of an installation in which nobody can sign in yet. setup-link.test.ts does it in a browser.

const consoleURL = "https://console.example.com";
const nonce = "nonce-of-this-sign-in";
const unset = { ADMIN_PAGE_URL: consoleURL, USER_POOL_ID: "", USER_POOL_CLIENT_ID: "" };
const HOUR_SECONDS = 3600;
let key: string;
let issuer: FakeIssuer;
let daymark: Daymark;

const provider = (own = issuer) => ({
  kind: "provider",
  issuer: own.issuer,
  clientID: oidcClientID,
  clientSecret: "s3cret",
  adminClaim: "groups",
  admins: "admins",
});

beforeAll(async () => {
  issuer = await startFakeIssuer();
  daymark = await startDaymark({ vars: unset });
});
afterAll(async () => {
  const logs = daymark.logs.join("\n");
  await Promise.all([daymark.stop(), issuer.stop()]);
  for (const text of ["eyJ", "s3cret", "the-code", key.slice(11)]) expect(logs).not.toContain(text);
});
beforeEach(async () => {
  key = newSetupKey();
  issuer.tokenCalls.length = 0;
  await daymark.db.prepare("DELETE FROM settings").run();
  await daymark.deploy({ ...unset, SETUP_KEY: key });
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const init = { method: "POST", headers: { Origin: consoleURL, ...headers }, body: JSON.stringify(body) };
  const response = await daymark.fetch(`/api/sign-in/${path}`, init);
  return { status: response.status, answer: await response.json() };
}

const check = (typed: string, headers?: Record<string, string>) => post("setup", { key: typed }, headers);

async function tryOut(choice: object = provider()): Promise<string> {
  const { status, answer } = await post("setup/candidates", { key, signIn: choice });
  expect([status, answer.errorMessage]).toEqual([200, undefined]);
  return answer.candidate;
}

async function activate(candidate: string, own = issuer, claims = {}) {
  const idToken = await own.idToken({ nonce, ...claims });
  own.answerTokens({ id_token: idToken });
  const exchange = { issuer: own.issuer, code: "the-code", codeVerifier: "v".repeat(43), nonce };
  const { status, answer } = await post("activate", { candidate, exchange });
  return { status, errorMessage: answer.errorMessage, idToken };
}

const statusWith = async (token: string) =>
  (await daymark.fetch("/api/settings", { headers: { Authorization: token } })).status;
const shown = async () => (await daymark.fetch("/api/sign-in")).json();
const ageOf = (hours: number) => {
  const [seconds = "", random = ""] = newSetupKey().split(".");
  return `${Number(seconds) - hours * HOUR_SECONDS}.${random}`;
};

test("whoever holds the key and signs in becomes the first administrator, and the key is dead", async () => {
  expect(await shown()).toEqual({ kind: "none" });
  expect(await check(key)).toEqual({ status: 200, answer: {} });
  const { status, idToken } = await activate(await tryOut());
  expect([status, await statusWith(idToken)]).toEqual([200, 200]);
  expect(await shown()).toMatchObject({ kind: "provider", issuer: issuer.issuer });

  const dead =
    "This installation is already set up, so its setup key no longer works. Sign in to the console. If nobody can, docs/sign-in.md has the way back in.";
  for (const { status, answer } of [
    await check(key),
    await post("setup/candidates", { key, signIn: provider() }),
  ])
    expect([status, answer.errorMessage]).toEqual([409, dead]);
});

test("a try that fails says who signed in, and what to do in the form", async () => {
  const other = { groups: ["others"], email: "eve@example.com", email_verified: true };
  expect(await activate(await tryOut(), issuer, other)).toMatchObject({
    status: 403,
    errorMessage:
      "You signed in as eve@example.com, but you are not an administrator: Administrators has no value of the claim “groups”. Go back and add one, or try again with another account.",
  });
  const candidate = await tryOut();
  issuer.answerTokens({ error: "invalid_client" }, 401);
  const exchange = { issuer: issuer.issuer, code: "the-code", codeVerifier: "v".repeat(43), nonce };
  expect((await post("activate", { candidate, exchange })).answer.errorMessage).toBe(
    "The identity provider refuses the console's client. Go back, and compare its ID and its secret with the client's page at the provider.",
  );
  expect(daymark.logs.join("\n")).not.toContain("eve@example.com");
});

test("the key stays dead with another key, and if the stored sign-in doesn't count", async () => {
  await activate(await tryOut());
  const next = newSetupKey();
  await daymark.deploy({ ...unset, SETUP_KEY: next });
  expect((await check(next)).status).toBe(409);
  await daymark.deploy({ ...unset, SETUP_KEY: next, SIGN_IN: "variables" });
  expect((await check(next)).status).toBe(409);
});

test("with variables that sign someone in, there is no setup", async () => {
  const pool = { USER_POOL_ID: userPoolID, USER_POOL_CLIENT_ID: userPoolClientID };
  await daymark.deploy({ ...pool, SETUP_KEY: key });
  expect(await shown()).toEqual({ kind: "variables" });
  expect((await check(key)).status).toBe(409);
});

test.for([
  ["a key that is a day old", ageOf(24.01), 410, "expired"],
  ["a key from the future", ageOf(-1), 410, "expired"],
  ["a word", "password", 403, "is not a setup key"],
  ["a short key", `${ageOf(0).slice(0, 20)}`, 403, "is not a setup key"],
  ["no key", "", 403, "has no setup key"],
] as const)(
  "%s of the deployment is refused, and the answer says what to do",
  async ([, own, status, text]) => {
    await daymark.deploy({ ...unset, SETUP_KEY: own });
    const { status: actual, answer } = await check(own || key);
    expect([actual, answer.errorMessage]).toEqual([status, expect.stringContaining(text)]);
    expect(answer.errorMessage).toContain(
      "Make a new key with `npm run deploy`, or as docs/sign-in.md says.",
    );
  },
);

test("a wrong key learns nothing, whatever it has in common with the right one", async () => {
  const answers = [];
  for (const wrong of [newSetupKey(), key.slice(0, -1), `${key}A`, key.toUpperCase(), "x"])
    answers.push(await check(wrong));
  for (const { status, answer } of answers)
    expect([status, answer]).toEqual([
      403,
      { errorMessage: "This setup key isn't right. Use the newest link of the deployment." },
    ]);
  expect((await post("setup/candidates", { key: "x", signIn: provider() })).status).toBe(403);
});

test("a guess doesn't reach the database", async () => {
  const statements = async (typed: string) => {
    const init = { method: "POST", headers: { Origin: consoleURL }, body: JSON.stringify({ key: typed }) };
    const response = await daymark.fetch("/api/sign-in/setup", init);
    return [response.status, Number(response.headers.get("x-test-statements"))];
  };
  const [[, right = 0], wrong] = [await statements(key), await statements(newSetupKey())];
  const [, withoutKey = 0] = await statements("");
  expect([wrong, right]).toEqual([[403, withoutKey], withoutKey + 1]);
});

test("a network that guesses is stopped, and the holder of the key is not", async () => {
  const guarded = await startDaymark({ vars: { ...unset, SETUP_KEY: key }, rates: {} });
  onTestFinished(() => guarded.stop());
  const send = async (typed: string, network: string) => {
    const headers = { Origin: consoleURL, "CF-Connecting-IP": network };
    const init = { method: "POST", headers, body: JSON.stringify({ key: typed }) };
    return (await guarded.fetch("/api/sign-in/setup", init)).status;
  };
  const statuses = [];
  for (let n = 0; n < 62; n += 1) statuses.push(await send(newSetupKey(), "203.0.113.7"));
  expect(statuses).toEqual([...Array(60).fill(403), 429, 429]);
  expect(await send(key, "203.0.113.7")).toBe(429);
  expect(await send(key, "203.0.113.8")).toBe(200);
});

test("pages of other sites can't use the key", async () => {
  for (const Origin of ["https://evil.example.com", "null", daymark.url])
    for (const path of ["setup", "setup/candidates"])
      expect((await post(path, { key, signIn: provider() }, { Origin })).status).toBe(403);
});

test("a stranger at the provider doesn't become the first administrator", async () => {
  const { status, idToken } = await activate(await tryOut(), issuer, { groups: ["others"] });
  expect([status, await statusWith(idToken)]).toEqual([403, 401]);
  expect(await shown()).toEqual({ kind: "none" });
  expect((await check(key)).status).toBe(200);
});

test("of two holders of the key, the second is refused", async () => {
  const other = await startFakeIssuer();
  onTestFinished(() => other.stop());
  const [first, second] = [await tryOut(), await tryOut(provider(other))];
  const results = await Promise.all([activate(first), activate(second, other)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const loser = results.find(({ status }) => status === 409) ?? expect.unreachable();
  expect(await statusWith(loser.idToken)).toBe(401);
});

test("a new key ends what was tried with the one before", async () => {
  const candidate = await tryOut();
  await daymark.deploy({ ...unset, SETUP_KEY: newSetupKey() });
  expect((await activate(candidate)).status).toBe(410);
  expect(await shown()).toEqual({ kind: "none" });
});

test("without the key, an issuer of an attacker's own signs nobody in", async () => {
  const attacker = await startFakeIssuer();
  onTestFinished(() => attacker.stop());
  await activate(await tryOut());
  expect(await statusWith(await attacker.idToken())).toBe(401);
  expect(await statusWith(await attacker.idToken({ iss: issuer.issuer }, { kid: "unknown" }))).toBe(401);
  expect((await post("setup/candidates", { key: newSetupKey(), signIn: provider(attacker) })).status).toBe(
    403,
  );
});
