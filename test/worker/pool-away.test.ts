import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { startDaymark } from "../support/daymark.ts";
import { startUserPool } from "../support/user-pool.ts";

// The user pool can not be reached, and administrators who have signed in before have to tell of an incident.

const outOfReach =
  "The user pool that signs administrators in can't be reached, so your session can't be checked. Please try again in half a minute.";

type Token = (claims?: Record<string, unknown>) => Promise<string>;

/** A pool that outlives the isolates of the test, on a clock that goes ahead as it is told. */
async function startWithPool() {
  const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  const pool = await startUserPool();
  let daymark = await startDaymark({ build: "faulty-worker", stateDir, pool });
  onTestFinished(async () => {
    await daymark.stop();
    await pool.stop();
    await rm(stateDir, { recursive: true });
  });
  return {
    pool,
    logs: () => daymark.logs.join("\n"),
    files: () => daymark.files,
    async startNewIsolate() {
      await daymark.stop();
      daymark = await startDaymark({ build: "faulty-worker", stateDir, pool });
    },
    /** What an administrator is answered after so long, and how often the key set has been put into R2 since the start. */
    async call({ after = 0, token = pool.token as Token, headers = {} } = {}) {
      const iat = Math.floor((Date.now() + after) / 1000) - 10;
      const response = await daymark.fetch("/api/settings", {
        headers: {
          Authorization: await token({ iat, exp: iat + 3600 }),
          "x-test-ahead": String(after),
          ...headers,
        },
      });
      const { errorMessage } = await response.json();
      return {
        status: response.status,
        errorMessage,
        retryAfter: response.headers.get("Retry-After"),
        writes: Number(response.headers.get("x-test-key-sets")),
      };
    },
  };
}

async function stored(files: Awaited<ReturnType<typeof startDaymark>>["files"]) {
  const object = await files.get("sign-in/key-set.json");
  return object === null ? undefined : { text: await object.text(), ...object.customMetadata };
}

const failures = {
  "breaks the connection off": "away",
  "does not answer": "hanging",
  "answers nonsense": "nonsense",
  "answers with something else": "{}",
  "answers without keys": '{"keys":[]}',
  "answers with what is no key": '{"keys":[{"kty":"RSA","kid":"signing-key","n":"AQAB","e":"AQAB"}]}',
  "answers with more than 64 KiB": `{"keys":[],"more":"${"x".repeat(65_536)}"}`,
};

test.for(Object.entries(failures))(
  "while the pool %s, a new isolate lets administrators in for a day, and asks it twice a minute at most",
  async ([, state]) => {
    const { pool, files, call, startNewIsolate } = await startWithPool();
    expect((await call()).status).toBe(200);
    await expect.poll(() => stored(files())).toMatchObject({ text: expect.stringContaining(pool.keys.kid) });

    pool.keySetAnswers.state = state;
    pool.signUp.state = "broken";
    pool.keySetAnswers.calls = 0;
    await startNewIsolate();
    for (const answer of await Promise.all(Array.from({ length: 10 }, () => call())))
      expect(answer).toMatchObject({ status: 200, writes: 0 });
    expect(pool.keySetAnswers.calls).toBe(1);
    expect(await call({ after: DAY_MS - MINUTE_MS })).toMatchObject({ status: 200 });
    expect(await call({ after: DAY_MS + MINUTE_MS })).toEqual({
      status: 503,
      errorMessage: outOfReach,
      retryAfter: "30",
      writes: 0,
    });
    expect(pool.keySetAnswers.calls).toBe(3);

    pool.keySetAnswers.state = "good";
    expect(await call({ after: DAY_MS + 2 * MINUTE_MS })).toMatchObject({ status: 200 });
  },
);

test("an isolate keeps using its key set while the pool and R2 are down", async () => {
  const { pool, call } = await startWithPool();
  expect((await call()).status).toBe(200);
  pool.keySetAnswers.state = "away";
  const headers = { "x-test-break-r2": "all" };
  expect(await call({ after: HOUR_MS, headers })).toMatchObject({ status: 200 });
  expect(await call({ after: DAY_MS + MINUTE_MS, headers })).toMatchObject({ status: 503 });
});

test("without a key set nobody is admitted, and the response doesn't blame the token", async () => {
  const { pool, call, logs } = await startWithPool();
  pool.keySetAnswers.state = "away";
  expect(await call()).toMatchObject({ status: 503, errorMessage: outOfReach, retryAfter: "30" });
  await expect.poll(logs).toContain("The user pool's key set can't be reached");
});

test("a pool's new key is accepted, and a removed one is not", async () => {
  const { pool, files, call, startNewIsolate } = await startWithPool();
  const old = await pool.addKey("old");
  expect((await call({ token: old })).status).toBe(200);
  const rotated = await pool.addKey("rotated");
  // The pool was asked a moment ago, and a token may name any key.
  expect((await call({ token: rotated })).status).toBe(401);
  expect((await call({ token: rotated, after: MINUTE_MS })).status).toBe(200);
  await expect.poll(() => stored(files())).toMatchObject({ text: expect.stringContaining("rotated") });

  const { keySet } = pool.keys;
  keySet.keys = keySet.keys.filter(({ kid }) => kid !== "old");
  expect((await call({ token: old, after: 12 * MINUTE_MS })).status).toBe(401);
  await expect.poll(() => stored(files())).toMatchObject({ text: expect.not.stringContaining("old") });
  pool.keySetAnswers.state = "away";
  await startNewIsolate();
  // A key that is not among those of the last good set may be new.
  expect(await call({ token: old, after: 13 * MINUTE_MS })).toMatchObject({ status: 503 });
  expect((await call({ token: rotated, after: 13 * MINUTE_MS })).status).toBe(200);
  pool.keySetAnswers.state = "good";
  expect((await call({ token: old, after: 14 * MINUTE_MS })).status).toBe(401);
});

test("a clock that was set back invalidates no key set and doesn't block R2 forever", async () => {
  const { pool, files, call, startNewIsolate } = await startWithPool();
  // By the half minute in which the pool is not asked again, by an hour, and by more than a day.
  for (const after of [2 * DAY_MS + 2 * HOUR_MS + 10_000, 2 * DAY_MS + 2 * HOUR_MS, 2 * DAY_MS + HOUR_MS, 0])
    expect((await call({ after })).status).toBe(200);
  expect(pool.keySetAnswers.calls).toBe(3);
  await expect
    .poll(async () => Number((await files().head("sign-in/key-set.json"))?.customMetadata?.confirmedAt))
    .toBeLessThan(Date.now() + MINUTE_MS);
  pool.keySetAnswers.state = "away";
  expect((await call({ after: -HOUR_MS })).status).toBe(200);
  await startNewIsolate();
  expect((await call()).status).toBe(200);
});

test.for(["", "{", "null", "[]", '{"issuer":"https://another.example","keys":[]}'])(
  "what R2 has in the key set's place is no hindrance, and is replaced: '%s'",
  async (text) => {
    const { pool, files, call, startNewIsolate } = await startWithPool();
    await files().put("sign-in/key-set.json", text);
    pool.keySetAnswers.state = "away";
    expect((await call()).status).toBe(503);
    pool.keySetAnswers.state = "good";
    await startNewIsolate();
    expect((await call()).status).toBe(200);
    await expect.poll(() => stored(files())).toMatchObject({ text: expect.stringContaining(pool.keys.kid) });
  },
);

test("the key set is written only when it changes or its confirmation is an hour old", async () => {
  const { pool, files, call, startNewIsolate } = await startWithPool();
  await call();
  await expect.poll(() => stored(files())).toBeDefined();
  // Every time but the last by a pool that was asked again.
  for (const minutes of [0, 11, 22, 33, 44, 55])
    expect((await call({ after: minutes * MINUTE_MS })).writes, `${minutes} min`).toBe(1);
  expect(pool.keySetAnswers.calls).toBe(6);
  await startNewIsolate();
  for (const minutes of [56, 57, 58]) await call({ after: minutes * MINUTE_MS });
  expect((await call({ after: 59 * MINUTE_MS })).writes).toBe(0);
  await call({ after: 70 * MINUTE_MS });
  await expect.poll(async () => (await call({ after: 71 * MINUTE_MS })).writes).toBe(1);
  await pool.addKey("another");
  await call({ after: 82 * MINUTE_MS });
  await expect.poll(async () => (await call({ after: 83 * MINUTE_MS })).writes).toBe(2);
});

test("tokens with made-up keys make the Worker ask the pool once in 30 seconds, and never R2", async () => {
  const { pool, call } = await startWithPool();
  await call();
  pool.keySetAnswers.calls = 0;
  const madeUp =
    (n: number) =>
    (claims: Record<string, unknown> = {}) =>
      pool.token(claims, { kid: `made-up-${n}` });
  const all = (after: number) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => call({ token: madeUp(n), after })));
  for (const minutes of [1, 1.2, 1.4])
    for (const { status } of await all(minutes * MINUTE_MS)) expect(status).toBe(401);
  expect(pool.keySetAnswers.calls).toBe(1);
  for (const { status, writes } of await all(2 * MINUTE_MS)) expect([status, writes]).toEqual([401, 1]);
  expect(pool.keySetAnswers.calls).toBe(2);
});

test("concurrent requests ask the pool once whether it refuses sign-up", async () => {
  const { pool, call } = await startWithPool();
  for (const { status } of await Promise.all(Array.from({ length: 10 }, () => call())))
    expect(status).toBe(200);
  expect([pool.signUp.calls, pool.keySetAnswers.calls]).toEqual([1, 1]);
});
