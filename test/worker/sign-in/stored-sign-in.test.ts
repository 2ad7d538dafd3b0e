import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { newSetupKey } from "../../../tools/start/setup-key.ts";
import { isTrustworthy } from "../../../worker/sign-in/discovery.ts";
import {
  accessAudience,
  type FakeIssuer,
  oidcClientID,
  startFakeIssuer,
} from "../../support/fakes/fake-issuer.ts";
import { userPoolClientID, userPoolID } from "../../support/fakes/fake-token-issuer.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Administrators set in the console how they sign in. settings-sign-in.test.ts does it with a real provider.

const consoleURL = "https://console.example.com";
const nonce = "nonce-of-this-sign-in";
const exchangeWith = (own = issuer) => ({
  issuer: own.issuer,
  code: "the-code",
  codeVerifier: "v".repeat(43),
  nonce,
});
const secret = "s3cret of the client";
let issuer: FakeIssuer;
let daymark: Daymark;

const vars = { ADMIN_PAGE_URL: consoleURL };
const provider = () => ({
  kind: "provider",
  issuer: issuer.issuer,
  clientID: oidcClientID,
  adminClaim: "groups",
  admins: "admins",
});

beforeAll(async () => {
  issuer = await startFakeIssuer();
  daymark = await startDaymark({ vars });
});
afterAll(async () => {
  const logs = daymark.logs.join("\n");
  await Promise.all([daymark.stop(), issuer.stop()]);
  for (const text of ["eyJ", "s3cret", "the-code", nonce]) expect(logs).not.toContain(text);
});
beforeEach(async () => {
  issuer.tokenCalls.length = 0;
  issuer.discovery.override = {};
  await daymark.db.prepare("DELETE FROM settings").run();
  await daymark.deploy(vars);
});

const post = async (path: string, body: object, headers: Record<string, string> = { Origin: consoleURL }) => {
  const response = await daymark.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, answer: await response.json() };
};

async function tryOut(choice: object, token?: string): Promise<string> {
  const { status, answer } = await attempt(choice, token);
  expect([status, answer.errorMessage]).toEqual([200, undefined]);
  return answer.candidate;
}

const attempt = async (choice: object, token?: string) =>
  post("/api/settings/sign-in/candidates", choice, { Authorization: token ?? (await daymark.token()) });

const activate = (
  candidate: string,
  proof: object = { exchange: exchangeWith() },
  headers?: Record<string, string>,
) => post("/api/sign-in/activate", { candidate, ...proof }, headers);

/** Sets the answer of the provider's token endpoint to the next codes. */
async function issue(claims: Record<string, unknown> = {}): Promise<string> {
  const idToken = await issuer.idToken({ nonce, ...claims });
  issuer.answerTokens({ id_token: idToken, refresh_token: "refresh-token" });
  return idToken;
}

async function useProvider(choice: object = { ...provider(), clientSecret: secret }): Promise<string> {
  const candidate = await tryOut(choice);
  const idToken = await issue();
  expect(await activate(candidate)).toMatchObject({ status: 200, answer: { idToken } });
  return idToken;
}

const statusWith = async (token: string) =>
  (await daymark.fetch("/api/settings", { headers: { Authorization: token } })).status;
const shown = async () => (await daymark.fetch("/api/sign-in")).json();

test("a provider counts once an administrator has signed in with it, and then alone", async () => {
  const poolToken = await daymark.token();
  expect(await shown()).toEqual({ kind: "variables" });
  const candidate = await tryOut({ ...provider(), clientSecret: secret });
  const idToken = await issue();
  expect([await statusWith(poolToken), await statusWith(idToken)]).toEqual([200, 401]);
  expect(await shown()).toEqual({ kind: "variables" });

  expect(await activate(candidate)).toEqual({
    status: 200,
    answer: { idToken, refreshToken: "refresh-token" },
  });
  expect([await statusWith(poolToken), await statusWith(idToken)]).toEqual([401, 200]);
  expect(await shown()).toEqual({ kind: "provider", issuer: issuer.issuer, clientID: oidcClientID });
  const [call] = issuer.tokenCalls;
  expect(call?.form.redirect_uri).toBe(`${consoleURL}/signin/callback`);
  expect(call?.authorization).toBe(`Basic ${btoa(`${oidcClientID}:s3cret+of+the+client`)}`);
});

test("the secret is stored encrypted, answered to nobody, and in no entry of the audit log", async () => {
  const token = await useProvider();
  const headers = { Authorization: token };
  const answers = await Promise.all(
    ["/api/settings/sign-in", "/api/settings", "/api/sign-in", "/api/audit"].map(async (path) =>
      (await daymark.fetch(path, { headers })).text(),
    ),
  );
  expect(JSON.parse(answers[0] ?? "")).toEqual({
    signIn: provider(),
    hasClientSecret: true,
    isIgnored: false,
    hasVariables: true,
  });
  const { results } = await daymark.db.prepare("SELECT sign_in, sign_in_secret FROM settings").all();
  expect(`${answers.join()}${JSON.stringify(results)}`).not.toContain("s3cret");
});

test("the audit log says which administrator changed the sign-in, and to what", async () => {
  const token = await useProvider({
    ...provider(),
    clientSecret: secret,
    admins: "admins,grace@example.com",
  });
  const read = async () => (await daymark.fetch("/api/audit", { headers: { Authorization: token } })).json();
  await expect.poll(async () => (await read())[0]?.after).toMatchObject({ signInSecret: "(private)" });
  const entries = await read();
  expect(JSON.stringify(entries)).not.toContain("grace@");
  const [entry] = entries;
  expect(entry).toMatchObject({
    kind: "settings",
    action: "changed",
    actor: { id: expect.stringMatching(/^user:/), name: expect.not.stringContaining("ada@") },
  });
  expect(JSON.parse(entry.after.signIn)).toEqual({ ...provider(), admins: "(private)" });
});

test("the audit log says that the administrators changed, without who they are", async () => {
  const token = await useProvider();
  const candidate = await tryOut({ ...provider(), admins: "admins,grace@example.com" }, token);
  const next = await issue();
  expect((await activate(candidate)).status).toBe(200);
  const read = async () => (await daymark.fetch("/api/audit", { headers: { Authorization: next } })).json();
  await expect.poll(async () => (await read())[0]?.before).toHaveProperty("signIn");
  const [{ before, after }] = await read();
  expect([before.signIn, after.signIn].map((text) => JSON.parse(text).admins)).toEqual([
    "(private)",
    "(private)",
  ]);
});

test("a session from before the try doesn't prove that a user pool works", async () => {
  const pool = { kind: "pool", userPoolID, clientID: userPoolClientID, group: "" };
  const now = Math.floor(Date.now() / 1000);
  const old = await daymark.token({ iat: now - 120 });
  const candidate = await tryOut(pool, old);
  expect(await activate(candidate, { idToken: old })).toMatchObject({
    status: 401,
    answer: { errorMessage: "This session began before the try. Please sign in again." },
  });
  expect((await activate(candidate, { idToken: await daymark.token() })).status).toBe(200);
});

test("errors of a client that is set in Settings name no variable of the deployment", async () => {
  await useProvider();
  issuer.answerTokens({ error: "invalid_client" }, 401);
  const refused = await post("/api/sign-in/token", exchangeWith());
  await daymark.deploy({ ...vars, SECRET_KEY: "the key of another installation" });
  const unreadable = await post("/api/sign-in/token", exchangeWith());
  expect([refused, unreadable]).toMatchObject([
    { status: 502, answer: { errorMessage: expect.stringContaining("in Settings → Sign-in") } },
    {
      status: 403,
      answer: {
        errorMessage:
          "The client secret of Settings → Sign-in can't be read. Ask whoever runs this page for the way back in: docs/sign-in.md.",
      },
    },
  ]);
});

test("requests that come together read the sign-in once", async () => {
  const token = await useProvider();
  await daymark.deploy(vars);
  const statements = async () => {
    const response = await daymark.fetch("/api/settings", { headers: { Authorization: token } });
    return Number(response.headers.get("x-test-statements"));
  };
  const together = await Promise.all(Array.from({ length: 8 }, statements));
  const alone = await statements();
  expect(together.reduce((sum, each) => sum + each) - 8 * alone).toBe(1);
});

test("a client without a secret signs in through the Worker, too", async () => {
  await useProvider(provider());
  expect(issuer.tokenCalls).toMatchObject([{ form: { client_id: oidcClientID }, authorization: undefined }]);
  issuer.answerTokens({ id_token: await issuer.idToken() });
  const { status } = await post("/api/sign-in/refresh", {
    issuer: issuer.issuer,
    refreshToken: "refresh-token",
  });
  expect(status).toBe(200);
});

test.for([
  ["somebody who isn't on the list", { groups: ["others"] }, 403, "you are not an administrator"],
  ["an address that nobody has verified", { email_verified: false }, 403, "not verified"],
  ["another nonce", { nonce: "nonce-of-another-sign-in" }, 502, "another sign-in"],
  ["another client", { aud: "another" }, 502, "isn't valid"],
  ["an access token", { scope: "openid" }, 502, "isn't valid"],
] as const)("%s doesn't make a provider count", async ([, claims, status, text]) => {
  const candidate = await tryOut({ ...provider(), clientSecret: secret });
  const idToken = await issue(claims);
  const refused = await activate(candidate);
  expect([refused.status, refused.answer.errorMessage]).toEqual([status, expect.stringContaining(text)]);
  expect([await shown(), await statusWith(idToken)]).toEqual([{ kind: "variables" }, 401]);
});

test("a wrong secret changes nothing", async () => {
  const candidate = await tryOut({ ...provider(), clientSecret: "wrong" });
  issuer.answerTokens({ error: "invalid_client" }, 401);
  expect((await activate(candidate)).status).toBe(502);
  expect([await shown(), await statusWith(await daymark.token())]).toEqual([{ kind: "variables" }, 200]);
});

test("an ID token alone doesn't prove that a provider's client works", async () => {
  const candidate = await tryOut(provider());
  expect(await activate(candidate, { idToken: await issuer.idToken() })).toMatchObject({
    status: 400,
    answer: { errorMessage: "exchange is required." },
  });
});

test("only administrators try a way to sign in, and only the console uses it", async () => {
  expect((await attempt(provider(), "")).status).toBe(401);
  expect((await attempt(provider(), await issuer.idToken())).status).toBe(401);
  const candidate = await tryOut(provider());
  await issue();
  for (const origin of ["https://evil.example.com", "null", daymark.url])
    expect((await activate(candidate, undefined, { Origin: origin })).status).toBe(403);
  expect((await activate(candidate, undefined, {})).status).toBe(403);
  expect(issuer.tokenCalls).toEqual([]);
});

test("a candidate can't be made up, changed, or brought from another installation", async () => {
  const candidate = await tryOut(provider());
  await issue();
  const bytes = Buffer.from(candidate, "base64");
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  const made = btoa(JSON.stringify({ signIn: provider(), replaces: "", setupKeyHash: "", expiresAt: 9e15 }));
  for (const forged of [bytes.toString("base64"), made, "x"])
    expect((await activate(forged)).status).toBe(409);
  await daymark.deploy({ ...vars, SECRET_KEY: "the key of another installation" });
  expect((await activate(candidate)).status).toBe(409);
  expect(issuer.tokenCalls).toEqual([]);
});

test("whoever could sign in before the last change starts no try, also where that change isn't known yet", async () => {
  const former = await daymark.token();
  expect(await statusWith(former)).toBe(200);
  // Another isolate makes the change, so this one accepts the former sign-in's tokens for half a minute.
  await daymark.db
    .prepare("INSERT INTO settings (id, sign_in, sign_in_at) VALUES (1, ?, '2026-01-01T00:00:00.000Z')")
    .bind(JSON.stringify(provider()))
    .run();
  expect(await statusWith(former)).toBe(200);
  expect((await attempt({ kind: "variables" }, former)).status).toBe(401);
  expect((await attempt({ kind: "variables" }, await issuer.idToken())).status).toBe(200);
});

test("a candidate expires, and counts once", async () => {
  const candidate = await tryOut({ ...provider(), clientSecret: secret });
  await issue();
  expect((await activate(candidate)).status).toBe(200);
  const changed = "The sign-in has been changed since this try began. Nothing was changed now.";
  expect(await activate(candidate)).toMatchObject({ status: 409, answer: { errorMessage: changed } });
});

test("of two tries at once, one counts", async () => {
  const other = await startFakeIssuer();
  onTestFinished(() => other.stop());
  const candidates = await Promise.all([
    tryOut({ ...provider(), clientSecret: secret }),
    tryOut({ ...provider(), issuer: other.issuer, clientSecret: secret }),
  ]);
  await issue();
  other.answerTokens({ id_token: await other.idToken({ nonce }) });
  const results = await Promise.all(
    candidates.map((candidate, index) =>
      activate(candidate, { exchange: exchangeWith([issuer, other][index]) }),
    ),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const winner = results[0]?.status === 200 ? issuer : other;
  expect(await shown()).toMatchObject({ issuer: winner.issuer });
});

test("the stored secret stays with its issuer and client", async () => {
  const token = await useProvider();
  const other = await startFakeIssuer();
  onTestFinished(() => other.stop());
  const changed = await tryOut({ ...provider(), issuer: other.issuer }, token);
  other.answerTokens({ id_token: await other.idToken({ nonce }) });
  issuer.tokenCalls.length = 0;
  expect((await activate(changed, { exchange: exchangeWith(other) })).status).toBe(200);
  expect(other.tokenCalls).toMatchObject([{ authorization: undefined, form: { client_id: oidcClientID } }]);
  expect(JSON.stringify(other.tokenCalls)).not.toContain("s3cret");
});

test("codes and refresh tokens reach only the provider that they are of, also while the sign-in changes", async () => {
  const token = await useProvider();
  const next = await startFakeIssuer();
  onTestFinished(() => next.stop());
  const candidate = await tryOut({ ...provider(), issuer: next.issuer, clientSecret: secret }, token);
  next.answerTokens({ id_token: await next.idToken({ nonce }), refresh_token: "refresh-token" });
  expect((await activate(candidate)).status).toBe(409);
  expect(next.tokenCalls).toEqual([]);
  expect((await activate(candidate, { exchange: exchangeWith(next) })).status).toBe(200);
  issuer.tokenCalls.length = 0;
  next.tokenCalls.length = 0;

  const refresh = { issuer: issuer.issuer, refreshToken: "refresh-token" };
  expect((await post("/api/sign-in/refresh", refresh)).status).toBe(409);
  expect((await post("/api/sign-in/token", exchangeWith())).status).toBe(409);
  expect([next.tokenCalls, issuer.tokenCalls]).toEqual([[], []]);
});

test("a change of the administrators alone keeps the secret", async () => {
  const token = await useProvider();
  issuer.tokenCalls.length = 0;
  const candidate = await tryOut({ ...provider(), admins: "owners" }, token);
  const idToken = await issue({ groups: ["owners"] });
  expect((await activate(candidate)).status).toBe(200);
  expect(issuer.tokenCalls[0]?.authorization).toContain("Basic ");
  expect([await statusWith(token), await statusWith(idToken)]).toEqual([403, 200]);
});

test("keys of the former issuer sign nothing in the name of the next", async () => {
  const token = await useProvider();
  const next = await startFakeIssuer();
  onTestFinished(() => next.stop());
  const [rsa] = next.keySet.keys;
  if (!rsa) throw new Error("There is no key.");
  next.keySet.keys = next.keySet.keys.map((key) => ({ ...key, kid: `next-${key.kid}` }));
  const candidate = await tryOut({ ...provider(), issuer: next.issuer, clientSecret: secret }, token);
  const nextToken = await next.idToken({ nonce }, { kid: "next-RS256" });
  next.answerTokens({ id_token: nextToken });
  expect((await activate(candidate, { exchange: exchangeWith(next) })).status).toBe(200);
  expect(await statusWith(nextToken)).toBe(200);
  expect(await statusWith(await issuer.idToken({ iss: next.issuer }))).toBe(401);
});

test("Cloudflare Access counts once its token is there, and service tokens never do", async () => {
  const access = { kind: "access", teamDomain: issuer.issuer, audience: accessAudience };
  const candidate = await tryOut(access);
  const service = await issuer.accessToken({ sub: "", email: undefined, common_name: "bot" });
  expect((await activate(candidate, { idToken: service })).status).toBe(401);
  const idToken = await issuer.accessToken();
  expect(await activate(candidate, { idToken })).toMatchObject({ status: 200, answer: { idToken } });
  expect(await shown()).toEqual({ kind: "access", audience: accessAudience });
  expect([await statusWith(idToken), await statusWith(await daymark.token())]).toEqual([200, 401]);
});

test("a user pool counts by its own rules", async () => {
  const pool = { kind: "pool", userPoolID, clientID: userPoolClientID, group: "owners" };
  const candidate = await tryOut(pool);
  expect((await activate(candidate, { idToken: await daymark.token() })).status).toBe(403);
  const idToken = await daymark.token({ "cognito:groups": ["owners"] });
  expect((await activate(candidate, { idToken })).status).toBe(200);
  expect(await shown()).toEqual({ kind: "pool", userPoolID, clientID: userPoolClientID });
  expect([await statusWith(idToken), await statusWith(await daymark.token())]).toEqual([200, 403]);
});

test("a pool in which anyone can sign up doesn't count without a group", async () => {
  const candidate = await tryOut({ kind: "pool", userPoolID, clientID: userPoolClientID, group: "" });
  daymark.signUp.state = "open";
  onTestFinished(() => {
    daymark.signUp.state = "refused";
  });
  expect((await activate(candidate, { idToken: await daymark.token() })).status).toBe(403);
});

test("what is wrong with a pool or a provider of Settings is said without the deployment's variables", async () => {
  const pool = { kind: "pool", userPoolID, clientID: userPoolClientID, group: "" };
  const candidate = await tryOut(pool);
  const identities = [{ userId: "1", providerName: "Google", providerType: "Google" }];
  const federated = await activate(candidate, { idToken: await daymark.token({ identities }) });
  expect((await activate(candidate, { idToken: await daymark.token() })).status).toBe(200);
  daymark.signUp.state = "open";
  onTestFinished(() => {
    daymark.signUp.state = "refused";
  });
  await daymark.deploy(vars);
  const read = async (path: string, headers: Record<string, string>) =>
    (await daymark.fetch(path, { headers })).text();
  const opened = await read("/api/settings", { Authorization: await daymark.token() });
  await daymark.deploy({ ...vars, SIGN_IN: "variables", ADMIN_GROUP: "owners" });
  const owner = await daymark.token({ "cognito:groups": ["owners"] });
  const key = await post("/api/settings/apikeys", { scopes: ["all"] }, { Authorization: owner });
  await daymark.deploy(vars);
  const report = await read("/api/v0/health/deep", { "x-api-key": key.answer.value });
  await daymark.db.prepare("DELETE FROM settings").run();
  daymark.signUp.state = "refused";
  await daymark.deploy(vars);
  const unlisted = await tryOut({ ...provider(), admins: "," });
  await issue();
  const texts = [federated.answer.errorMessage, opened, report];
  for (const text of texts) expect(text).toContain("name a group in Settings → Sign-in");
  const { answer } = await activate(unlisted);
  expect(answer.errorMessage).toContain("list the administrators in Settings → Sign-in");
  expect([...texts, answer.errorMessage].join()).not.toMatch(/ADMIN_GROUP|OIDC_ADMINS/);
});

test("the deployment's variables are a way back, tried like any other, or forced by SIGN_IN", async () => {
  const token = await useProvider();
  const poolToken = await daymark.token();
  await daymark.deploy({ ...vars, SIGN_IN: "variables" });
  expect([await statusWith(token), await statusWith(poolToken)]).toEqual([401, 200]);
  expect(await shown()).toEqual({ kind: "variables" });
  expect((await attempt(provider(), poolToken)).status).toBe(409);

  await daymark.deploy(vars);
  expect([await statusWith(token), await statusWith(poolToken)]).toEqual([200, 401]);
  const candidate = await tryOut({ kind: "variables" }, token);
  expect((await activate(candidate, { idToken: poolToken })).status).toBe(200);
  expect([await statusWith(token), await statusWith(poolToken)]).toEqual([401, 200]);
});

test.for([
  ["a kind of a later version", '{"kind":"passkeys"}'],
  ["damaged text", '{"kind":"provi'],
  [
    "a provider without its administrators",
    '{"kind":"provider","issuer":"https://a.example","clientID":"x"}',
  ],
  ["the kind that stands for these", '{"kind":"unreadable"}'],
] as const)("%s lets nobody in, opens no setup, and SIGN_IN is the way back", async ([, text]) => {
  const token = await useProvider();
  const poolToken = await daymark.token();
  await daymark.db.prepare("UPDATE settings SET sign_in = ?").bind(text).run();
  const key = newSetupKey();
  const unset = { USER_POOL_ID: "", USER_POOL_CLIENT_ID: "", SETUP_KEY: key };
  for (const deployed of [vars, { ...vars, ...unset }]) {
    await daymark.deploy(deployed);
    const response = await daymark.fetch("/api/settings", { headers: { Authorization: poolToken } });
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        errorMessage:
          'This version can\'t read how administrators sign in. Deploy the version that stored it, or set SIGN_IN="variables": docs/upgrade.md.',
      },
    ]);
    expect([await statusWith(token), await shown()]).toEqual([503, { kind: "variables" }]);
  }
  expect((await post("/api/sign-in/setup", { key })).status).toBe(409);
  await daymark.deploy({ ...vars, ...unset, SIGN_IN: "variables" });
  expect((await post("/api/sign-in/setup", { key })).status).toBe(409);

  await daymark.deploy({ ...vars, SIGN_IN: "variables" });
  expect([await statusWith(poolToken), await statusWith(token)]).toEqual([200, 401]);
  const settings = await daymark.fetch("/api/settings/sign-in", { headers: { Authorization: poolToken } });
  expect(await settings.json()).toMatchObject({ signIn: { kind: "unreadable" }, isIgnored: true });
  const candidate = await tryOut({ kind: "variables" }, poolToken);
  expect((await activate(candidate, { idToken: poolToken })).status).toBe(200);
  await daymark.deploy(vars);
  expect(await statusWith(poolToken)).toBe(200);
});

test("what is stored can be deleted while the deployment's variables decide", async () => {
  const token = await useProvider();
  const poolToken = await daymark.token();
  await daymark.deploy({ ...vars, SIGN_IN: "variables" });
  const candidate = await tryOut({ kind: "variables" }, poolToken);
  expect((await activate(candidate, { idToken: poolToken })).status).toBe(200);
  await daymark.deploy(vars);
  expect([await statusWith(token), await statusWith(poolToken)]).toEqual([401, 200]);
});

test.for([
  [{ issuer: "http://issuer.example.com" }, "Issuer must be a public address that begins with https://."],
  [{ issuer: "https://10.0.0.1" }, "Issuer must be a public address that begins with https://."],
  [{ issuer: "javascript:alert(1)" }, "Issuer must be a public address that begins with https://."],
  [{ issuer: "https://user:key@example.org" }, "Issuer must be a public address that begins with https://."],
  [{ issuer: "https://example.org/?a=1" }, "Issuer must be a public address that begins with https://."],
  [{ adminClaim: "aud" }, "Every user has this claim. Choose one that says who is an administrator."],
  [{ issuer: "" }, "Issuer is required."],
  [{ admins: "" }, "Administrators is required."],
  [{ kind: "password" }, "kind must be one of: variables, pool, provider, access."],
] as const)("%j is refused before it is tried", async ([change, errorMessage]) => {
  expect(await attempt({ ...provider(), ...change })).toMatchObject({
    status: 400,
    answer: { errorMessage },
  });
});

test("an issuer whose document names another one is refused before anyone is sent there", async () => {
  issuer.discovery.override = { issuer: "https://accounts.example.com" };
  const { status, answer } = await attempt(provider());
  expect([status, answer.errorMessage]).toEqual([400, expect.stringContaining("discovery document")]);
});

test("a try that began before the deployment's variables changed counts no more", async () => {
  const candidate = await tryOut({ ...provider(), clientSecret: secret });
  await issue();
  await daymark.deploy({ ...vars, ADMIN_GROUP: "other-administrators" });
  expect(await activate(candidate)).toMatchObject({
    status: 409,
    answer: {
      errorMessage: "The deployment has changed since this try began. Nothing was changed. Start it again.",
    },
  });
  expect(await shown()).toEqual({ kind: "variables" });
});

test.for([
  ["https://id.example.org", "https://login.example.com/token", true],
  ["https://id.example.org", "http://id.example.org/token", false],
  ["https://id.example.org", "https://10.0.0.7/token", false],
  ["https://id.example.org", "https://metadata.google.internal/jwks", false],
  ["https://id.corp.internal", "https://10.0.0.7/token", true],
  ["http://localhost:9231", "http://localhost:9231/token", true],
] as const)("the issuer %s may lead to %s: %s", ([issuer, address, isRight]) => {
  expect(isTrustworthy({ issuer }, address)).toBe(isRight);
});
