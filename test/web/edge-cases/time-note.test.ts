import { afterEach, expect, test } from "vitest";
import { clockChangeNote, timeNote } from "../../../web/admin/times/time-note.ts";

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const now = new Date("2026-11-20T20:10:00.000Z");

test.each([
  [
    "Europe/Berlin",
    "2026-11-23T10:00",
    "2026-11-23T12:00",
    "Berlin time (GMT+1). 09:00–11:00 UTC, 2 h, in 3 days.",
  ],
  [
    "Europe/Berlin",
    "2026-11-23T00:00",
    "2026-11-23T02:00",
    "Berlin time (GMT+1). Nov 22, 23:00 – Nov 23, 01:00 UTC, 2 h, in 3 days.",
  ],
  [
    "America/Los_Angeles",
    "2026-11-21T22:00",
    "2026-11-21T22:45",
    "Los Angeles time (GMT-8). Nov 22, 06:00–06:45 UTC, 45 min, tomorrow.",
  ],
  [
    "Australia/Adelaide",
    "2026-11-21T06:00",
    "2026-11-22T09:30",
    "Adelaide time (GMT+10:30). Nov 20, 19:30 – Nov 21, 23:00 UTC, 1 d 3 h, 40 min ago.",
  ],
  [
    "Europe/Berlin",
    "2027-03-27T23:00",
    "2027-03-28T04:00",
    "Berlin time (GMT+1, then GMT+2). 22:00–02:00 UTC, 4 h, in 127 days.",
  ],
  ["UTC", "2026-11-23T10:00", "2026-11-23T12:00", "UTC. 2 h, in 3 days."],
  ["Etc/GMT+5", "2026-11-20T15:00", "2026-11-20T15:00", "GMT-5. 20:00 UTC, 10 min ago."],
  ["Europe/London", "2026-11-19T10:00", "2026-11-19T09:00", "London time (GMT). 10:00 UTC, yesterday."],
  ["Europe/Berlin", "2026-11-17T10:00", "soonT10:00", "Berlin time (GMT+1). 09:00 UTC, 3 days ago."],
  ["Europe/Berlin", "2026-02-30T10:00", "2026-11-23T10:00", ""],
])("in %s, the note on %s to %s is: %s", (timeZone, start, end, note) => {
  process.env.TZ = timeZone;
  expect(timeNote(start, end, now)).toBe(note);
});

test("a time that the clocks skip or repeat says so", () => {
  process.env.TZ = "Europe/Berlin";
  expect(clockChangeNote("2027-03-28T02:15")).toBe("The clocks go forward that day: 02:15 becomes 03:15.");
  expect(clockChangeNote("2027-10-31T02:15")).toBe(
    "02:15 comes twice that day. This is the first, in GMT+2.",
  );
  expect(clockChangeNote("2027-10-31T02:15+01:00")).toBe(
    "02:15 comes twice that day. This is the second, in GMT+1.",
  );
  for (const usual of [
    "2027-03-28T01:45",
    "2027-03-28T03:00",
    "2027-10-31T03:00",
    "T02:15",
    "2026-11-23T02:15",
  ])
    expect(clockChangeNote(usual)).toBe("");
});
