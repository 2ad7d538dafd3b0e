import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComponentStatus, componentStatuses, worstStatus } from "../../../worker/components/domain.ts";
import { computeUptime } from "../../../worker/components/uptime.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";

const now = Date.parse("2026-11-21T14:37:20.000Z");

interface History {
  createdAt: number;
  end: number;
  changes: { status: ComponentStatus; at: number }[];
}

const calculate = ({ createdAt, end, changes }: History, days: 30 | 60 | 90 | 365 = 30) =>
  computeUptime(
    { componentID: "4fR", createdAt: isoTime(createdAt), uptimeSince: "" },
    changes.map(({ status, at }, id) => JSON.stringify([isoTime(at), id, status])).join(),
    { days, now: isoTime(end) },
  );

/** Calculates uptime and days plainly, step by step. */
function calculateInSteps({ createdAt, end, changes }: History, step: number) {
  const since = Math.max(createdAt, Math.floor(end / DAY_MS) * DAY_MS - 29 * DAY_MS);
  const days = new Map<number, Map<ComponentStatus, number>>();
  let [at, down] = [0, 0];
  let status: ComponentStatus = "Operational";
  for (let time = since; time <= end; time += step) {
    for (; at < changes.length && (changes[at]?.at ?? 0) <= time; at += 1)
      status = changes[at]?.status ?? status;
    const dayNumber = Math.floor(time / DAY_MS);
    const day = days.get(dayNumber) ?? new Map();
    days.set(dayNumber, day);
    const steps = time < end ? 1 : 0; // The status at the end has lasted no time yet.
    day.set(status, (day.get(status) ?? 0) + steps);
    down += steps * (status === "Major Outage" ? 1 : status === "Partial Outage" ? 0.3 : 0);
  }
  return {
    since: isoTime(since),
    uptime: end > since ? 1 - (down * step) / (end - since) : null,
    history: [...days].map(([dayNumber, day]) => ({
      date: isoTime(dayNumber * DAY_MS).slice(0, 10),
      worst: worstStatus([...day.keys()]),
      minutes: Object.fromEntries(
        [...day]
          .filter(([status]) => status !== "Operational")
          .map(([status, steps]) => [status, Math.floor((steps * step) / MINUTE_MS)]),
      ),
    })),
  };
}

/** Histories of up to `maxAgeMs` with changes at multiples of `stepMs`, also at midnight and at the same moment. */
function histories(maxAgeMs: number, stepMs: number): fc.Arbitrary<History> {
  const steps = fc.integer({ min: 0, max: maxAgeMs / stepMs }).map((count) => count * stepMs);
  return fc
    .record({
      age: steps,
      wholeDays: fc.boolean(),
      changes: fc.array(fc.tuple(steps, fc.constantFrom(...componentStatuses), fc.boolean()), {
        maxLength: 60,
      }),
    })
    .map(({ age, wholeDays, changes }) => {
      const end = Math.floor(now / (wholeDays ? DAY_MS : stepMs)) * (wholeDays ? DAY_MS : stepMs);
      const createdAt = end - age;
      return {
        createdAt,
        end,
        changes: changes
          .map(([ago, status, midnight]) => ({
            status,
            at: midnight ? Math.floor((end - ago) / DAY_MS) * DAY_MS : end - ago,
          }))
          .filter(({ at }) => at >= createdAt)
          .sort((one, other) => one.at - other.at),
      };
    });
}

test.for([
  ["minute by minute over 40 days", 40 * DAY_MS, MINUTE_MS],
  ["second by second over two hours", 2 * 60 * MINUTE_MS, 1000],
  ["second by second over a day", DAY_MS, 1000],
] as const)("uptime and days equal those of a plain calculation, %s", ([, maxAgeMs, stepMs]) => {
  fc.assert(
    fc.property(histories(maxAgeMs, stepMs), (history) => {
      const { since, uptime, history: days } = calculate(history);
      const expected = calculateInSteps(history, stepMs);
      expect({ since, history: days }).toEqual({ since: expected.since, history: expected.history });
      if (expected.uptime === null) expect(uptime).toBeNull();
      else expect(uptime).toBeCloseTo(expected.uptime, 9);
    }),
    { numRuns: 60 },
  );
});

test("uptime is between 0 and 1, and a day has at most 1,440 minutes of outages", () => {
  fc.assert(
    fc.property(histories(400 * DAY_MS, 1), fc.constantFrom(30, 60, 90, 365), (history, days) => {
      const { uptime, history: dayList, since } = calculate(history, days);
      if (uptime !== null) expect(uptime >= 0 && uptime <= 1).toBe(true);
      expect(dayList.length).toBeLessThanOrEqual(days);
      expect(dayList[0]?.date).toBe(since.slice(0, 10));
      expect(dayList.at(-1)?.date).toBe(isoTime(history.end).slice(0, 10));
      for (const { minutes } of dayList)
        expect(
          Object.values(minutes).reduce((sum: number, count) => sum + (count ?? 0), 0),
        ).toBeLessThanOrEqual(1440);
    }),
  );
});

test("an outage that ends at midnight isn't counted for the next day, nor one that begins then for the day before", () => {
  const midnight = Date.parse("2026-11-20T00:00:00.000Z");
  const { history } = calculate({
    createdAt: midnight - 2 * DAY_MS,
    end: midnight + 1.5 * DAY_MS,
    changes: [
      { status: "Major Outage", at: midnight - DAY_MS },
      { status: "Partial Outage", at: midnight },
      { status: "Operational", at: midnight + DAY_MS },
    ],
  });
  expect(history).toEqual([
    { date: "2026-11-18", worst: "Operational", minutes: {} },
    { date: "2026-11-19", worst: "Major Outage", minutes: { "Major Outage": 1440 } },
    { date: "2026-11-20", worst: "Partial Outage", minutes: { "Partial Outage": 1440 } },
    { date: "2026-11-21", worst: "Operational", minutes: {} },
  ]);
});

test("an outage that has just begun is in the day's history, even at midnight", () => {
  for (const end of [now, Math.floor(now / DAY_MS) * DAY_MS]) {
    const { history, uptime } = calculate({
      createdAt: end - DAY_MS,
      end,
      changes: [{ status: "Major Outage", at: end }],
    });
    expect(history.at(-1)).toEqual({
      date: isoTime(end).slice(0, 10),
      worst: "Major Outage",
      minutes: { "Major Outage": 0 },
    });
    expect(uptime).toBe(1);
  }
});

test("Under Maintenance and Degraded Performance do not count against uptime, Partial Outage by 0.3", () => {
  const uptimeWith = (status: ComponentStatus) =>
    calculate({ createdAt: now - 10 * DAY_MS, end: now, changes: [{ status, at: now - 5 * DAY_MS }] }).uptime;
  expect(componentStatuses.map(uptimeWith)).toEqual([1, 1, 1, 0.85, 0.5]);
});

test("a component that was created just now has no uptime", () => {
  expect(
    calculate({ createdAt: now, end: now, changes: [{ status: "Operational", at: now }] }).uptime,
  ).toBeNull();
});
