import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { addSubscribeRequests } from "../../support/factories/insert-subscribers.ts";
import { enableMail, newClientHeaders } from "../../support/factories/make-subscribers.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
// The clock goes a month on and back, so no other file uses this Worker afterwards.
beforeAll(async () => {
  daymark = await startDaymark({ rates: {}, shared: false });
});
beforeEach(async () => {
  await daymark.reset({ laterMs: 2 * DAY_MS });
  startedAtMs = daymark.now();
  await enableMail(daymark);
});
afterAll(() => daymark.stop());

let startedAtMs: number;
let addresses = 0;

/** Subscribes a new address from a new client, `elapsedMs` after the start. */
function subscribeAt(elapsedMs: number, channel: "api" | "form" = "api") {
  addresses += 1;
  const emailAddress = `caller-${addresses}@example.com`;
  const headers = { ...newClientHeaders(), "x-test-now": new Date(startedAtMs + elapsedMs).toISOString() };
  return channel === "form"
    ? daymark.fetch("/subscribe", { method: "POST", headers, body: new URLSearchParams({ emailAddress }) })
    : daymark.fetch("/api/subscribers/subscribe", {
        method: "POST",
        headers,
        body: JSON.stringify({ emailAddress }),
      });
}

async function count(sql: string) {
  return (await daymark.db.prepare(`SELECT count(*) AS n FROM ${sql}`).first<{ n: number }>())?.n;
}

/** Records accepted requests before the start, `gapMs` apart. */
const addRequests = (count: number, gapMs: number) =>
  addSubscribeRequests(daymark, { count, until: startedAtMs, gapMs });

/** Adds subscribers who were confirmed before the start, `gapMs` apart. */
async function addConfirmed(count: number, gapMs: number) {
  const times = Array.from({ length: count }, (_, n) =>
    new Date(startedAtMs - (count - n) * gapMs).toISOString(),
  );
  await daymark.db
    .prepare(
      `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at, confirmed_at)
      SELECT 'confirmed' || value, value, value, 'confirmed', 1, value, value FROM json_each(?)`,
    )
    .bind(JSON.stringify(times))
    .run();
}

/** Makes requests from one network. */
const fromNetwork = (headers: Record<string, string>, emailAddress: string, elapsedMs: number) =>
  daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: { ...headers, "x-test-now": new Date(startedAtMs + elapsedMs).toISOString() },
    body: JSON.stringify({ emailAddress }),
  });

test("a third of both limits is kept for networks that have asked nothing for a month", async () => {
  const known = newClientHeaders();
  expect((await fromNetwork(known, "first@example.com", 0)).status).toBe(200);
  await addRequests(40, SECOND_MS / 10);
  expect((await fromNetwork(known, "second@example.com", 2 * SECOND_MS)).status).toBe(429);
  expect((await subscribeAt(2 * SECOND_MS)).status).toBe(200);
  const later = 2 * MINUTE_MS;
  expect((await fromNetwork(known, "second@example.com", later)).status).toBe(200);
  await addConfirmed(666, MINUTE_MS);
  expect((await fromNetwork(known, "third@example.com", 2 * later)).status).toBe(429);
  expect((await subscribeAt(2 * later)).status).toBe(200);
  await daymark.db.exec("DELETE FROM subscribers WHERE state = 'confirmed'");
  const month = 31 * DAY_MS;
  await daymark.runCron(new Date(Math.ceil((startedAtMs + month) / HOUR_MS) * HOUR_MS).toISOString());
  expect(await count("subscribe_networks")).toBe(0);
});
