import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isoTime, localTime, startOfTomorrow } from "../../web/admin/local-time.ts";

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = "Europe/Berlin";
});
afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("a moment is what the clock on the wall shows, on either side of a change to summer time", () => {
  expect(localTime("2027-03-28T00:45:00.000Z")).toBe("2027-03-28T01:45");
  expect(localTime("2027-03-28T01:00:00.000Z")).toBe("2027-03-28T03:00");
  expect(isoTime("2027-03-28T01:45")).toBe("2027-03-28T00:45:00.000Z");
  expect(isoTime("2027-03-28T03:00")).toBe("2027-03-28T01:00:00.000Z");
});

test("an hour that summer time skips is the one after it", () => {
  expect(localTime(isoTime("2027-03-28T02:15"))).toBe("2027-03-28T03:15");
});

test("the next day begins at its midnight, though the day before it has 23 hours", () => {
  vi.useFakeTimers({ now: new Date("2027-03-28T09:00:00.000Z") });
  expect(startOfTomorrow()).toBe("2027-03-29T00:00");
  vi.setSystemTime(new Date("2027-12-31T22:59:00.000Z"));
  expect(startOfTomorrow()).toBe("2028-01-01T00:00");
});

test("what is no time is nothing", () => {
  for (const none of ["T10:00", "2027-02-30T10:00", "2027-3-1T10:00", "tomorrowT10:00"]) {
    expect(isoTime(none)).toBe("");
  }
});
