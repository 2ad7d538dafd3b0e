import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addTime, isoTime, localTime, startOfTomorrow } from "../../web/admin/times/local-time.ts";
import { HOUR_MS } from "../../worker/shared/time/domain.ts";

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "Europe/Berlin";
});
afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("times convert to local time and back, before and after the change to summer time", () => {
  expect(localTime("2027-03-28T00:45:00.000Z")).toBe("2027-03-28T01:45");
  expect(localTime("2027-03-28T01:00:00.000Z")).toBe("2027-03-28T03:00");
  expect(isoTime("2027-03-28T01:45")).toBe("2027-03-28T00:45:00.000Z");
  expect(isoTime("2027-03-28T03:00")).toBe("2027-03-28T01:00:00.000Z");
});

test("a time in the hour that summer time skips is one hour later", () => {
  expect(localTime(isoTime("2027-03-28T02:15"))).toBe("2027-03-28T03:15");
});

test("tomorrow starts at local midnight, even after a day with 23 hours", () => {
  vi.useFakeTimers({ now: new Date("2027-03-28T09:00:00.000Z") });
  expect(startOfTomorrow()).toBe("2027-03-29T00:00");
  vi.setSystemTime(new Date("2027-12-31T22:59:00.000Z"));
  expect(startOfTomorrow()).toBe("2028-01-01T00:00");
});

test("an invalid time converts to an empty text", () => {
  for (const invalid of ["T10:00", "2027-02-30T10:00", "2027-3-1T10:00", "tomorrowT10:00"]) {
    expect(isoTime(invalid)).toBe("");
  }
});

test("the second of two equal hours has its offset, and keeps its moment", () => {
  expect(localTime("2027-10-31T00:30:00.000Z")).toBe("2027-10-31T02:30");
  expect(localTime("2027-10-31T01:30:00.000Z")).toBe("2027-10-31T02:30+01:00");
  expect(isoTime("2027-10-31T02:30")).toBe("2027-10-31T00:30:00.000Z");
  expect(isoTime("2027-10-31T02:30+01:00")).toBe("2027-10-31T01:30:00.000Z");
  process.env.TZ = "Australia/Lord_Howe"; // its clocks change by half an hour
  expect(localTime("2027-04-03T15:15:00.000Z")).toBe("2027-04-04T01:45+10:30");
  expect(isoTime("2027-04-04T01:45+10:30")).toBe("2027-04-03T15:15:00.000Z");
});

test("an hour is an hour while the clocks change", () => {
  expect(addTime("2027-03-28T01:30", HOUR_MS)).toBe("2027-03-28T03:30");
  expect(addTime("2027-10-31T02:30", HOUR_MS)).toBe("2027-10-31T02:30+01:00");
  expect(addTime("soonT10:00", HOUR_MS)).toBe("");
});
