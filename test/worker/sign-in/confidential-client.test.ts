import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type FakeIssuer, oidcClientID, startFakeIssuer } from "../../support/fakes/fake-issuer.ts";
import { sendHeadersOnly } from "../../support/readers/headers-only-request.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The Worker exchanges codes with the client's secret. A real provider signs in with it in confidential-sign-in.test.ts.

const consoleURL = "https://console.example.com";
const secret = "s3cret/with +signs&é";
const nonce = "nonce-of-this-sign-in";
let input: { issuer: string; code: string; codeVerifier: string; nonce: string };
let refresh: { issuer: string; refreshToken: string };
let issuer: FakeIssuer;
let daymark: Daymark;

const varsOf = (own: FakeIssuer) => ({
  OIDC_ISSUER: own.issuer,
  OIDC_CLIENT_ID: oidcClientID,
  OIDC_ADMINS: "admins",
  OIDC_CLIENT_SECRET: secret,
  ADMIN_PAGE_URL: consoleURL,
});

beforeAll(async () => {
  issuer = await startFakeIssuer();
  input = { issuer: issuer.issuer, code: "the-code", codeVerifier: "v".repeat(43), nonce };
  refresh = { issuer: issuer.issuer, refreshToken: "refresh-token" };
  daymark = await startDaymark({ vars: varsOf(issuer) });
});
afterAll(async () => {
  const logs = daymark.logs.join("\n");
  await Promise.all([daymark.stop(), issuer.stop()]);
  for (const text of ["eyJ", "s3cret", "the-code", "refresh-token", nonce]) expect(logs).not.toContain(text);
});
beforeEach(() => {
  issuer.tokenCalls.length = 0;
  issuer.discovery.override = {};
});

async function post(
  call: string,
  body: object = {},
  { worker = daymark, headers = {} }: { worker?: Daymark; headers?: Record<string, string> } = {},
) {
  const response = await worker.fetch(`/api/sign-in/${call}`, {
    method: "POST",
    headers: { Origin: consoleURL, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, answer: await response.json() };
}

async function startWith(vars: Record<string, string>, hosts?: Record<string, string>) {
  const worker = await startDaymark({ vars: { ...varsOf(issuer), ...vars }, ...(hosts && { hosts }) });
  onTestFinished(() => worker.stop());
  return worker;
}

test("a code is exchanged with the secret, the console's redirect URI and the verifier, and only two tokens come back", async () => {
  const idToken = await issuer.idToken({ nonce });
  issuer.answerTokens({
    access_token: "opaque",
    token_type: "Bearer",
    expires_in: 3600,
    id_token: idToken,
    refresh_token: "refresh-token",
  });
  const redirected = { ...input, redirect_uri: "https://evil.example.com", redirectURI: "x", client_id: "x" };
  const { status, headers, answer } = await post("token", redirected);
  expect([status, answer]).toEqual([200, { idToken, refreshToken: "refresh-token" }]);
  expect(headers.get("Cache-Control")).toBe("no-store");
  const basic = `${oidcClientID}:s3cret%2Fwith+%2Bsigns%26%C3%A9`;
  expect(issuer.tokenCalls).toEqual([
    {
      path: "/token",
      form: {
        grant_type: "authorization_code",
        code: "the-code",
        code_verifier: input.codeVerifier,
        redirect_uri: `${consoleURL}/signin/callback`,
      },
      authorization: `Basic ${Buffer.from(basic).toString("base64")}`,
    },
  ]);
  const settings = await daymark.fetch("/api/settings", { headers: { Authorization: idToken } });
  expect(settings.status).toBe(200);
});

test("a provider that takes the secret only in the body gets it there", async () => {
  issuer.discovery.override = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
  issuer.answerTokens({ id_token: await issuer.idToken({ nonce }) });
  expect((await post("token", input)).status).toBe(200);
  expect(issuer.tokenCalls).toMatchObject([
    { form: { client_id: oidcClientID, client_secret: secret }, authorization: undefined },
  ]);
});

test("a refresh brings a new ID token, and keeps the refresh token if the provider sends none", async () => {
  const idToken = await issuer.idToken();
  issuer.answerTokens({ id_token: idToken, access_token: "opaque" });
  expect(await post("refresh", refresh)).toMatchObject({
    status: 200,
    answer: { idToken, refreshToken: null },
  });
  expect(issuer.tokenCalls[0]?.form).toEqual({ grant_type: "refresh_token", refresh_token: "refresh-token" });
});

test.for([
  ["a refused refresh token", { error: "invalid_grant" }, 400],
  ["an answer without an ID token", { access_token: "opaque" }, 200],
] as const)("%s ends the session", async ([, body, providerStatus]) => {
  issuer.answerTokens(body, providerStatus);
  expect(await post("refresh", refresh)).toMatchObject({
    status: 401,
    answer: { errorMessage: "Your session has ended. Please sign in again." },
  });
});

test("a refresh token is revoked, and without an address for that nothing is called", async () => {
  issuer.answerTokens("");
  expect(await post("revoke", refresh)).toMatchObject({ status: 200, answer: {} });
  expect(issuer.tokenCalls).toMatchObject([
    { path: "/revoke", form: { token: "refresh-token", token_type_hint: "refresh_token" } },
  ]);
  issuer.discovery.override = { revocation_endpoint: undefined };
  expect((await post("revoke", refresh)).status).toBe(200);
  expect(issuer.tokenCalls).toHaveLength(1);
});

test("the console learns the provider's addresses, and nothing else of its document", async () => {
  issuer.discovery.override = { scopes_supported: ["openid"], end_session_endpoint: `${issuer.issuer}/end` };
  expect((await post("provider")).answer).toEqual({
    issuer: issuer.issuer,
    authorization_endpoint: `${issuer.issuer}/authorize`,
    end_session_endpoint: `${issuer.issuer}/end`,
    scopes_supported: ["openid"],
    authorization_response_iss_parameter_supported: false,
  });
});

const refusedClient =
  "The identity provider refuses the console's client. Compare OIDC_CLIENT_ID and the secret OIDC_CLIENT_SECRET with the client's page at the provider: docs/sign-in.md.";
const invalidAnswer =
  "The identity provider sent an answer that isn't valid. Try again, or contact your admin.";
const unreachable = "The identity provider can't be reached. Try again in a minute.";

test.for([
  [{ error: "invalid_client" }, 401, 502, refusedClient],
  [{ error: "unauthorized_client", error_description: "the-code" }, 400, 502, refusedClient],
  ["Unauthorized", 401, 502, refusedClient],
  [
    { error: "invalid_grant" },
    400,
    400,
    "This sign-in has expired, or its code was used before. Start again.",
  ],
  [
    { error: "temporarily_unavailable" },
    503,
    502,
    "The identity provider answered with an error (temporarily_unavailable). Try again in a moment.",
  ],
  [{ error: "eyJ.eyJ the-code" }, 400, 502, invalidAnswer],
  ['{"id_token":"eyJ', 200, 502, invalidAnswer],
  ["[]", 200, 502, invalidAnswer],
  [{ id_token: 5 }, 200, 502, invalidAnswer],
  ["x".repeat(10 * 1024 * 1024), 200, 502, invalidAnswer],
  [
    {},
    200,
    502,
    "The identity provider answered without an ID token. Its client must allow OpenID Connect: docs/sign-in.md.",
  ],
] as const)(
  "an answer like %.60j with status %d is explained",
  async ([body, providerStatus, status, errorMessage]) => {
    issuer.answerTokens(body, providerStatus);
    expect(await post("token", input)).toMatchObject({ status, answer: { errorMessage } });
  },
);

test("a code or a refresh token of another provider reaches this one never", async () => {
  issuer.answerTokens({ id_token: await issuer.idToken({ nonce }) });
  for (const other of ["https://accounts.example.com", `${issuer.issuer}/`, issuer.issuer.toUpperCase()])
    for (const [call, body] of [
      ["token", input],
      ["refresh", refresh],
      ["revoke", refresh],
    ] as const)
      expect(await post(call, { ...body, issuer: other })).toMatchObject({
        status: 409,
        answer: { errorMessage: "Administrators sign in with another provider now. Reload the console." },
      });
  expect(issuer.tokenCalls).toEqual([]);
});

test("a redirect of the token endpoint isn't followed, and the secret goes nowhere else", async () => {
  const other = await startFakeIssuer();
  onTestFinished(() => other.stop());
  issuer.answerTokens("", 307, { Location: `${other.issuer}/token` });
  expect(await post("token", input)).toMatchObject({ status: 502, answer: { errorMessage: invalidAnswer } });
  expect(other.tokenCalls).toEqual([]);
});

test("the secret is never sent to an address on http", async () => {
  const worker = await startWith({}, { "tokens.example.com": issuer.issuer });
  for (const [call, name, body] of [
    ["token", "token_endpoint", input],
    ["refresh", "token_endpoint", refresh],
    ["revoke", "revocation_endpoint", refresh],
  ] as const) {
    issuer.discovery.override = { [name]: "http://tokens.example.com/token" };
    expect(await post(call, body, { worker })).toMatchObject({
      status: 502,
      answer: {
        errorMessage:
          "The identity provider's discovery document names an address that is not on https, or on a private network, so the client's secret was not sent there.",
      },
    });
  }
  expect(issuer.tokenCalls).toEqual([]);
});

test("another issuer's discovery document gets no code", async () => {
  issuer.discovery.override = { issuer: "https://accounts.example.com" };
  const { status, headers, answer } = await post("token", input);
  expect([status, headers.get("Retry-After"), answer]).toEqual([503, "60", { errorMessage: unreachable }]);
  expect(issuer.tokenCalls).toEqual([]);
});

const otherSignIn = "The identity provider answered with the ID token of another sign-in. Start again.";

test.for([
  ["another nonce", { nonce: "nonce-of-another-sign-in" }, otherSignIn],
  ["no nonce", {}, otherSignIn],
  ["a nonce in a list", { nonce: [nonce] }, otherSignIn],
  ["another audience", { nonce, aud: "another" }, invalidAnswer],
  ["another issuer", { nonce, iss: "https://accounts.example.com" }, invalidAnswer],
  ["an expiry in the past", { nonce, exp: 1 }, invalidAnswer],
  ["the scopes of an access token", { nonce, scope: "openid" }, invalidAnswer],
] as const)("an ID token with %s signs nobody in", async ([, claims, errorMessage]) => {
  issuer.answerTokens({ id_token: await issuer.idToken(claims) });
  expect(await post("token", input)).toMatchObject({ status: 502, answer: { errorMessage } });
});

test("a token of the user pool or of another key signs nobody in", async () => {
  for (const id_token of [
    await daymark.token({ nonce }),
    await issuer.idToken({ nonce }, { kid: "ES256" }),
    "not a token",
  ]) {
    issuer.answerTokens({ id_token });
    expect(await post("token", input)).toMatchObject({
      status: 502,
      answer: { errorMessage: invalidAnswer },
    });
  }
});

test.for([
  undefined,
  "null",
  "https://evil.example.com",
  `${consoleURL}.evil.example.com`,
  "http://console.example.com",
])("a call from a page at %s is refused before its body is read", async (origin) => {
  const path = "/api/sign-in/token";
  const origins: Record<string, string> = origin === undefined ? {} : { Origin: origin };
  expect(await sendHeadersOnly(daymark.url, { path, length: 1000, headers: origins })).toBe(403);
  issuer.answerTokens({ id_token: await issuer.idToken({ nonce }) });
  for (const [call, body] of [
    ["provider", {}],
    ["token", input],
    ["refresh", refresh],
    ["revoke", refresh],
  ] as const) {
    const init = { method: "POST", headers: origins, body: JSON.stringify(body) };
    const response = await daymark.fetch(`/api/sign-in/${call}`, init);
    expect([call, response.status, await response.json()]).toEqual([
      call,
      403,
      { errorMessage: `Only the console at ${consoleURL} can sign in this way. Open it there.` },
    ]);
  }
  expect(issuer.tokenCalls).toEqual([]);
});

test("the status page can't sign in either", async () => {
  const headers = { Origin: daymark.url };
  expect((await post("token", input, { headers })).status).toBe(403);
});

test("a body over 16 KiB is refused, and each field is needed and bounded", async () => {
  expect((await post("token", { ...input, more: "x".repeat(16 * 1024) })).status).toBe(413);
  for (const name of ["issuer", "code", "codeVerifier", "nonce"] as const) {
    const { [name]: _, ...others } = input;
    expect(await post("token", others)).toMatchObject({
      status: 400,
      answer: { errorMessage: `${name} is required.` },
    });
    expect((await post("token", { ...input, [name]: "x".repeat(4097) })).status).toBe(400);
  }
  expect((await post("refresh", { ...refresh, refreshToken: "x".repeat(8193) })).status).toBe(400);
  expect(issuer.tokenCalls).toEqual([]);
});

test("without a secret or a provider nothing is exchanged, and the answer says what to do", async () => {
  const errorMessage =
    "The Worker has no client secret. Ask whoever runs this page to enter it with `npx wrangler secret put OIDC_CLIENT_SECRET`: docs/sign-in.md.";
  for (const vars of [{ OIDC_CLIENT_SECRET: "" }, { OIDC_ISSUER: "" }]) {
    const worker = await startWith(vars);
    expect(await post("token", input, { worker })).toMatchObject({ status: 403, answer: { errorMessage } });
  }
  expect(issuer.tokenCalls).toEqual([]);
});

test("a network can make 60 calls a minute, and the provider gets no more", async () => {
  const worker = await startDaymark({ vars: varsOf(issuer), rates: {} });
  onTestFinished(() => worker.stop());
  issuer.answerTokens({ error: "invalid_grant" }, 400);
  const headers = { "CF-Connecting-IP": "203.0.113.7" };
  const statuses = [];
  for (let n = 0; n < 62; n += 1) statuses.push((await post("token", input, { worker, headers })).status);
  expect(statuses).toEqual([...Array(60).fill(400), 429, 429]);
  expect(issuer.tokenCalls).toHaveLength(60);
  const other = { "CF-Connecting-IP": "203.0.113.8" };
  expect((await post("token", input, { worker, headers: other })).status).toBe(400);
});

test("a provider that is down is a 503, and the secret is in no log", async () => {
  const own = await startFakeIssuer();
  const worker = await startWith(varsOf(own));
  await own.stop();
  for (const [call, body] of [
    ["provider", {}],
    ["token", { ...input, issuer: own.issuer }],
  ] as const)
    expect(await post(call, body, { worker })).toMatchObject({
      status: 503,
      answer: { errorMessage: unreachable },
    });
  await expect.poll(() => worker.logs.join("\n")).toContain(unreachable);
  expect(worker.logs.join("\n")).not.toMatch(/s3cret|the-code/);
});
