import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTeamChannel } from "../../../support/factories/factories.ts";
import { enableMail } from "../../../support/factories/make-subscribers.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
  const insert = daymark.db.prepare(
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at)
    VALUES (?1, ?2, ?1, ?3, 1, '2026-01-01T00:00:00.000Z')`,
  );
  await daymark.db.batch([
    insert.bind("a", '=1+1"@example.com', "confirmed"),
    insert.bind("b", "reader@example.com", "unconfirmed"),
  ]);
  await daymark.db.exec(
    `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, created_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) SELECT 'many-' || i, i || '@example.com', 'many-' || i, 'confirmed', 1, '' FROM n`,
  );
  await makeTeamChannel(daymark, { address: "team@example.com" });
});
afterAll(() => daymark?.stop());

test("the export has each subscriber once, without formulas and without the team's channels", async () => {
  const headers = { Authorization: await daymark.token() };
  const response = await daymark.fetch("/api/subscribers/export", { headers });
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = (await response.text()).trimEnd().split("\r\n");
  expect(lines.slice(0, 3)).toEqual([
    '"channel","address","state","everything","language","time_zone","requested_at","confirmed_at","ended_at","ended_reason"',
    `"email","'=1+1""@example.com","confirmed","yes","en","UTC","2026-01-01T00:00:00.000Z","","",""`,
    '"email","reader@example.com","unconfirmed","yes","en","UTC","2026-01-01T00:00:00.000Z","","",""',
  ]);
  expect(lines).toHaveLength(12_003);
  expect(new Set(lines).size).toBe(12_003);
  expect(lines.join()).not.toContain("team@example.com");
});

test("the numbers leave the team's channels out", async () => {
  expect(await answer(daymark.administrator.subscribers.counts.$get())).toEqual({
    channels: [{ channel: "email", confirmed: 12_001, unconfirmed: 1, ended: 0, paused: 0 }],
  });
});
