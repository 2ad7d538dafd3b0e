import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { MaintenanceChange } from "../../worker/maintenances/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeMaintenance } from "../support/factories.ts";
import { isolated, specialName } from "../support/special.ts";

// Text by RFC 7986, and by RFC 5545 §3.8.8.2, which the parser does not know.
Object.assign(ICAL.design.icalendar.property, {
  name: { defaultType: "text" },
  "x-wr-calname": { defaultType: "text" },
});

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: "https://status.example" } });
});
afterAll(() => daymark.stop());
// Each test has the calendar to itself.
beforeEach(() =>
  daymark.db.batch(
    ["notices", "components", "cancelled_maintenances"].map((table) =>
      daymark.db.prepare(`DELETE FROM ${table}`),
    ),
  ),
);

const read = async () => (await daymark.fetch("/maintenances.ics")).text();
const parsed = async () => new ICAL.Component(ICAL.parse(await read()));
const events = async () =>
  (await parsed()).getAllSubcomponents("vevent").map((event) => ({
    uid: event.getFirstPropertyValue("uid"),
    summary: event.getFirstPropertyValue("summary"),
    start: (event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate().toISOString(),
    end: (event.getFirstPropertyValue("dtend") as ICAL.Time).toJSDate().toISOString(),
    sequence: event.getFirstPropertyValue("sequence"),
    status: event.getFirstPropertyValue("status"),
  }));
const change = (maintenanceID: string, json: MaintenanceChange) =>
  answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));
const remove = async (maintenanceID: string) => {
  const headers = { Authorization: await daymark.token() };
  const gone = await daymark.fetch(`/api/maintenances/${maintenanceID}`, { method: "DELETE", headers });
  expect(gone.status).toBe(204);
};

test("each maintenance has one event, at the API's times", async () => {
  const one = await makeMaintenance(daymark, { name: "One" });
  const other = await makeMaintenance(daymark, {
    name: "Other",
    startAt: "2031-02-03T04:05:00Z",
    endAt: "2031-02-03T05:00:00Z",
    status: "Completed",
  });
  const kept = [other, one].map(({ maintenanceID, name, startAt, endAt }) => ({
    uid: `${maintenanceID}@daymark`,
    summary: name,
    start: startAt,
    end: endAt,
    sequence: 0,
    status: "CONFIRMED",
  }));
  expect(await events()).toEqual(kept);
});

test("a calendar without maintenances still has the required component", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "END:VCALENDAR" } }));
  const components = (await parsed()).getAllSubcomponents();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect(components.map(({ name }) => name)).toEqual(["vtimezone"]);
  await makeMaintenance(daymark);
  expect((await parsed()).getAllSubcomponents().map(({ name }) => name)).toEqual(["vevent"]);
});

test("moving the window raises the sequence, and nothing else does", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  const sequence = async () => (await events())[0]?.sequence;
  await change(maintenanceID, { name: "Another name", message: "Nothing moved." });
  await change(maintenanceID, { startAt: "2030-01-01T10:00:00Z" });
  expect(await sequence()).toBe(0);
  await change(maintenanceID, { startAt: "2030-01-01T09:30:00Z" });
  expect(await sequence()).toBe(1);
  await change(maintenanceID, { startAt: "2030-01-01T09:00:00Z", endAt: "2030-01-01T13:00:00Z" });
  expect(await events()).toMatchObject([
    { sequence: 2, start: "2030-01-01T09:00:00.000Z", end: "2030-01-01T13:00:00.000Z" },
  ]);
});

test("a deleted maintenance is cancelled for a month, and then removed; nothing else shows it", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Called off" });
  await change(maintenanceID, { endAt: "2030-01-01T15:00:00Z" });
  await remove(maintenanceID);
  await remove(maintenanceID);
  const uid = `${maintenanceID}@daymark`;
  expect(await events()).toMatchObject([{ uid, status: "CANCELLED", sequence: 2, summary: "Called off" }]);
  for (const path of [
    "/",
    "/history",
    "/history.rss",
    "/api/maintenances",
    "/api/v2/scheduled-maintenances.json",
  ])
    expect(await (await daymark.fetch(path)).text(), path).not.toContain("Called off");

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const cancelledAt = (time: string) =>
    daymark.db.prepare("UPDATE cancelled_maintenances SET cancelled_at = ?").bind(time).run();
  await cancelledAt(daysAgo(30));
  await makeComponent(daymark);
  expect(await events()).toHaveLength(1);
  await cancelledAt(daysAgo(32));
  await makeComponent(daymark);
  expect(await events()).toEqual([]);
  await remove((await makeMaintenance(daymark)).maintenanceID);
  const kept = await daymark.db
    .prepare("SELECT count(*) AS n FROM cancelled_maintenances")
    .first<number>("n");
  expect(kept).toBe(1);
});

test("any name survives, even a long one in any script", async () => {
  const long = "Wartung für alle, Ümläute und 日本語のとても長い名前 😀😀😀😀😀😀😀😀 ".repeat(3).trim();
  await makeMaintenance(daymark, { name: long });
  const { componentID } = await makeComponent(daymark, { name: specialName });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  await makeMaintenance(daymark, { name: specialName, components });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
  const calendar = await parsed();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect((await events()).map(({ summary }) => summary)).toEqual([specialName, long]);
  for (const property of ["name", "x-wr-calname"])
    expect(calendar.getFirstPropertyValue(property)).toBe(`${isolated(specialName)} maintenance`);
  const [event] = calendar.getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("description")).toBe(`Scheduled\n\nAffects ${isolated(specialName)}`);
});

test("a message's Markdown becomes plain text for calendar programs", async () => {
  const message = "We **move**, see [the plan](https://a.example/plan); `a < b`\nsecond line\n\n- one\n- two";
  await makeMaintenance(daymark, { message });
  const [event] = (await parsed()).getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("description")).toBe(
    "We move, see the plan <https://a.example/plan>; a < b\nsecond line\n\n * one\n * two\n\nScheduled",
  );
});

test.for([1, 80])("an event says the newest words of %d updates that have any", async (count) => {
  const { maintenanceID } = await makeMaintenance(daymark, { message: "Said first." });
  const at = (minute: number) => new Date(Date.now() + minute * 60_000).toISOString();
  const insert = daymark.db.prepare("INSERT INTO notice_updates VALUES (?, ?, 'Scheduled', ?, ?, ?)");
  await daymark.db.batch(
    Array.from({ length: count }, (_, n) =>
      insert.bind(`words${n}`, maintenanceID, `Said as ${n}. ${"x".repeat(4000)}`, at(n + 1), at(n + 1)),
    ),
  );
  await insert.bind("wordless", maintenanceID, "", at(count + 1), at(count + 1)).run();
  const [event] = (await parsed()).getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("description")).toMatch(new RegExp(`^Said as ${count - 1}\\. x`));
});

test("lines end with CRLF and have 75 octets at most, no character cut in two", async () => {
  await makeMaintenance(daymark, { name: "日本語😀".repeat(30), message: "é".repeat(500) });
  const text = await read();
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(text).not.toContain("\ufffd");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("the calendar has a name and a refresh interval", async () => {
  const made = await makeMaintenance(daymark);
  const response = await daymark.fetch("/maintenances.ics");
  expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  const calendar = new ICAL.Component(ICAL.parse(await response.text()));
  const value = (name: string) => String(calendar.getFirstPropertyValue(name));
  expect([value("version"), value("method"), value("x-wr-calname")]).toEqual([
    "2.0",
    "PUBLISH",
    "Service maintenance",
  ]);
  expect([value("refresh-interval"), value("x-published-ttl"), value("prodid")]).toEqual([
    "PT15M",
    "PT15M",
    expect.stringContaining("Daymark"),
  ]);
  const [event] = calendar.getAllSubcomponents("vevent");
  const at = (name: string) => String(event?.getFirstPropertyValue(name));
  const seconds = (iso: string) => `${iso.slice(0, 19)}Z`;
  expect([at("created"), at("last-modified"), at("dtstamp")]).toEqual([
    seconds(made.createdAt),
    seconds(made.updatedAt),
    seconds(made.updatedAt),
  ]);
  expect(event?.getFirstPropertyValue("url")).toBe(
    `https://status.example/maintenances/${made.maintenanceID}`,
  );
  const again = await daymark.fetch("/maintenances.ics", {
    headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
  });
  expect(again.status).toBe(304);
});
