import { afterEach, expect, test } from "vitest";

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** Imports the date formats as in a browser with this time zone: a module with another query is loaded anew. */
function importInZone(timeZone: string): Promise<typeof import("../../web/admin/times/dates.ts")> {
  process.env.TZ = timeZone;
  return import(/* @vite-ignore */ `../../web/admin/times/dates.ts?${encodeURIComponent(timeZone)}`);
}

test("a time is shown in the browser's time zone, with the zone's name", async () => {
  const { formatDateTime: utc } = await importInZone("UTC");
  expect(utc("2026-11-21T10:51:00.000Z")).toBe("Nov 21, 2026 - 10:51 (UTC)");
  expect(utc("2026-01-02T00:05:59.999Z")).toBe("Jan 02, 2026 - 00:05 (UTC)");
  const { formatDateTime: newYork } = await importInZone("America/New_York");
  expect(newYork("2026-11-21T03:51:00.000Z")).toBe("Nov 20, 2026 - 22:51 (EST)");
});

test("a maintenance's time range has the zone's name at its end", async () => {
  const { formatRange } = await importInZone("America/New_York");
  // Daylight saving time begins within this range.
  expect(formatRange("2027-03-14T05:30:00.000Z", "2027-03-14T09:00:00.000Z")).toBe(
    "Mar 14, 00:30 - Mar 14, 05:00 (EDT)",
  );
});

test('an age begins with "just now"', async () => {
  const { formatAge } = await importInZone("UTC");
  const now = Date.parse("2026-11-21T10:51:00.000Z");
  const ages = ["10:51:05", "10:50:01", "10:50:00", "08:46:00"].map((time) =>
    formatAge(`2026-11-21T${time}.000Z`, now),
  );
  expect(ages).toEqual(["just now", "just now", "1 min ago", "2 h 5 min ago"]);
});
