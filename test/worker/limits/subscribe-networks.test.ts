import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { enableMail, newClientHeaders } from "../../support/factories/make-subscribers.ts";
import { dump } from "../../support/readers/dump.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail({ checksTime: false });
  daymark = await startDaymark({ vars: mail.vars });
});
beforeEach(async () => {
  await daymark.reset({ laterMs: 2 * DAY_MS });
  startedAtMs = daymark.now();
  await enableMail(daymark);
  await mail.empty();
});
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

let startedAtMs: number;
const timeHeader = (elapsedMs: number) => ({ "x-test-now": new Date(startedAtMs + elapsedMs).toISOString() });

function subscribeFrom(emailAddress: string, ipAddress: string, elapsedMs = 0) {
  return daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: { "CF-Connecting-IP": ipAddress, ...timeHeader(elapsedMs) },
    body: JSON.stringify({ emailAddress }),
  });
}
const newIPAddress = () => newClientHeaders()["CF-Connecting-IP"];
const runSQL = (sql: string, ...values: unknown[]) =>
  daymark.db
    .prepare(sql)
    .bind(...values)
    .run();
const count = async (sql: string) =>
  (await daymark.db.prepare(`SELECT count(*) AS n FROM ${sql}`).first<{ n: number }>())?.n;

test("repeated requests for one address don't use up the limit for others", async () => {
  for (let client = 0; client < 7; client++)
    for (let n = 0; n < 10; n++)
      expect((await subscribeFrom("same@example.org", `192.0.2.${client}`, n)).status).toBe(200);
  expect((await subscribeFrom("newcomer@example.org", newIPAddress(), 10)).status).toBe(200);
  expect(await count("subscribe_calls")).toBe(2);
  expect(await count("messages")).toBe(2);
});

test("a network is stored without its address", async () => {
  expect((await subscribeFrom("first@example.org", "198.51.100.7")).status).toBe(200);
  const { results } = await daymark.db.prepare("SELECT network_key FROM subscribe_networks").all();
  expect(results).toEqual([{ network_key: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(await dump(daymark)).not.toContain("198.51.100.7");
});

test("the same statements run for an address that is new, known, confirmed, or complained", async () => {
  const statements = async (emailAddress: string) => {
    const response = await subscribeFrom(emailAddress, newIPAddress());
    return [response.status, await response.text(), response.headers.get("x-test-statements")];
  };
  const expected = await statements("new@example.org");
  expect(await statements("new@example.org")).toEqual(expected);
  await runSQL("UPDATE subscribers SET state = 'confirmed'");
  expect(await statements("new@example.org")).toEqual(expected);
  await runSQL("UPDATE subscribers SET state = 'ended', ended_reason = 'complaint', email_address = ''");
  expect(await statements("new@example.org")).toEqual(expected);
});

test("a request that fills in the hidden field sends no queue message, and every other request sends one", async () => {
  const countQueued = async (fields: { emailAddress: string; website?: string }, channel: "api" | "form") => {
    const headers = newClientHeaders();
    const response =
      channel === "api"
        ? await daymark.fetch("/api/subscribers/subscribe", {
            method: "POST",
            headers,
            body: JSON.stringify(fields),
          })
        : await daymark.fetch("/subscribe", { method: "POST", headers, body: new URLSearchParams(fields) });
    expect(response.status).toBe(channel === "api" ? 200 : 303);
    return response.headers.get("x-test-queued");
  };
  for (const channel of ["api", "form"] as const) {
    const emailAddress = `${channel}@example.org`;
    expect(await countQueued({ emailAddress, website: "https://spam.example" }, channel)).toBe("0");
    expect(await countQueued({ emailAddress }, channel)).toBe("1");
    expect(await countQueued({ emailAddress }, channel)).toBe("1");
  }
});
