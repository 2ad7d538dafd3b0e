import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

async function settings(authorization?: string) {
  const response = await daymark.fetch("/api/settings", {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });
  return { status: response.status, answer: await response.json(), headers: response.headers };
}

test("an id token of the pool is let in, raw or after Bearer", async () => {
  const token = await daymark.token();
  expect((await settings(token)).status).toBe(200);
  expect((await settings(`Bearer ${token}`)).status).toBe(200);
});

test("a token that ran out within the last minute is still good, since clocks differ", async () => {
  expect((await settings(await daymark.token({ exp: inSeconds(-30) }))).status).toBe(200);
});

test("without a token the answer is to sign in", async () => {
  for (const none of [undefined, "", "Bearer", "Bearer "]) {
    const { status, answer, headers } = await settings(none);
    expect([status, answer]).toEqual([401, { errorMessage: "Please sign in." }]);
    expect(headers.get("WWW-Authenticate")).toBe("Bearer");
  }
});

async function claims() {
  const payload = (await daymark.token()).split(".")[1] ?? "";
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

/** With a header that jose's own signer refuses. */
async function signedByHand(header: Record<string, unknown>): Promise<string> {
  const { kid, privateKey } = daymark.poolKeys;
  const encoded = [{ alg: "RS256", kid, ...header }, await claims()]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = await crypto.subtle.sign(
    "RSASSA-PKCS1-v1_5",
    privateKey,
    new TextEncoder().encode(encoded),
  );
  return `${encoded}.${Buffer.from(signature).toString("base64url")}`;
}

test("a token that is signed by hand is let in, so that a header alone makes the difference", async () => {
  expect((await settings(await signedByHand({}))).status).toBe(200);
});

const attacks: Record<string, () => Promise<string> | string> = {
  "not a token": () => "nonsense",
  "alg: none": async () => new UnsecuredJWT(await claims()).encode(),
  "alg: none in capitals": async () => {
    const [, payload] = new UnsecuredJWT(await claims()).encode().split(".");
    return `${Buffer.from('{"alg":"NONE"}').toString("base64url")}.${payload}.`;
  },
  "HS256 signed with the public key": async () => {
    const secret = new TextEncoder().encode(daymark.poolKeys.publicPEM);
    return new SignJWT(await claims())
      .setProtectedHeader({ alg: "HS256", kid: daymark.poolKeys.kid })
      .sign(secret);
  },
  "RS512 with the right key": async () => {
    const key = await importJWK(await exportJWK(daymark.poolKeys.privateKey), "RS512");
    return new SignJWT(await claims())
      .setProtectedHeader({ alg: "RS512", kid: daymark.poolKeys.kid })
      .sign(key);
  },
  "another key under the right kid": async () => {
    const { privateKey } = await generateKeyPair("RS256");
    return new SignJWT(await claims())
      .setProtectedHeader({ alg: "RS256", kid: daymark.poolKeys.kid })
      .sign(privateKey);
  },
  "a key that comes with the token": async () => {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new SignJWT(await claims())
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
  "no use": () => daymark.token({ token_use: undefined }),
  expired: () => daymark.token({ exp: inSeconds(-61) }),
  "without expiry": () => daymark.token({ exp: undefined }),
  "not valid yet": () => daymark.token({ nbf: inSeconds(300) }),
  "issued more than a day ago": () => daymark.token({ iat: inSeconds(-86_400 - 61) }),
  "issued in the future": () => daymark.token({ iat: inSeconds(300) }),
  "without the time of issue": () => daymark.token({ iat: undefined }),
  "a time of issue that is text": () => daymark.token({ iat: "yesterday" }),
  "a time of expiry that is text": () => daymark.token({ exp: "9999999999" }),
  "without a subject": () => daymark.token({ sub: undefined }),
  "another audience beside another": () => daymark.token({ aud: ["another-client", "and-another"] }),
  "the type of another kind of token": () => daymark.token({}, { typ: "at+jwt" }),
  "the type of a logout token": () => daymark.token({}, { typ: "logout+jwt" }),
  "an extension that has to be understood": () => signedByHand({ crit: ["x"], x: 1 }),
  "a payload that is said not to be encoded": () => signedByHand({ b64: false, crit: ["b64"] }),
  "a signature key to be fetched": () => daymark.token({}, { kid: "mine", jku: `${daymark.issuer}/mine` }),
  "an unknown kid": () => daymark.token({}, { kid: "unknown" }),
  truncated: async () => (await daymark.token()).slice(0, -5),
  "without signature": async () => (await daymark.token()).replace(/[^.]*$/, ""),
  "a changed payload": async () => {
    const [header, , signature] = (await daymark.token()).split(".");
    const payload = Buffer.from(JSON.stringify({ ...(await claims()), email: "me@example.com" })).toString(
      "base64url",
    );
    return `${header}.${payload}.${signature}`;
  },
  Basic: () => "Basic YWRtaW46YWRtaW4=",
};

test("a token of a day is still good, since a pool may let it last as long", async () => {
  expect((await settings(await daymark.token({ iat: inSeconds(-86_300) }))).status).toBe(200);
});

test.for(Object.keys(attacks))("%s is a 401", async (name) => {
  const token = (await attacks[name]?.()) ?? "";
  const { status, answer } = await settings(token);
  expect([status, answer]).toEqual([
    401,
    { errorMessage: "Your session is not valid. Please sign in again." },
  ]);
});

test("each call that changes something wants a token, and so does reading settings or past the caches", async () => {
  const calls = [
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
  for (const [method = "", path = ""] of calls) {
    const response = await daymark.fetch(path, { method, headers: { "x-api-key": "k".repeat(40) } });
    expect([method, path, response.status]).toEqual([method, path, 401]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("no part of a token shows in what is logged or answered", async () => {
  const token = await daymark.token({ exp: inSeconds(-600) });
  const { answer } = await settings(token);
  await daymark.fetch(`/api/components?token=${token}`, {
    method: "POST",
    headers: { Authorization: token },
  });
  const signature = token.split(".")[2] ?? "none";
  expect(JSON.stringify(answer)).not.toContain(signature);
  expect(daymark.logs.join("\n")).not.toContain(signature);
});
