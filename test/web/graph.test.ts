import { expect, test } from "vitest";
import { formatShort } from "../../web/admin/times/dates.ts";
import { labelSteps, tickSteps, timeTicks } from "../../web/graph/axes.ts";
import { drawnRuns } from "../../web/graph/drawn-points.ts";
import {
  dotPx,
  isolatedSteps,
  nearestValue,
  stepText,
  summaryText,
  tickLabel,
} from "../../web/graph/graph.ts";
import { averageBySteps, fromStoredSum, timeframeRange } from "../../worker/metrics/domain.ts";
import { DAY_MS, dayPath, daysBetween, HOUR_MS, MINUTE_MS } from "../../worker/shared/time/domain.ts";

const now = Date.UTC(2026, 2, 1, 10, 7);
const pointAt = (minutesAgo: number, value: number) => ({
  time: now - minutesAgo * MINUTE_MS,
  sum: fromStoredSum(value, 1),
});

test.for([
  ["day", 1, "2026/2/28"],
  ["week", 7, "2026/2/22"],
  ["month", 30, "2026/1/30"],
] as const)("a %s needs the files of %d days and one more, from %s to today", ([timeframe, days, first]) => {
  const { start, end } = timeframeRange(timeframe, now);
  const files = daysBetween(start, end).map(dayPath);
  expect(files).toHaveLength(days + 1);
  expect([files[0], files.at(-1)]).toEqual([first, "2026/3/1"]);
});

test.for([
  ["day", 288, 5 * MINUTE_MS],
  ["week", 168, HOUR_MS],
  ["month", 240, 3 * HOUR_MS],
] as const)("a %s has %d steps of %d ms, the last of which is still running", ([timeframe, steps, step]) => {
  const series = averageBySteps([], timeframe, now);
  expect(series.values).toEqual(Array.from({ length: steps }, () => null));
  const end = Date.parse(series.start) + steps * step;
  expect(end).toBeGreaterThanOrEqual(now);
  expect(end - now).toBeLessThan(step);
  expect(end % step).toBe(0);
});

test("points are averaged by step, and the total average includes only points in the graph", () => {
  // 10:05 and 10:06 are one step, 10:00 is another. Points older than a day aren't in the graph.
  const points = [pointAt(25 * 60, 1_000_000), pointAt(7, 7), pointAt(2, 10), pointAt(1, 20)];
  const series = averageBySteps(points, "day", now);
  expect(series.values.slice(-3)).toEqual([null, 7, 15]);
  expect(series.average).toBeCloseTo(37 / 3);
});

test("a series without points has no average", () => {
  expect(averageBySteps([], "month", now).average).toBeNull();
});

const clock = { offset: () => 0, short: formatShort };
const metric = { title: "Response time", unit: "ms", decimalPlaces: 2 };
const graph = { metric, clock, series: averageBySteps([pointAt(7, 1234.5), pointAt(1, 20)], "day", now) };

test("a graph's texts have the words and the number format of its language", () => {
  const texts = { locale: "de", average: "Mittel {value}", summary: "{average}: {lowest}-{highest}, {last}" };
  const germanGraph = { ...graph, texts: { ...texts, noData: "nichts", nothing: "nichts" } };
  expect(summaryText(germanGraph)).toBe("Mittel 627,25 ms: 20,00 ms-1.234,50 ms, 20,00 ms");
  expect(stepText(germanGraph, 0)).toMatch(/: nichts$/);
});

test.for([
  ["21. Nov., 10:00", "10:00"],
  ["21 نوفمبر، 10:00", "10:00"],
  ["11月21日 10:00", "10:00"],
  ["11月21日 00:00", "11月21日"],
  ["21. Nov., 00:00", "21. Nov."],
] as const)("the axis of a day formats %s as %s", ([short, label]) => {
  expect(tickLabel({ ...graph, clock: { offset: () => 0, short: () => short } }, now)).toBe(label);
});

test("a step's text has its time, and its value with decimal places and unit", () => {
  expect(stepText(graph, 286)).toBe(`${formatShort("2026-03-01T10:00:00.000Z")}: 1,234.50 ms`);
  expect(stepText(graph, 0)).toMatch(/: no data$/);
  expect(summaryText(graph)).toBe("Average 627.25 ms, from 20.00 ms to 1,234.50 ms, latest 20.00 ms.");
});

test("arrow keys move between values, skip gaps, and stop at the last value", () => {
  const values = [null, 1, null, null, 2, null];
  expect(nearestValue(values, 2, 1)).toBe(4);
  expect(nearestValue(values, 3, 4)).toBe(1);
  expect(nearestValue(values, 5, 4)).toBe(4);
  expect(nearestValue(values, 0, 1)).toBe(1);
  expect(nearestValue(values, 2)).toBe(1);
  expect(nearestValue([null], 0)).toBeUndefined();
});

test("labels are round in local time, those of a day to 10 minutes", () => {
  // Kathmandu is UTC+5:45.
  const offset = () => 5 * HOUR_MS + 45 * MINUTE_MS;
  const short = (iso: string) =>
    `Mar 01, ${new Date(Date.parse(iso) + offset()).toISOString().slice(11, 16)}`;
  const localGraph = { ...graph, clock: { offset, short } };
  const ticks = timeTicks(now - DAY_MS, now, labelSteps.day, { offset, maxTicks: 7 });
  expect(ticks.map((time) => tickLabel(localGraph, time))).toEqual([
    "16:00",
    "20:00",
    "Mar 01",
    "04:00",
    "08:00",
    "12:00",
  ]);
  expect(tickLabel(localGraph, (ticks[0] ?? 0) + 7 * MINUTE_MS)).toBe("16:10");
});

test("days start at midnight even when summer time begins", () => {
  // March 8, 2026 has 23 hours in New York.
  const begins = Date.UTC(2026, 2, 8, 7);
  const offset = (time: number) => (time < begins ? -5 : -4) * HOUR_MS;
  const ticks = timeTicks(Date.UTC(2026, 2, 6, 12), Date.UTC(2026, 2, 10, 12), tickSteps.week, { offset });
  expect(ticks.map((time) => new Date(time).toISOString().slice(5, 16))).toEqual([
    "03-07T05:00",
    "03-08T05:00",
    "03-09T04:00",
    "03-10T04:00",
  ]);
});

test("every label is at a tick, for any width of the graph", () => {
  for (const timeframe of ["day", "week", "month"] as const) {
    const days = { day: 1, week: 7, month: 30 }[timeframe];
    const ticks = timeTicks(now - days * DAY_MS, now, tickSteps[timeframe]);
    for (const maxTicks of [3, 5, 8, 20]) {
      const labels = timeTicks(now - days * DAY_MS, now, labelSteps[timeframe], { maxTicks });
      expect(labels.length).toBeGreaterThan(1);
      expect(labels.length).toBeLessThanOrEqual(maxTicks);
      expect(ticks).toEqual(expect.arrayContaining(labels));
    }
  }
});

test("a value between two gaps is a dot, which is large where there are few", () => {
  expect(isolatedSteps([1, null, 2, 3, null, 4])).toEqual([0, 5]);
  expect(dotPx([null, 1, null])).toBe(6);
  const everySecond = Array.from({ length: 288 }, (_, step) => (step % 2 ? null : step));
  expect(dotPx(everySecond)).toBe(3);
});

test("a line with fewer points than values goes through their means, and ends at the newest value", () => {
  const [run = [], ...others] = drawnRuns([0.2, 0.4, 0.5, 0.7, 0.6, 0.8], 3);
  expect(others).toEqual([]);
  expect(run.map(({ step }) => step)).toEqual([0.5, 2.5, 4, 5]);
  expect(run.map(({ value }) => Math.round(value * 10) / 10)).toEqual([0.3, 0.6, 0.6, 0.8]);
});

test("an outage of one value stays visible among the means, and so does a gap", () => {
  const outage = drawnRuns([0.9, 0.9, 0.9, 0, 0.9, 0.9, 0.9, 0.9], 4);
  expect(outage.flat()).toContainEqual({ step: 3, value: 0 });
  expect(outage.flat()).toContainEqual({ step: 2, value: 0.9 });
  const gap = drawnRuns([0.9, 0.9, 0.9, null, 0.9, 0.9, 0.9, 0.9], 4);
  expect(gap.map((run) => run.map(({ step }) => step))).toEqual([
    [0.5, 2],
    [4.5, 6, 7],
  ]);
});

test("with enough points, each value is drawn", () => {
  const values = [0.1, 0.9, null, 0.3];
  const expected = values.map((value, step) => ({ step, value })).filter(({ value }) => value !== null);
  expect(drawnRuns(values, 4).flat()).toEqual(expected);
});
