import fc from "fast-check";
import { expect, test } from "vitest";
import { formatShort } from "../../../web/admin/times/dates.ts";
import { formatNumber } from "../../../web/graph/axes.ts";
import { averageText, stepText, summaryText } from "../../../web/graph/graph.ts";
import { valueAxis } from "../../../web/graph/value-axis.ts";
import { averageBySteps, fromStoredSum } from "../../../worker/metrics/domain.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";

// The API accepts any finite value, so averages, graphs and texts must be finite, too.

const now = Date.UTC(2026, 2, 1, 10, 7);

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    -5e-324,
    1.7e308,
    -1.7e308,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    1e308,
    1e-308,
  ),
);
const values = fc.array(value, { minLength: 1, maxLength: 120 });
const timeframe = fc.constantFrom("day", "week", "month");

function seriesOf(valuesByMinute: number[], timeframeName: "day" | "week" | "month") {
  const points = valuesByMinute.map((each, minutesAgo) => ({
    time: now - minutesAgo * MINUTE_MS,
    sum: fromStoredSum(each, 1),
  }));
  return averageBySteps(points, timeframeName, now);
}

test("averages of finite values are finite, and between the lowest and the highest value", () => {
  fc.assert(
    fc.property(values, timeframe, (list, frame) => {
      const series = seriesOf(list, frame);
      const averages = series.values.filter((each) => each !== null);
      expect(averages.length).toBeGreaterThan(0);
      const [lowest, highest] = [Math.min(...list), Math.max(...list)];
      // Rounding can exceed the limits by this.
      const tolerance = Math.max(Math.abs(lowest), Math.abs(highest)) * 1e-12;
      for (const each of [...averages, series.average ?? Number.NaN]) {
        expect(Number.isFinite(each)).toBe(true);
        expect(each >= lowest - tolerance && each <= highest + tolerance).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test("an average is right even if the sum of its values is too large for a number", () => {
  expect(seriesOf([1.7e308, 1.7e308, 1.7e308], "week").average).toBeCloseTo(1.7e308, -300);
  expect(seriesOf([1.7e308, -1.7e308, 1.7e308, -1.7e308], "week").average).toBe(0);
  expect((seriesOf([1.6e308, 1.6e308, 0, 0], "week").average ?? 0) / 1e308).toBeCloseTo(0.8);
  expect(seriesOf([5e-324, 5e-324], "week").average).toBe(5e-324);
});

test("the axis, heights and texts of finite values are finite", () => {
  fc.assert(
    fc.property(values, timeframe, fc.integer({ min: 0, max: 4 }), (list, frame, decimalPlaces) => {
      const graph = {
        metric: { title: "Response time", unit: "ms", decimalPlaces },
        clock: { offset: () => 0, short: formatShort },
        series: seriesOf(list, frame),
      };
      const { bounds, labels, valueHeight } = valueAxis(graph);
      expect(bounds.every(Number.isFinite)).toBe(true);
      expect((bounds[0] ?? 0) < (bounds[2] ?? 0)).toBe(true);
      const texts = [averageText(graph), summaryText(graph), ...labels];
      for (const [step, each] of graph.series.values.entries()) {
        if (each === null) continue;
        const height = valueHeight(each);
        expect(height >= -1e-9 && height <= 1 + 1e-9).toBe(true);
        texts.push(stepText(graph, step));
      }
      expect(texts.join()).not.toMatch(/NaN|∞|Infinity|null|undefined|no data/);
      expect(Math.max(...texts.map((each) => each.length))).toBeLessThan(200);
    }),
    { numRuns: 500 },
  );
});

test.for([
  [1.7e308, 0, "1.7E308 ms"],
  [-1.797_693_134_862_315_7e308, 2, "-1.80E308 ms"],
  [123_456_789_012_345, 0, "123,456,789,012,345 ms"],
  [5e-324, 1, "0.0 ms"],
  [-5e-324, 1, "0.0 ms"],
] as const)("%d with %d decimal places is formatted as %s", ([each, decimalPlaces, text]) => {
  expect(formatNumber(each, { decimalPlaces, unit: "ms" }, "en-US")).toBe(text);
});
