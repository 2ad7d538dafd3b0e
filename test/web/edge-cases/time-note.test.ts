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
    "2 h, in 3 days · your time is Berlin (GMT+1) · UTC: 09:00–11:00",
  ],
  [
    "Europe/Berlin",
    "2026-11-23T00:00",
    "2026-11-23T02:00",
    "2 h, in 3 days · your time is Berlin (GMT+1) · UTC: Nov 22, 23:00 – 01:00",
  ],
  [
    "America/Los_Angeles",
    "2026-11-21T22:00",
    "2026-11-21T22:45",
    "45 min, tomorrow · your time is Los Angeles (GMT-8) · UTC: Nov 22, 06:00–06:45",
  ],
  [
    "Australia/Adelaide",
    "2026-11-21T06:00",
    "2026-11-22T09:30",
    "1 d 3 h, 40 min ago · your time is Adelaide (GMT+10:30) · UTC: Nov 20, 19:30 – Nov 21, 23:00",
  ],
  [
    "Europe/Berlin",
    "2027-03-27T23:00",
    "2027-03-28T04:00",
    "4 h, in 127 days · your time is Berlin (GMT+1, then GMT+2) · UTC: 22:00–02:00",
  ],
  ["UTC", "2026-11-23T10:00", "2026-11-23T12:00", "2 h, in 3 days · your time is UTC"],
  ["Etc/GMT+5", "2026-11-20T15:00", "2026-11-20T15:00", "10 min ago · your time is GMT-5 · UTC: 20:00"],
  [
    "Europe/London",
    "2026-11-19T10:00",
    "2026-11-19T09:00",
    "Yesterday · your time is London (GMT) · UTC: 10:00",
  ],
  [
    "Europe/Berlin",
    "2026-11-17T10:00",
    "soonT10:00",
    "3 days ago · your time is Berlin (GMT+1) · UTC: 09:00",
  ],
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
