import { generateKeyPair } from "jose";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  accessAudience,
  type FakeIssuer,
  oidcClientID,
  startFakeIssuer,
} from "../../support/fakes/fake-issuer.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Tokens of Cloudflare Access, which the console gets from its own Function if Access stands in front of it.

let team: FakeIssuer;
let daymark: Daymark;
beforeAll(async () => {
  team = await startFakeIssuer();
  daymark = await startDaymark({ vars: { ACCESS_TEAM_DOMAIN: team.issuer, ACCESS_AUD: accessAudience } });
});
afterAll(() => Promise.all([daymark.stop(), team.stop()]));

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

async function readSettings(headers: Record<string, string>, worker = daymark) {
  const response = await worker.fetch("/api/settings", { headers });
  const { errorMessage } = await response.json();
  return [response.status, errorMessage];
}

test("a token of the Access application is accepted, and its keys come from the team's domain", async () => {
  expect(await readSettings({ Authorization: await team.accessToken() })).toEqual([200, undefined]);
  expect(team.calls).toEqual({ discovery: 0, keySet: 1 });
});

const attacks: Record<string, () => Promise<string>> = {
  "another application's tag": () => team.accessToken({ aud: ["another"] }),
  "no tag": () => team.accessToken({ aud: undefined }),
  "another team": () => team.accessToken({ iss: "https://another.cloudflareaccess.com" }),
  "a key of its own": async () => team.accessToken({}, {}, (await generateKeyPair("RS256")).privateKey),
  "ES256, although the team has such a key": () => team.accessToken({}, { alg: "ES256" }),
  "the session of the whole team": () => team.accessToken({ type: "org" }),
  "a service token": () =>
    team.accessToken({ sub: "", email: undefined, common_name: "e367826f93b8d71185e03fe518aff3b4.access" }),
  "no address": () => team.accessToken({ email: undefined }),
  expired: () => team.accessToken({ exp: inSeconds(-61) }),
  "issued more than a day ago": () => team.accessToken({ iat: inSeconds(-86_400 - 61) }),
  "an ID token": () => team.idToken({ aud: accessAudience }),
};

test.for(Object.keys(attacks))("%s is a 401", async (name) => {
  expect(await readSettings({ Authorization: (await attacks[name]?.()) ?? "" })).toEqual([
    401,
    "Your session is not valid. Please sign in again.",
  ]);
});

test.for([{}, { ACCESS_AUD: accessAudience }, { ACCESS_TEAM_DOMAIN: "team" }])(
  "without both variables a token of Access signs nobody in: %j",
  async (names) => {
    const configured = {
      ...("ACCESS_AUD" in names && { ACCESS_AUD: accessAudience }),
      ...("ACCESS_TEAM_DOMAIN" in names && { ACCESS_TEAM_DOMAIN: team.issuer }),
    };
    const worker = await startDaymark({ vars: configured });
    onTestFinished(() => worker.stop());
    for (const claims of [{}, { aud: "" }, { aud: [] }])
      expect((await readSettings({ Authorization: await team.accessToken(claims) }, worker))[0]).toBe(401);
  },
);

// A browser attaches Access's cookie by itself, and Access turns it into this header.
test("the header that Access adds to each request signs nobody in, so no other site and no visitor's page can act", async () => {
  const assertion = await team.accessToken();
  const body = JSON.stringify({ name: "Mine" });
  for (const origin of [
    "https://evil.example.com",
    "http://localhost:8787",
    "http://localhost:8788",
    "null",
  ]) {
    const headers = {
      "Cf-Access-Jwt-Assertion": assertion,
      Cookie: `CF_Authorization=${assertion}`,
      Origin: origin,
      "Content-Type": "text/plain",
    };
    expect(await readSettings(headers)).toEqual([401, "Please sign in."]);
    const response = await daymark.fetch("/api/components", { method: "POST", headers, body });
    expect([response.status, response.headers.get("Access-Control-Allow-Credentials")]).toEqual([401, null]);
  }
  expect(await (await daymark.visitor.components.$get({ query: {} })).json()).toEqual([]);
});

test("one isolate keeps the keys of the pool, of a provider and of Access apart", async () => {
  const provider = await startFakeIssuer();
  const worker = await startDaymark({
    vars: {
      ACCESS_TEAM_DOMAIN: team.issuer,
      ACCESS_AUD: accessAudience,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: oidcClientID,
      OIDC_ADMINS: "admins",
    },
  });
  onTestFinished(async () => void (await Promise.all([worker.stop(), provider.stop()])));
  for (const token of [await team.accessToken(), await provider.idToken(), await worker.token()])
    expect((await readSettings({ Authorization: token }, worker))[0]).toBe(200);
  const access = { iss: team.issuer, aud: accessAudience, type: "app" };
  const forProvider = { iss: provider.issuer, aud: oidcClientID, groups: ["admins"] };
  for (const token of [
    await worker.token(access),
    await worker.token(forProvider),
    await team.accessToken({ iss: provider.issuer }),
    await provider.idToken({ iss: team.issuer }),
    await team.accessToken({ iss: worker.issuer, aud: "test-client", token_use: "id", email_verified: true }),
  ])
    expect((await readSettings({ Authorization: token }, worker))[0]).toBe(401);
});
