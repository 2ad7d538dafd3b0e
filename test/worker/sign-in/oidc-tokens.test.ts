import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type FakeIssuer, oidcClientID, startFakeIssuer } from "../../support/fakes/fake-issuer.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Tokens of an OpenID Connect provider. tokens.test.ts has those of the user pool.

let issuer: FakeIssuer;
let daymark: Daymark;
const varsOf = ({ issuer }: FakeIssuer) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: oidcClientID,
  OIDC_ADMINS: "admins",
});

beforeAll(async () => {
  issuer = await startFakeIssuer();
  daymark = await startDaymark({ vars: varsOf(issuer) });
});
afterAll(() => Promise.all([daymark.stop(), issuer.stop()]));

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const invalidSession = [401, "Your session is not valid. Please sign in again."];

async function readSettings(authorization: string, worker = daymark, headers = {}) {
  const response = await worker.fetch("/api/settings", {
    headers: { Authorization: authorization, ...headers },
  });
  const { errorMessage } = await response.json();
  return [response.status, errorMessage];
}

/** A Worker of its own, because each keeps the provider's keys for minutes. */
async function startWith(vars: Record<string, string>, hosts?: Record<string, string>) {
  const worker = await startDaymark({ vars: { ...varsOf(issuer), ...vars }, ...(hosts && { hosts }) });
  onTestFinished(() => worker.stop());
  return worker;
}

async function startOther() {
  const other = await startFakeIssuer();
  onTestFinished(() => other.stop());
  return other;
}

test("an ID token of the provider is accepted, with or without Bearer", async () => {
  const token = await issuer.idToken();
  expect(await readSettings(token)).toEqual([200, undefined]);
  expect(await readSettings(`Bearer ${token}`)).toEqual([200, undefined]);
});

test("the user pool's tokens stay valid beside the provider's", async () => {
  expect(await readSettings(await daymark.token())).toEqual([200, undefined]);
});

test("without a user pool only the provider's tokens are valid", async () => {
  const worker = await startWith({ USER_POOL_ID: "", USER_POOL_CLIENT_ID: "" });
  expect(await readSettings(await issuer.idToken(), worker)).toEqual([200, undefined]);
  expect(await readSettings(await worker.token(), worker)).toEqual(invalidSession);
});

test("without OIDC_CLIENT_ID no token of the provider is valid, whatever its audience", async () => {
  const worker = await startWith({ OIDC_CLIENT_ID: "" });
  for (const aud of ["", oidcClientID, undefined])
    expect(await readSettings(await issuer.idToken({ aud }), worker)).toEqual(invalidSession);
});

test.for([
  { azp: oidcClientID },
  { aud: [oidcClientID] },
  { aud: [oidcClientID, "another"], azp: oidcClientID },
  { nonce: "checked by the console" },
  { email: undefined, email_verified: undefined },
])("a token with %j is accepted", async (claims) => {
  expect(await readSettings(await issuer.idToken(claims))).toEqual([200, undefined]);
});

test("a token that expired within the last minute is accepted, because clocks differ", async () => {
  expect(await readSettings(await issuer.idToken({ exp: inSeconds(-20) }))).toEqual([200, undefined]);
});

test("algorithms that the provider names are accepted, if they are safe", async () => {
  expect(await readSettings(await issuer.idToken({}, { alg: "ES256" }))).toEqual([200, undefined]);
  for (const alg of ["PS256", "EdDSA"])
    expect([alg, ...(await readSettings(await issuer.idToken({}, { alg })))]).toEqual([
      alg,
      ...invalidSession,
    ]);
  const other = await startOther();
  other.discovery.override = { id_token_signing_alg_values_supported: ["PS256", "EdDSA"] };
  const worker = await startWith(varsOf(other));
  for (const alg of ["PS256", "EdDSA"])
    expect([alg, ...(await readSettings(await other.idToken({}, { alg }), worker))]).toEqual([
      alg,
      200,
      undefined,
    ]);
  expect(await readSettings(await other.idToken(), worker)).toEqual(invalidSession);
});

const claims = { aud: oidcClientID, sub: "user-1", email_verified: true, groups: ["admins"] };
const attacks: Record<string, () => Promise<string> | string> = {
  "alg: none": () =>
    new UnsecuredJWT({ ...claims, iss: issuer.issuer, iat: inSeconds(0), exp: inSeconds(3600) }).encode(),
  "HS256 signed with the public key": () =>
    new SignJWT({ ...claims, iss: issuer.issuer, iat: inSeconds(0), exp: inSeconds(3600) })
      .setProtectedHeader({ alg: "HS256", kid: "RS256" })
      .sign(new TextEncoder().encode(issuer.publicPEM)),
  "another key with a valid kid": async () =>
    issuer.idToken({}, {}, (await generateKeyPair("RS256")).privateKey),
  "the kid of a key of another type": () => issuer.idToken({}, { alg: "RS256", kid: "ES256" }),
  "a URL of a key set (jku)": () => issuer.idToken({}, { kid: "mine", jku: `${issuer.issuer}/mine` }),
  "another issuer": () => issuer.idToken({ iss: "https://accounts.example.com" }),
  "the issuer with a slash": () => issuer.idToken({ iss: `${issuer.issuer}/` }),
  "a list of issuers": () => issuer.idToken({ iss: [issuer.issuer] }),
  "no issuer": () => issuer.idToken({ iss: undefined }),
  "the user pool's issuer": () => issuer.idToken({ iss: daymark.issuer, token_use: "id" }),
  "another audience": () => issuer.idToken({ aud: "another" }),
  "the user pool's audience": () => issuer.idToken({ aud: "test-client" }),
  "no audience": () => issuer.idToken({ aud: undefined }),
  "several audiences and no azp": () => issuer.idToken({ aud: [oidcClientID, "another"] }),
  "several audiences and another azp": () =>
    issuer.idToken({ aud: [oidcClientID, "another"], azp: "another" }),
  "one audience and another azp": () => issuer.idToken({ azp: "another" }),
  "an azp that is a list": () => issuer.idToken({ azp: [oidcClientID] }),
  expired: () => issuer.idToken({ exp: inSeconds(-61) }),
  "no expiry": () => issuer.idToken({ exp: undefined }),
  "not valid yet": () => issuer.idToken({ nbf: inSeconds(300) }),
  "issued more than a day ago": () => issuer.idToken({ iat: inSeconds(-86_400 - 61) }),
  "no time of issue": () => issuer.idToken({ iat: undefined }),
  "no subject": () => issuer.idToken({ sub: undefined }),
  "an empty subject": () => issuer.idToken({ sub: "" }),
  "the type of an access token": () => issuer.idToken({}, { typ: "at+jwt" }),
  "an access token with scopes": () => issuer.idToken({ scope: "openid email" }),
  "an access token of Entra ID": () => issuer.idToken({ scp: "openid" }),
  "an access token of Keycloak": () => issuer.idToken({ typ: "Bearer" }),
  "an access token of Cognito": () => issuer.idToken({ token_use: "access" }),
  "a logout token": () =>
    issuer.idToken({ events: { "http://schemas.openid.net/event/backchannel-logout": {} } }),
  "a token of Cloudflare Access": () => issuer.accessToken({ groups: ["admins"] }),
  "the user pool's key": () => daymark.token({ iss: issuer.issuer, aud: oidcClientID, groups: ["admins"] }),
};

test.for(Object.keys(attacks))("%s is a 401", async (name) => {
  expect(await readSettings((await attacks[name]?.()) ?? "")).toEqual(invalidSession);
});

const notListed =
  "You are signed in, but you are not an administrator. Ask whoever runs this page to add you: OIDC_ADMINS lists the administrators by the claim “groups”. Then sign out and sign in again.";
const notVerified =
  "Your email address is not verified. Verify it at your identity provider, then sign out and sign in again.";
const noList =
  "You are signed in, but nobody is an administrator yet, because anyone could have an account there. Ask whoever runs this page to set OIDC_ADMINS: docs/sign-in.md.";

test.for([
  undefined,
  [],
  "other",
  ["others"],
  ["Admins"],
  ["admins-of-another-page"],
  [["admins"]],
  { 0: "admins" },
  "others,admins",
  true,
])("a user whose groups are %j gets 403 with instructions", async (groups) => {
  expect(await readSettings(await issuer.idToken({ groups }))).toEqual([403, notListed]);
});

test("a user whose address the provider says is not verified gets 403", async () => {
  for (const email_verified of [false, "true", null, 1])
    expect(await readSettings(await issuer.idToken({ email_verified }))).toEqual([403, notVerified]);
});

test("without OIDC_ADMINS nobody is an administrator", async () => {
  for (const OIDC_ADMINS of ["", " , "]) {
    const worker = await startWith({ OIDC_ADMINS });
    for (const groups of [["admins"], [""], undefined])
      expect(await readSettings(await issuer.idToken({ groups }), worker)).toEqual([403, noList]);
  }
});

test("with the claim `email`, only verified addresses of the list are administrators", async () => {
  const worker = await startWith({
    OIDC_ADMIN_CLAIM: "email",
    OIDC_ADMINS: "grace@example.com, Ada@Example.com, kim@example.com",
  });
  const read = async (claims: object) => readSettings(await issuer.idToken({ ...claims }), worker);
  expect(await read({})).toEqual([200, undefined]);
  expect(await read({ email_verified: undefined })).toEqual([403, notVerified]);
  for (const email of ["eve@example.com", "ada@example.com.", "\u212aim@example.com"])
    expect(await read({ email })).toEqual([403, notListed.replace("groups", "email")]);
});

test("a subject that is an address is not logged", async () => {
  const Authorization = await issuer.idToken({ sub: "ada@example.com" });
  const body = JSON.stringify({ serviceName: "Fernway" });
  const response = await daymark.fetch("/api/settings", {
    method: "PATCH",
    headers: { Authorization },
    body,
  });
  expect(response.status).toBe(200);
  await expect.poll(() => daymark.logs.join("\n")).toMatch(/"actor":"provider-user:[0-9a-f]{32}"/);
  expect(daymark.logs.join("\n")).not.toContain("ada@example.com");
});

test("other users change nothing", async () => {
  const Authorization = await issuer.idToken({ groups: [] });
  const body = JSON.stringify({ name: "Mine", serviceName: "Mine" });
  for (const [method, path] of [
    ["POST", "/api/components"],
    ["PATCH", "/api/settings"],
  ] as const)
    expect((await daymark.fetch(path, { method, headers: { Authorization }, body })).status).toBe(403);
  expect(await (await daymark.visitor.components.$get({ query: {} })).json()).toEqual([]);
});

const unreachable =
  "The identity provider that signs administrators in can't be reached, so your session can't be checked. Please try again in a minute.";

const badDocuments: Record<string, (own: FakeIssuer) => object | string> = {
  "another issuer": () => ({ issuer: "https://accounts.example.com" }),
  "the issuer with a slash": ({ issuer }) => ({ issuer: `${issuer}/` }),
  "no key set": () => ({ jwks_uri: undefined }),
  "a key set on http": () => ({ jwks_uri: "http://keys.example.com/jwks" }),
  "a key set in a file": () => ({ jwks_uri: "file:///etc/passwd" }),
  "only HS256 and none": () => ({ id_token_signing_alg_values_supported: ["HS256", "none"] }),
  "text that is no JSON": () => "<html>",
  "more than 64 KiB": () => ({ more: "x".repeat(65_536) }),
};

test.for(Object.entries(badDocuments))(
  "a discovery document with %s signs nobody in",
  async ([, override]) => {
    const other = await startOther();
    other.discovery.override = override(other);
    const worker = await startWith(varsOf(other), { "keys.example.com": other.issuer });
    expect(await readSettings(await other.idToken(), worker)).toEqual([503, unreachable]);
    expect(other.calls.keySet).toBe(0);
    // The user pool still signs in.
    expect(await readSettings(await worker.token(), worker)).toEqual([200, undefined]);
  },
);

test("an issuer on http is refused, unless it is on this machine", async () => {
  const worker = await startWith({ OIDC_ISSUER: "http://accounts.example.com" });
  const [status] = await readSettings(await issuer.idToken({ iss: "http://accounts.example.com" }), worker);
  expect(status).toBe(503);
  await expect
    .poll(() => worker.logs.join())
    .toContain("OIDC_ISSUER in wrangler.toml must begin with https://.");
});

test("tokens with made-up keys make the Worker call the provider once a minute, and the pool never", async () => {
  const other = await startOther();
  const worker = await startWith(varsOf(other));
  const readAll = async (seconds: number) =>
    Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const iat = inSeconds(seconds);
        const token = await other.idToken({ iat, exp: iat + 3600 }, { kid: `made-up-${n}` });
        return readSettings(token, worker, { "x-test-ahead": String(seconds * 1000) });
      }),
    );
  for (const seconds of [0, 20, 40]) expect(await readAll(seconds)).toEqual(Array(20).fill(invalidSession));
  expect(other.calls).toEqual({ discovery: 1, keySet: 1 });
  expect(await readAll(65)).toEqual(Array(20).fill(invalidSession));
  expect(other.calls).toEqual({ discovery: 2, keySet: 2 });
});

test("the provider's keys are stored, and outlive the provider for a day", async () => {
  const other = await startOther();
  const worker = await startWith(varsOf(other));
  expect((await readSettings(await other.idToken(), worker))[0]).toBe(200);
  await expect.poll(() => worker.files.head("sign-in/provider-key-set.json")).not.toBeNull();
  await other.stop();
  const token = async (hours: number) => {
    const iat = inSeconds(hours * 3600);
    return other.idToken({ iat, exp: iat + 3600 });
  };
  const read = async (hours: number) =>
    readSettings(await token(hours), worker, { "x-test-ahead": String(hours * 3_600_000) });
  expect(await read(23)).toEqual([200, undefined]);
  expect(await read(25)).toEqual([503, unreachable]);
});
