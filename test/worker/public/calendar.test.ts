import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { MaintenanceChange } from "../../../worker/notices/maintenance/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeMaintenance } from "../../support/factories/factories.ts";
import { isolateDirection, specialName } from "../../support/factories/special-name.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The parser doesn't know that these properties are text (RFC 7986, and RFC 5545 §3.8.8.2 for the X- one).
Object.assign(ICAL.design.icalendar.property, {
  name: { defaultType: "text" },
  "x-wr-calname": { defaultType: "text" },
});

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ vars: { STATUS_PAGE_URL: "https://status.example" } });
});
afterAll(() => daymark.stop());
// Other maintenances would appear in the calendar.
beforeEach(() =>
  daymark.db.batch(
    ["notices", "components", "cancelled_maintenances"].map((table) =>
      daymark.db.prepare(`DELETE FROM ${table}`),
    ),
  ),
);

const readCalendar = async () => (await daymark.fetch("/maintenances.ics")).text();
const parseCalendar = async () => new ICAL.Component(ICAL.parse(await readCalendar()));
const readEvents = async () =>
  (await parseCalendar()).getAllSubcomponents("vevent").map((event) => ({
    uid: event.getFirstPropertyValue("uid"),
    summary: event.getFirstPropertyValue("summary"),
    start: (event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate().toISOString(),
    end: (event.getFirstPropertyValue("dtend") as ICAL.Time).toJSDate().toISOString(),
    sequence: event.getFirstPropertyValue("sequence"),
    status: event.getFirstPropertyValue("status"),
  }));
const update = (maintenanceID: string, json: MaintenanceChange) =>
  answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));
const deleteMaintenance = async (maintenanceID: string) => {
  const headers = { Authorization: await daymark.token() };
  const response = await daymark.fetch(`/api/maintenances/${maintenanceID}`, { method: "DELETE", headers });
  expect(response.status).toBe(204);
};

/** Without the search index, whose storage is binary: a search shows what it has. */
async function tablesWith(text: string): Promise<string[]> {
  const { results } = await daymark.db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'notice_search*'",
    )
    .all<{ name: string }>();
  const rows = await daymark.db.batch(results.map(({ name }) => daymark.db.prepare(`SELECT * FROM ${name}`)));
  return results
    .filter((_, table) => JSON.stringify(rows[table]?.results).includes(text))
    .map(({ name }) => name);
}

test("each maintenance is one event with the times that the API returns", async () => {
  const first = await makeMaintenance(daymark, { name: "First" });
  const second = await makeMaintenance(daymark, {
    name: "Second",
    startAt: "2031-02-03T04:05:00Z",
    endAt: "2031-02-03T05:00:00Z",
    status: "Completed",
  });
  const expectedEvents = [second, first].map(({ maintenanceID, name, startAt, endAt }) => ({
    uid: `${maintenanceID}@daymark`,
    summary: name,
    start: startAt,
    end: endAt,
    sequence: 0,
    status: "CONFIRMED",
  }));
  expect(await readEvents()).toEqual(expectedEvents);
});

test("a calendar without maintenances contains a time zone, because iCalendar requires a component", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "END:VCALENDAR" } }));
  const components = (await parseCalendar()).getAllSubcomponents();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect(components.map(({ name }) => name)).toEqual(["vtimezone"]);
  await makeMaintenance(daymark);
  expect((await parseCalendar()).getAllSubcomponents().map(({ name }) => name)).toEqual(["vevent"]);
});

test("only a change of the start or end raises the event's sequence", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  const sequence = async () => (await readEvents())[0]?.sequence;
  await update(maintenanceID, { name: "Another name", message: "Nothing moved." });
  await update(maintenanceID, { startAt: "2030-01-01T10:00:00Z" });
  expect(await sequence()).toBe(0);
  await update(maintenanceID, { startAt: "2030-01-01T09:30:00Z" });
  expect(await sequence()).toBe(1);
  await update(maintenanceID, { startAt: "2030-01-01T09:00:00Z", endAt: "2030-01-01T13:00:00Z" });
  expect(await readEvents()).toMatchObject([
    { sequence: 2, start: "2030-01-01T09:00:00.000Z", end: "2030-01-01T13:00:00.000Z" },
  ]);
});

test("a deleted maintenance is CANCELLED in the calendar for 31 days, and its title is nowhere", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const message = "Called off, too.";
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Called off", message, components });
  await update(maintenanceID, { endAt: "2030-01-01T15:00:00Z" });
  const [planned] = await readEvents();
  await deleteMaintenance(maintenanceID);
  await deleteMaintenance(maintenanceID);
  expect(await readEvents()).toEqual([
    { ...planned, status: "CANCELLED", sequence: 2, summary: "Cancelled maintenance" },
  ]);
  for (const path of [
    ...["/", "/index.md", "/history", "/history.md", "/maintenances.ics", `/maintenances/${maintenanceID}`],
    ...["/history.rss", "/history.atom", "/feed.json", `/components/${componentID}`, "/status.txt"],
    ...["/api/maintenances", "/api/maintenances?q=Called", "/api/v2/scheduled-maintenances.json"],
  ])
    expect(await (await daymark.fetch(path)).text(), path).not.toContain("Called off");
  expect(await tablesWith("Called off")).toEqual(["audit_entries"]);

  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const setCancelledAt = (time: string) =>
    daymark.db.prepare("UPDATE cancelled_maintenances SET cancelled_at = ?").bind(time).run();
  await setCancelledAt(daysAgo(30));
  await makeComponent(daymark);
  expect(await readEvents()).toHaveLength(1);
  await setCancelledAt(daysAgo(32));
  await makeComponent(daymark);
  expect(await readEvents()).toEqual([]);
  await deleteMaintenance((await makeMaintenance(daymark)).maintenanceID);
  const storedCancellations = await daymark.db
    .prepare("SELECT count(*) AS n FROM cancelled_maintenances")
    .first<number>("n");
  expect(storedCancellations).toBe(1);
});

test("long names and special characters are preserved", async () => {
  const longName = "Wartung für alle, Ümläute und 日本語のとても長い名前 😀😀😀😀😀😀😀😀 ".repeat(3).trim();
  await makeMaintenance(daymark, { name: longName });
  const { componentID } = await makeComponent(daymark, { name: specialName });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  await makeMaintenance(daymark, { name: specialName, components });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: specialName } }));
  const calendar = await parseCalendar();
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect((await readEvents()).map(({ summary }) => summary)).toEqual([specialName, longName]);
  for (const property of ["name", "x-wr-calname"])
    expect(calendar.getFirstPropertyValue(property)).toBe(`${isolateDirection(specialName)} maintenance`);
  const [event] = calendar.getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("description")).toBe(
    `Scheduled\n\nAffects ${isolateDirection(specialName)}`,
  );
});

test("a message's Markdown becomes plain text in the event's description", async () => {
  const message = "We **move**, see [the plan](https://a.example/plan); `a < b`\nsecond line\n\n- one\n- two";
  await makeMaintenance(daymark, { message });
  const [event] = (await parseCalendar()).getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("description")).toBe(
    "We move, see the plan <https://a.example/plan>; a < b\nsecond line\n\n * one\n * two\n\nScheduled",
  );
});

test.for([1, 80])("an event's description is the newest non-empty message of %d updates", async (count) => {
  const { maintenanceID } = await makeMaintenance(daymark, { message: "First message." });
  const at = (minute: number) => new Date(Date.now() + minute * MINUTE_MS).toISOString();
  const insert = daymark.db.prepare("INSERT INTO notice_updates VALUES (?, ?, 'Scheduled', ?, ?, ?)");
  await daymark.db.batch(
    Array.from({ length: count }, (_, n) =>
      insert.bind(`update${n}`, maintenanceID, `Message ${n}. ${"x".repeat(4000)}`, at(n + 1), at(n + 1)),
    ),
  );
  await insert.bind("without-message", maintenanceID, "", at(count + 1), at(count + 1)).run();
  const [event] = (await parseCalendar()).getAllSubcomponents("vevent");
  expect(event?.getFirstPropertyValue("description")).toMatch(new RegExp(`^Message ${count - 1}\\. x`));
});

test("lines end with CRLF and have at most 75 octets, without splitting a character", async () => {
  await makeMaintenance(daymark, { name: "日本語😀".repeat(30), message: "é".repeat(500) });
  const text = await readCalendar();
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(text).not.toContain("\ufffd");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("the calendar has a name and a refresh interval", async () => {
  const maintenance = await makeMaintenance(daymark);
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
    seconds(maintenance.createdAt),
    seconds(maintenance.updatedAt),
    seconds(maintenance.updatedAt),
  ]);
  expect(event?.getFirstPropertyValue("url")).toBe(
    `https://status.example/maintenances/${maintenance.maintenanceID}`,
  );
  const notModified = await daymark.fetch("/maintenances.ics", {
    headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
  });
  expect(notModified.status).toBe(304);
});
