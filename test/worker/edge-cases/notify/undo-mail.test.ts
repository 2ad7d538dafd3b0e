import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import { makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../../support/factories/make-subscribers.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import {
  countSendCalls,
  countWaiting,
  readDeliveries,
  runCronAhead,
} from "../../../support/readers/mail-deliveries.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";
import type { QueueReport, SentMessage } from "../../../support/workers/faulty-queues.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail({ rate: 10, checksTime: false });
  daymark = await startDaymark({ vars: mail.vars });
});
beforeEach(async () => {
  mail.restoreResponses();
  await daymark.reset({ laterMs: 2 * DAY_MS });
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(20));
  await mail.empty();
});
afterAll(() => Promise.all([daymark.stop(), mail.stop()]));

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const authorized = { Authorization: await daymark.token(), Prefer: "undo", ...headers };
  const json = body && { body: JSON.stringify(body) };
  const response = await daymark.fetch(path, { method, headers: authorized, ...json });
  expect(response.status).toBeLessThan(300);
  return response.headers.get("Undo") ?? "";
}

const incident = { name: "API is down", status: "Investigating" };

test("messages about a write that can be undone leave when the time is over, not before", async () => {
  await daymark.db.batch([
    daymark.db.prepare("UPDATE settings SET endpoints_enabled = 1"),
    daymark.db.prepare(`INSERT INTO subscribers (subscriber_id, address_key, email_address, state, everything, created_at, channel)
      VALUES ('hook', 'hook', '', 'confirmed', 1, '2026-01-01T00:00:00.000Z', 'webhook')`),
    daymark.db.prepare("INSERT INTO endpoints (subscriber_id, address) VALUES ('hook', '')"),
  ]);
  await send("POST", "/api/incidents", incident, { "x-test-hold-queues": "on" });
  const sent: SentMessage[] = [];
  const takeSent = async () => {
    const report = (await (await daymark.fetch("/x-test-queues")).json()) as QueueReport;
    sent.push(...report.sent);
    return sent.map(({ binding, delaySeconds }) => [binding, delaySeconds]);
  };
  await expect.poll(takeSent).toEqual([
    ["MAIL", 16],
    ["ENDPOINTS", 16],
  ]);
  await daymark.fetch("/x-test-queues", { headers: { "x-test-hold-queues": "off" } });
  // The queue's message is lost here, so the cron has to find the email.
  await runCronAhead(daymark, 10_000);
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  expect([await countWaiting(daymark), countSendCalls(mail)]).toEqual([20, 0]);
  await runCronAhead(daymark, 16_000);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect(await mail.recipients()).toHaveLength(20);
});

test("a write that can't be undone sends its email at once, with what was held before it first", async () => {
  await send("POST", "/api/incidents", incident);
  const { results } = await daymark.db.prepare("SELECT notice_id FROM notices").all<{ notice_id: string }>();
  expect(countSendCalls(mail)).toBe(0);
  const param = { incidentID: results[0]?.notice_id ?? "" };
  const json = { message: "It's the database." };
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param, json }));
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  const messages = (await readDeliveries(daymark)).map(({ state }) => state);
  expect(messages).toEqual(Array.from({ length: 40 }, () => "sent"));
});

test("email that was held is due before that of the write that releases it", async () => {
  await send("POST", "/api/incidents", incident, { "x-test-hold-queues": "on" });
  const incidentID = await daymark.db.prepare("SELECT notice_id FROM notices").first<string>("notice_id");
  await daymark.setClockAhead(1000);
  const param = { incidentID: incidentID ?? "" };
  const json = { message: "It's the database." };
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param, json }));
  const { results } = await daymark.db
    .prepare("SELECT due_at FROM message_lanes ORDER BY rowid")
    .all<{ due_at: string }>();
  const times = results.map(({ due_at }) => due_at);
  expect(times).toHaveLength(2);
  expect(times).toEqual([...new Set(times)].sort());
});

test("undoing takes back the email", async () => {
  const undo = await send("POST", "/api/incidents", incident);
  await send("POST", undo);
  await runCronAhead(daymark, 60_000);
  expect([await countWaiting(daymark), countSendCalls(mail)]).toEqual([0, 0]);
});

test("undoing a deletion sends the email that the deletion had stopped", async () => {
  let undo = "";
  let incidentID = "";
  mail.overrideResponses(async (_, forward) => {
    if (countSendCalls(mail) === 5) undo = await send("DELETE", `/api/incidents/${incidentID}`);
    return forward();
  });
  ({ incidentID } = await makeIncident(daymark));
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect(await mail.recipients()).toHaveLength(5);
  mail.restoreResponses();
  await send("POST", undo);
  expect(await countWaiting(daymark)).toBe(15);
  // The leases of those that were claimed end after two minutes.
  await runCronAhead(daymark, 150_000);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect(new Set(await mail.recipients()).size).toBe(20);
});

test("undoing an update's deletion sends the rest of its email, and to nobody twice", async () => {
  const { incidentID } = await makeIncident(daymark, { notifySubscribers: false });
  let undo = "";
  mail.overrideResponses(async (_, forward) => {
    if (countSendCalls(mail) === 5) {
      const updateID = await daymark.db
        .prepare("SELECT notice_update_id FROM messages")
        .first("notice_update_id");
      undo = await send("DELETE", `/api/incidents/${incidentID}/incidentupdates/${updateID}`);
    }
    return forward();
  });
  const json = { message: "It's the database." };
  await answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  expect(await readDeliveries(daymark)).toHaveLength(12);
  mail.restoreResponses();
  await send("POST", undo);
  expect(await countWaiting(daymark)).toBe(15);
  await runCronAhead(daymark, 150_000);
  await expect.poll(() => countWaiting(daymark)).toBe(0);
  const recipients = await mail.recipients();
  expect([recipients.length, new Set(recipients).size]).toEqual([20, 20]);
});

test("undoing a move takes back the email about the new time", async () => {
  const window = { startAt: "2030-01-01T10:00:00.000Z", endAt: "2030-01-01T12:00:00.000Z" };
  const { maintenanceID } = await makeMaintenance(daymark, { ...window, notifySubscribers: false });
  const moved = { startAt: "2030-01-01T11:00:00.000Z", tellNewTime: true };
  const undoPath = await send("PATCH", `/api/maintenances/${maintenanceID}`, moved);
  expect(await countWaiting(daymark)).toBe(20);
  await send("POST", undoPath);
  const { results } = await daymark.db.prepare("SELECT * FROM messages").all();
  expect(results).toEqual([]);
});
