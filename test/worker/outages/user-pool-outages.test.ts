import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { startTokenIssuer, type TokenIssuer } from "../../support/fakes/fake-token-issuer.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Administrators who signed in before must be able to post incidents while the user pool is down.

const poolUnreachableMessage =
  "The user pool that signs administrators in can't be reached, so your session can't be checked. Please try again in a minute.";

type Token = (claims?: Record<string, unknown>) => Promise<string>;

let pool: TokenIssuer;
let shared: Daymark;
beforeAll(async () => {
  pool = await startTokenIssuer();
  shared = await startDaymark({ pool });
});
afterAll(() => Promise.all([shared.stop(), pool.stop()]));

/** Repairs the pool, empties R2, and lets two days pass, after which the keys in the shared Worker's memory are worth nothing. */
async function startWithPool() {
  Object.assign(pool.keySetResponse, { state: "valid", calls: 0 });
  Object.assign(pool.signUp, { state: "refused", calls: 0 });
  pool.keys.keySet.keys.splice(1);
  await shared.reset({ laterMs: 2 * DAY_MS });
  const startAheadMs = shared.now() - Date.now();
  let writesBefore = Number((await shared.fetch("/api/health")).headers.get("x-test-key-sets"));
  let daymark = shared;
  return {
    pool,
    startAheadMs,
    logs: () => daymark.logs.join("\n"),
    files: () => daymark.files,
    /** Starts another Worker with what is in R2. */
    async startNewIsolate() {
      const stored = await daymark.files.get(file);
      daymark = await startDaymark({ pool });
      onTestFinished(daymark.stop);
      writesBefore = 0;
      if (!stored) return;
      const { customMetadata = {} } = stored;
      await daymark.files.put(file, await stored.arrayBuffer(), { customMetadata });
    },
    /** Reads the settings with the Worker's clock moved ahead. `writes` counts how often the key set was put into R2. */
    async readSettings({ clockAheadMs = 0, token = pool.token as Token, headers = {} } = {}) {
      const aheadMs = startAheadMs + clockAheadMs;
      const iat = Math.floor((Date.now() + aheadMs) / 1000) - 10;
      const response = await daymark.fetch("/api/settings", {
        headers: {
          Authorization: await token({ iat, exp: iat + 3600 }),
          "x-test-ahead": String(aheadMs),
          ...headers,
        },
      });
      const { errorMessage } = await response.json();
      return {
        status: response.status,
        errorMessage,
        retryAfter: response.headers.get("Retry-After"),
        writes: Number(response.headers.get("x-test-key-sets")) - writesBefore,
      };
    },
  };
}

const file = "sign-in/key-set.json";

async function readStoredKeySet(files: Awaited<ReturnType<typeof startDaymark>>["files"]) {
  const object = await files.get(file);
  return object === null ? undefined : { text: await object.text(), ...object.customMetadata };
}

const failures = {
  "closes the connection": "disconnected",
  "doesn't respond": "hanging",
  "sends an unreadable response": "nonsense",
  "sends JSON without keys": "{}",
  "sends an empty key list": '{"keys":[]}',
  "sends an invalid key": '{"keys":[{"kty":"RSA","kid":"signing-key","n":"AQAB","e":"AQAB"}]}',
  "sends more than 64 KiB": `{"keys":[],"more":"${"x".repeat(65_536)}"}`,
};

test.for(Object.entries(failures))(
  "while the pool %s, a new isolate accepts administrators for a day, and calls the pool once a minute at most",
  async ([, state]) => {
    const { pool, files, readSettings, startNewIsolate } = await startWithPool();
    expect((await readSettings()).status).toBe(200);
    await expect
      .poll(() => readStoredKeySet(files()))
      .toMatchObject({ text: expect.stringContaining(pool.keys.kid) });

    pool.keySetResponse.state = state;
    pool.signUp.state = "broken";
    pool.keySetResponse.calls = 0;
    await startNewIsolate();
    for (const result of await Promise.all(Array.from({ length: 10 }, () => readSettings())))
      expect(result).toMatchObject({ status: 200, writes: 0 });
    expect(pool.keySetResponse.calls).toBe(1);
    expect(await readSettings({ clockAheadMs: DAY_MS - MINUTE_MS })).toMatchObject({ status: 200 });
    expect(await readSettings({ clockAheadMs: DAY_MS + MINUTE_MS })).toEqual({
      status: 503,
      errorMessage: poolUnreachableMessage,
      retryAfter: "60",
      writes: 0,
    });
    expect(pool.keySetResponse.calls).toBe(3);

    pool.keySetResponse.state = "valid";
    expect(await readSettings({ clockAheadMs: DAY_MS + 2 * MINUTE_MS })).toMatchObject({ status: 200 });
  },
);

test("an isolate keeps using its key set while the pool and R2 are down", async () => {
  const { pool, readSettings } = await startWithPool();
  expect((await readSettings()).status).toBe(200);
  pool.keySetResponse.state = "disconnected";
  const headers = { "x-test-break-r2": "all" };
  expect(await readSettings({ clockAheadMs: HOUR_MS, headers })).toMatchObject({ status: 200 });
  expect(await readSettings({ clockAheadMs: DAY_MS + MINUTE_MS, headers })).toMatchObject({ status: 503 });
});

test("without a key set nobody is admitted, and the 503 says that the pool is unreachable", async () => {
  const { pool, readSettings, logs, startNewIsolate } = await startWithPool();
  await startNewIsolate();
  pool.keySetResponse.state = "disconnected";
  expect(await readSettings()).toMatchObject({
    status: 503,
    errorMessage: poolUnreachableMessage,
    retryAfter: "60",
  });
  await expect.poll(logs).toContain("The user pool's key set can't be reached");
});

test("a pool's new key is accepted, and a removed one is not", async () => {
  const { pool, files, readSettings, startNewIsolate } = await startWithPool();
  const oldToken = await pool.addKey("old");
  expect((await readSettings({ token: oldToken })).status).toBe(200);
  const rotatedToken = await pool.addKey("rotated");
  // The Worker asks the pool again only after a minute, because tokens can name any key.
  expect((await readSettings({ token: rotatedToken })).status).toBe(401);
  expect((await readSettings({ token: rotatedToken, clockAheadMs: MINUTE_MS })).status).toBe(200);
  await expect
    .poll(() => readStoredKeySet(files()))
    .toMatchObject({ text: expect.stringContaining("rotated") });

  const { keySet } = pool.keys;
  keySet.keys = keySet.keys.filter(({ kid }) => kid !== "old");
  expect((await readSettings({ token: oldToken, clockAheadMs: 12 * MINUTE_MS })).status).toBe(401);
  await expect
    .poll(() => readStoredKeySet(files()))
    .toMatchObject({ text: expect.not.stringContaining("old") });
  pool.keySetResponse.state = "disconnected";
  await startNewIsolate();
  // The key isn't in the stored set, but the pool may have added it since.
  expect(await readSettings({ token: oldToken, clockAheadMs: 13 * MINUTE_MS })).toMatchObject({
    status: 503,
  });
  expect((await readSettings({ token: rotatedToken, clockAheadMs: 13 * MINUTE_MS })).status).toBe(200);
  pool.keySetResponse.state = "valid";
  expect((await readSettings({ token: oldToken, clockAheadMs: 14 * MINUTE_MS })).status).toBe(401);
});

test("after a clock was set back the key set stays valid, and R2 is still written", async () => {
  const { pool, startAheadMs, files, readSettings, startNewIsolate } = await startWithPool();
  // The clock goes back by less than the pause between calls of the pool, by an hour, and by more than a day.
  for (const clockAheadMs of [
    2 * DAY_MS + 2 * HOUR_MS + 10_000,
    2 * DAY_MS + 2 * HOUR_MS,
    2 * DAY_MS + HOUR_MS,
    0,
  ])
    expect((await readSettings({ clockAheadMs })).status).toBe(200);
  expect(pool.keySetResponse.calls).toBe(3);
  await expect
    .poll(async () => Number((await files().head(file))?.customMetadata?.confirmedAt))
    .toBeLessThan(Date.now() + startAheadMs + MINUTE_MS);
  pool.keySetResponse.state = "disconnected";
  expect((await readSettings({ clockAheadMs: -HOUR_MS })).status).toBe(200);
  await startNewIsolate();
  expect((await readSettings()).status).toBe(200);
});

test.for(["", "{", "null", "[]", '{"issuer":"https://another.example","keys":[]}'])(
  "an invalid stored key set is ignored and replaced: '%s'",
  async (text) => {
    const { pool, files, readSettings } = await startWithPool();
    await files().put(file, text);
    pool.keySetResponse.state = "disconnected";
    expect((await readSettings()).status).toBe(503);
    pool.keySetResponse.state = "valid";
    expect((await readSettings({ clockAheadMs: MINUTE_MS })).status).toBe(200);
    await expect
      .poll(() => readStoredKeySet(files()))
      .toMatchObject({ text: expect.stringContaining(pool.keys.kid) });
  },
);

test("the key set is written only when it changes or its confirmation is an hour old", async () => {
  const { pool, files, readSettings, startNewIsolate } = await startWithPool();
  await readSettings();
  await expect.poll(() => readStoredKeySet(files())).toBeDefined();
  // Five of these requests fetch the key set again.
  for (const minutes of [0, 11, 22, 33, 44, 55])
    expect((await readSettings({ clockAheadMs: minutes * MINUTE_MS })).writes, `${minutes} min`).toBe(1);
  expect(pool.keySetResponse.calls).toBe(6);
  await startNewIsolate();
  for (const minutes of [56, 57, 58]) await readSettings({ clockAheadMs: minutes * MINUTE_MS });
  expect((await readSettings({ clockAheadMs: 59 * MINUTE_MS })).writes).toBe(0);
  await readSettings({ clockAheadMs: 70 * MINUTE_MS });
  await expect.poll(async () => (await readSettings({ clockAheadMs: 71 * MINUTE_MS })).writes).toBe(1);
  await pool.addKey("another");
  await readSettings({ clockAheadMs: 82 * MINUTE_MS });
  await expect.poll(async () => (await readSettings({ clockAheadMs: 83 * MINUTE_MS })).writes).toBe(2);
});

test("tokens with made-up keys make the Worker call the pool once a minute, and never write to R2", async () => {
  const { pool, readSettings } = await startWithPool();
  await readSettings();
  pool.keySetResponse.calls = 0;
  const makeInvalidToken =
    (n: number) =>
    (claims: Record<string, unknown> = {}) =>
      pool.token(claims, { kid: `made-up-${n}` });
  const readAll = (clockAheadMs: number) =>
    Promise.all(
      Array.from({ length: 20 }, (_, n) => readSettings({ token: makeInvalidToken(n), clockAheadMs })),
    );
  for (const minutes of [1, 1.2, 1.4])
    for (const { status } of await readAll(minutes * MINUTE_MS)) expect(status).toBe(401);
  expect(pool.keySetResponse.calls).toBe(1);
  for (const { status, writes } of await readAll(2 * MINUTE_MS)) expect([status, writes]).toEqual([401, 1]);
  expect(pool.keySetResponse.calls).toBe(2);
});

test("concurrent requests check only once whether the pool refuses sign-up", async () => {
  const { pool, readSettings } = await startWithPool();
  for (const { status } of await Promise.all(Array.from({ length: 10 }, () => readSettings())))
    expect(status).toBe(200);
  expect([pool.signUp.calls, pool.keySetResponse.calls]).toEqual([1, 1]);
});
