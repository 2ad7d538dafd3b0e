import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

async function readSettings(authorization?: string) {
  const response = await daymark.fetch("/api/settings", {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });
  return { status: response.status, answer: await response.json(), headers: response.headers };
}

test("an ID token of the user pool is accepted, with or without Bearer", async () => {
  const token = await daymark.token();
  expect((await readSettings(token)).status).toBe(200);
  expect((await readSettings(`Bearer ${token}`)).status).toBe(200);
});

test("a token that expired within the last minute is accepted, because clocks differ", async () => {
  expect((await readSettings(await daymark.token({ exp: inSeconds(-30) }))).status).toBe(200);
});

test("a request without a token gets 401 and is asked to sign in", async () => {
  for (const authorization of [undefined, "", "Bearer", "Bearer "]) {
    const { status, answer, headers } = await readSettings(authorization);
    expect([status, answer]).toEqual([401, { errorMessage: "Please sign in." }]);
    expect(headers.get("WWW-Authenticate")).toBe("Bearer");
  }
});

async function readClaims() {
  const payload = (await daymark.token()).split(".")[1] ?? "";
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

/** Signs a token without jose, which refuses to sign some headers. */
async function signWithHeader(header: Record<string, unknown>): Promise<string> {
  const { kid, privateKey } = daymark.poolKeys;
  const encoded = [{ alg: "RS256", kid, ...header }, await readClaims()]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = await crypto.subtle.sign(
    "RSASSA-PKCS1-v1_5",
    privateKey,
    new TextEncoder().encode(encoded),
  );
  return `${encoded}.${Buffer.from(signature).toString("base64url")}`;
}

test("a token from signWithHeader is accepted, so only the header makes an attack below fail", async () => {
  expect((await readSettings(await signWithHeader({}))).status).toBe(200);
});

const attacks: Record<string, () => Promise<string> | string> = {
  "not a token": () => "nonsense",
  "alg: none": async () => new UnsecuredJWT(await readClaims()).encode(),
  "alg: NONE": async () => {
    const [, payload] = new UnsecuredJWT(await readClaims()).encode().split(".");
    return `${Buffer.from('{"alg":"NONE"}').toString("base64url")}.${payload}.`;
  },
  "HS256 signed with the public key": async () => {
    const secret = new TextEncoder().encode(daymark.poolKeys.publicPEM);
    return new SignJWT(await readClaims())
      .setProtectedHeader({ alg: "HS256", kid: daymark.poolKeys.kid })
      .sign(secret);
  },
  "RS512 with the right key": async () => {
    const key = await importJWK(await exportJWK(daymark.poolKeys.privateKey), "RS512");
    return new SignJWT(await readClaims())
      .setProtectedHeader({ alg: "RS512", kid: daymark.poolKeys.kid })
      .sign(key);
  },
  "another key with a valid kid": async () => {
    const { privateKey } = await generateKeyPair("RS256");
    return new SignJWT(await readClaims())
      .setProtectedHeader({ alg: "RS256", kid: daymark.poolKeys.kid })
      .sign(privateKey);
  },
  "a key that comes with the token": async () => {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new SignJWT(await readClaims())
      .setProtectedHeader({ alg: "RS256", kid: "mine", jwk })
      .sign(privateKey);
  },
  "another issuer": () =>
    daymark.token({ iss: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_other" }),
  "no issuer": () => daymark.token({ iss: undefined }),
  "another audience": () => daymark.token({ aud: "another-client" }),
  "no audience": () => daymark.token({ aud: undefined }),
  "an access token": () => daymark.token({ token_use: "access", client_id: "test-client" }),
  "an access token with an audience": () => daymark.token({ token_use: "access" }),
  "no token_use": () => daymark.token({ token_use: undefined }),
  expired: () => daymark.token({ exp: inSeconds(-61) }),
  "no expiry": () => daymark.token({ exp: undefined }),
  "not valid yet": () => daymark.token({ nbf: inSeconds(300) }),
  "issued more than a day ago": () => daymark.token({ iat: inSeconds(-86_400 - 61) }),
  "issued in the future": () => daymark.token({ iat: inSeconds(300) }),
  "no time of issue": () => daymark.token({ iat: undefined }),
  "a string as time of issue": () => daymark.token({ iat: "yesterday" }),
  "a string as time of expiry": () => daymark.token({ exp: "9999999999" }),
  "no subject": () => daymark.token({ sub: undefined }),
  "a list of other audiences": () => daymark.token({ aud: ["another-client", "and-another"] }),
  "the type of an access token": () => daymark.token({}, { typ: "at+jwt" }),
  "the type of a logout token": () => daymark.token({}, { typ: "logout+jwt" }),
  "an unknown critical extension": () => signWithHeader({ crit: ["x"], x: 1 }),
  "an unencoded payload (b64: false)": () => signWithHeader({ b64: false, crit: ["b64"] }),
  "a URL of a key set (jku)": () => daymark.token({}, { kid: "mine", jku: `${daymark.issuer}/mine` }),
  "an unknown kid": () => daymark.token({}, { kid: "unknown" }),
  truncated: async () => (await daymark.token()).slice(0, -5),
  "no signature": async () => (await daymark.token()).replace(/[^.]*$/, ""),
  "a changed payload": async () => {
    const [header, , signature] = (await daymark.token()).split(".");
    const payload = Buffer.from(
      JSON.stringify({ ...(await readClaims()), email: "me@example.com" }),
    ).toString("base64url");
    return `${header}.${payload}.${signature}`;
  },
  Basic: () => "Basic YWRtaW46YWRtaW4=",
};

test("a token that is almost a day old is accepted, because user pools allow such lifetimes", async () => {
  expect((await readSettings(await daymark.token({ iat: inSeconds(-86_300) }))).status).toBe(200);
});

test.for(Object.keys(attacks))("%s is a 401", async (name) => {
  const token = (await attacks[name]?.()) ?? "";
  const { status, answer } = await readSettings(token);
  expect([status, answer]).toEqual([
    401,
    { errorMessage: "Your session is not valid. Please sign in again." },
  ]);
});

test("writes, the settings and reads with fresh=1 require a token", async () => {
  const requests = [
    ["POST", "/api/components"],
    ["PATCH", "/api/components/x"],
    ["DELETE", "/api/components/x"],
    ["POST", "/api/incidents"],
    ["PATCH", "/api/incidents/x"],
    ["DELETE", "/api/incidents/x"],
    ["PATCH", "/api/incidents/x/incidentupdates/y"],
    ["DELETE", "/api/incidents/x/incidentupdates/y"],
    ["PATCH", "/api/settings"],
    ["GET", "/api/settings"],
    ["GET", "/api/components?fresh=1"],
    ["GET", "/api/incidents?fresh=1"],
    ["GET", "/api/incidents/x?fresh=1"],
    ["GET", "/api/public-settings?fresh=1"],
    ["GET", "/api/v2/summary.json?fresh=1"],
  ];
  for (const [method = "", path = ""] of requests) {
    const response = await daymark.fetch(path, { method, headers: { "x-api-key": "k".repeat(40) } });
    expect([method, path, response.status]).toEqual([method, path, 401]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("logs and responses contain no part of a token", async () => {
  const token = await daymark.token({ exp: inSeconds(-600) });
  const { answer } = await readSettings(token);
  await daymark.fetch(`/api/components?token=${token}`, {
    method: "POST",
    headers: { Authorization: token },
  });
  const signature = token.split(".")[2] ?? "none";
  expect(JSON.stringify(answer)).not.toContain(signature);
  expect(daymark.logs.join("\n")).not.toContain(signature);
});
