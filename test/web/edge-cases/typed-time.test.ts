import { DateTime, Settings } from "luxon";
import { afterEach, expect, test } from "vitest";
import { isoTime } from "../../../web/admin/times/local-time.ts";
import { mayBecomeTyped, parseTyped } from "../../../web/admin/times/typed-time.ts";

afterEach(() => {
  Settings.defaultZone = "system";
});

/** A Saturday. */
const now = "2026-11-28T15:30";
const parse = (text: string, isPast = false, at = now) => parseTyped(text, { isPast }, DateTime.fromISO(at));

test.for([
  ["today", "2026-11-28"],
  ["Tomorrow", "2026-11-29"],
  ["yesterday", "2026-11-27"],
  ["tue", "2026-12-01"],
  ["Tues", "2026-12-01"],
  ["next tuesday", "2026-12-01"],
  ["fri", "2026-12-04"],
  ["sat", "2026-12-05"], // a week from today
  ["1 dec", "2026-12-01"],
  ["1. Dec.", "2026-12-01"],
  ["dec 1", "2026-12-01"],
  ["Dec 1st, 2028", "2028-12-01"],
  ["28 nov", "2026-11-28"],
  ["27 nov", "2027-11-27"],
  ["3 march", "2027-03-03"],
  ["29 feb", "2028-02-29"],
  ["in 3 days", "2026-12-01"],
  ["in 1 day", "2026-11-29"],
  ["in 2 weeks", "2026-12-12"],
  ["tomorrow 22:00", "2026-11-29T22:00"],
  ["tomorrow at 9pm", "2026-11-29T21:00"],
  ["tue, 12 am", "2026-12-01T00:00"],
  ["1 dec 7:05", "2026-12-01T07:05"],
  ["1 dec 2027 12:30pm", "2027-12-01T12:30"],
] as const)("%s is %s", ([text, expected]) => {
  expect(parse(text)).toBe(expected);
});

test.for([
  ["tue", "2026-11-24"],
  ["last tue", "2026-11-24"],
  ["sat", "2026-11-21"],
  ["1 dec", "2025-12-01"],
  ["27 nov", "2026-11-27"],
  ["28 nov", "2026-11-28"],
  ["29 feb", "2024-02-29"],
  ["3 days ago", "2026-11-25"],
  ["yesterday 22:00", "2026-11-27T22:00"],
] as const)("of something in the past, %s is %s", ([text, expected]) => {
  expect(parse(text, true)).toBe(expected);
});

test.for([
  "",
  "2026-12-01",
  "soon",
  "tu",
  "22:00",
  "31 feb",
  "32 dec",
  "29 feb 2027",
  "1 dec 26",
  "1 12",
  "tomorrow 24:00",
  "tomorrow 13pm",
  "tomorrow 10:75",
  "in days",
  "last tue",
  "tue wed",
  "1 dec 2026 tomorrow",
])("nothing is understood by %j", (text) => {
  expect(parse(text)).toBeUndefined();
});

test.for(["t", "tom", "tomo", "tomorrow 2", "1 ", "1 d", "next tu", "in 3", "dec"])(
  "%j may become a day",
  (text) => {
    expect(mayBecomeTyped(text)).toBe(true);
  },
);

test.for(["", "31.", "2026", "soon", "1 x", "tomorrow?"])("%j becomes no day", (text) => {
  expect(mayBecomeTyped(text)).toBe(false);
});

test.for([
  // The clocks go forward at 02:00 and back at 03:00 in Berlin, and at midnight in Santiago, where a day has no midnight.
  ["Europe/Berlin", "2027-03-27T12:00", "tomorrow 12:00", "2027-03-28T12:00", "2027-03-28T10:00:00.000Z"],
  ["Europe/Berlin", "2027-03-27T23:30", "in 2 days 01:00", "2027-03-29T01:00", "2027-03-28T23:00:00.000Z"],
  ["Europe/Berlin", "2027-03-27T12:00", "sun 02:30", "2027-03-28T02:30", "2027-03-28T01:30:00.000Z"],
  ["Europe/Berlin", "2026-10-24T23:30", "tomorrow 02:30", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
  ["Europe/Berlin", "2026-10-25T23:30", "tomorrow 09:00", "2026-10-26T09:00", "2026-10-26T08:00:00.000Z"],
  ["America/Santiago", "2026-09-05T12:00", "tomorrow 09:00", "2026-09-06T09:00", "2026-09-06T12:00:00.000Z"],
  [
    "America/Los_Angeles",
    "2026-12-31T23:30",
    "tomorrow 00:15",
    "2027-01-01T00:15",
    "2027-01-01T08:15:00.000Z",
  ],
  ["Pacific/Kiritimati", "2026-12-31T00:30", "fri 00:15", "2027-01-01T00:15", "2026-12-31T10:15:00.000Z"],
] as const)("in %s at %s, %s is %s", ([zone, at, text, expected, iso]) => {
  Settings.defaultZone = zone;
  const local = parse(text, false, at);
  expect(local).toBe(expected);
  expect(isoTime(local ?? "")).toBe(iso);
});
