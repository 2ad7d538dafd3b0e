import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  axisBounds,
  closeUpHeight,
  formatNumber,
  roundTo10Minutes,
  tickSteps,
  timeTicks,
} from "../../../web/graph/axes.ts";
import { valueAxis } from "../../../web/graph/value-axis.ts";
import { languageCodes, localeOf } from "../../../web/status/texts/languages.ts";
import { formatPercent } from "../../../web/status/views/strips/figures.ts";
import type { Series } from "../../../worker/metrics/schema.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey, makeMetric } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

describe("the value axis has a lower, a middle and an upper tick, rounded to the leading digit", () => {
  test.for([
    [
      [0, 99],
      [0, 50, 100],
    ],
    [
      [123, 187],
      [100, 150, 200],
    ],
    [
      [12, 345],
      [10, 205, 400],
    ],
    [
      [0.034, 0.051],
      [0.03, 0.045, 0.06],
    ],
    [
      [-7.2, 7.2],
      [-8, 0, 8],
    ],
    [
      [100, 100],
      [100, 150, 200],
    ],
    [
      [0, 0],
      [0, 0.5, 1],
    ],
    [
      [-300, -300],
      [-300, -250, -200],
    ],
    [
      [null, 5, null],
      [5, 5.5, 6],
    ],
    [
      [0.3, 0.3],
      [0.3, 0.35, 0.4],
    ],
  ] as const)("%o gives %o", ([values, bounds]) => {
    const [lower, mid, upper] = axisBounds([...values]) ?? [];
    expect([lower, upper]).toEqual([bounds[0], bounds[2]]);
    expect(mid).toBeCloseTo(bounds[1], 10);
  });

  test("without values there is no axis, and 10,000 values work as well", () => {
    expect(axisBounds([])).toBeUndefined();
    expect(axisBounds([null])).toBeUndefined();
    expect(axisBounds(Array.from({ length: 10_000 }, (_, n) => n % 100))).toEqual([0, 50, 100]);
  });
});

test.for([
  [1234.5, 0, "ms", "1,235 ms"],
  [1234.5, 2, "ms", "1,234.50 ms"],
  [1_234_567, 0, "", "1,234,567"],
  [99.95, 1, "%", "100.0%"],
  [-0.5, 4, "°C", "-0.5000°C"],
] as const)("%d with %d decimal places in '%s' reads %s", ([value, decimalPlaces, unit, expected]) => {
  expect(formatNumber(value, { decimalPlaces, unit }, "en-US")).toBe(expected);
});

test("a percentage has the same form as an uptime in its language", () => {
  for (const language of languageCodes) {
    const metric = { decimalPlaces: 0, unit: "%" };
    expect(formatNumber(35, metric, localeOf(language))).toBe(formatPercent(0.35, language));
  }
});

test("the time axis has at most 30 ticks, on round times", () => {
  const start = Date.UTC(2026, 2, 5, 10, 7);
  for (const [timeframe, days] of [
    ["day", 1],
    ["week", 7],
    ["month", 30],
  ] as const) {
    const ticks = timeTicks(start, start + days * DAY_MS, tickSteps[timeframe]);
    expect(ticks.length).toBeGreaterThan(5);
    expect(ticks.length).toBeLessThanOrEqual(30);
    for (const tick of ticks) expect(tick % HOUR_MS).toBe(0);
  }
  // Ticks are on full hours of local time, also if its offset is an hour and a half.
  const [first] = timeTicks(start, start + DAY_MS, [HOUR_MS], { offset: () => 1.5 * HOUR_MS });
  expect(new Date(first ?? 0).toISOString()).toBe("2026-03-05T10:30:00.000Z");
  expect(roundTo10Minutes(Date.UTC(2026, 2, 5, 10, 7))).toBe(Date.UTC(2026, 2, 5, 10, 10));
});

const axisOf = (values: number[], unit = "", decimalPlaces = 0) => {
  const series = {
    timeframe: "day" as const,
    stepSeconds: 300,
    start: "2026-01-01T00:00:00.000Z",
    values,
    average: 0,
  };
  return valueAxis({
    metric: { title: "Rate", unit, decimalPlaces },
    series,
    clock: { offset: () => 0, short: (iso: string) => iso },
  });
};

test.for([
  [[1, 2], "", 0, ["1.0", "1.5", "2.0"]],
  [[0.2, 0.4], "", 0, ["0.2", "0.3", "0.4"]],
  [[0, 0.04], "/s", 0, ["0.00 /s", "0.02 /s", "0.04 /s"]],
  [[0.034, 0.051], "", 2, ["0.030", "0.045", "0.060"]],
  [[0, 99], "%", 0, ["0%", "50%", "100%"]],
  [[1000, 5000], "ms", 0, ["1,000 ms", "3,000 ms", "5,000 ms"]],
  [[10, 20], "", 2, ["10.00", "15.00", "20.00"]],
  [[2e-12, 4e-12], "s", 0, ["2.0e-12", "3.0e-12", "4.0e-12"]],
  [[12, 345], "ms", 0, ["0 ms", "200 ms", "400 ms"]],
  [[90, 200], "ms", 0, ["0 ms", "100 ms", "200 ms"]],
  [[10, 40], "ms", 0, ["10 ms", "25 ms", "40 ms"]],
] as const)(
  "the axis of %o in '%s' with %d decimal places is labeled %o",
  ([values, unit, places, labels]) => {
    expect(axisOf([...values], unit, places).labels).toEqual(labels);
  },
);

test("no two ticks of an axis have the same label, and none rounds its value away", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e300, max: 1e300, noNaN: true }), { minLength: 1 }),
      fc.nat(4),
      (values, places) => {
        const { labels, bounds } = axisOf(values, "", places);
        expect(new Set(labels).size).toBe(3);
        for (const [index, label] of labels.entries()) {
          const [shown, value] = [Number(label.replaceAll(",", "")), bounds[index] ?? Number.NaN];
          expect(Math.abs(shown - value)).toBeLessThanOrEqual(Math.abs(value) * 0.05);
        }
      },
    ),
    {
      examples: [
        [[Number.MIN_VALUE], 0],
        [[-Number.MIN_VALUE, -Number.MIN_VALUE], 0],
      ],
    },
  );
});

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark);
});
afterAll(() => daymark.stop());

const readGraph = async (path: string) => {
  const response = await daymark.fetch(`/metrics/${path}`);
  const source = await response.text();
  return { response, source, svg: parseHTML(source) };
};

test("a visible metric's graph is an SVG with a text description", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible", unit: "ms", title: 'Ping <"&>' });
  const empty = await readGraph(`${metricID}/day.svg`);
  expect(empty.response.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
  expect(textOf(empty.svg.querySelector("desc"))).toBe("No data for this time period yet.");
  const now = Date.now();
  const points = [
    { timestamp: now - 10 * MINUTE_MS, value: 10 },
    { timestamp: now - 20 * MINUTE_MS, value: 1030 },
  ];
  await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify({ [metricID]: points }),
  });
  const readDescription = async (timeframe: string) =>
    textOf((await readGraph(`${metricID}/${timeframe}.svg`)).svg.querySelector("desc"));
  await expect
    .poll(() => readDescription("day"))
    .toBe("Average 520 ms, from 10 ms to 1,030 ms, latest 10 ms. Times are in UTC.");
  await expect.poll(() => readDescription("month")).toMatch(/^Average 520 ms, /);
  const { svg, source } = await readGraph(`${metricID}/week.svg`);
  expect(source).toMatch(/^<svg[^>]* height="100%"/);
  expect(textOf(svg.querySelector("title"))).toBe('Ping <"&> (Week)');
  expect(source.match(/class="grid"/g)).toHaveLength(3);
});

test.for([
  [
    [98, null, 100, 102],
    [98, 100, 102],
    [0.1, 0.5, 0.9],
  ],
  [[7, 7], [7], [0.5]],
  [
    [-Number.MAX_VALUE, Number.MAX_VALUE],
    [-Number.MAX_VALUE, Number.MAX_VALUE],
    [0.1, 0.9],
  ],
] as const)("the values %o of a small graph fill its height", ([values, shown, heights]) => {
  expect(shown.map(closeUpHeight([...values])).map((height) => Number(height.toFixed(12)))).toEqual(heights);
});

test("a small graph says how old its latest value is once that is over an hour old", async () => {
  const smallTexts = async (minutesAgo: number) => {
    const { metricID } = await makeMetric(daymark, { status: "Visible", unit: "ms" });
    await daymark.fetch("/api/v0/metrics/data", {
      method: "POST",
      headers: { "x-api-key": key },
      body: JSON.stringify({ [metricID]: [{ timestamp: Date.now() - minutesAgo * MINUTE_MS, value: 58 }] }),
    });
    const texts = async () => {
      const [, small = ""] = (await readGraph(`${metricID}/day.svg`)).source.split('<g class="small">');
      return [...small.matchAll(/>([^<>]*)<\/text>/g)].map(([, text]) => text);
    };
    await expect.poll(texts).toContain("58 ms");
    return texts();
  };
  expect(await smallTexts(30)).toEqual(["58 ms"]);
  expect(await smallTexts(5 * 60 + 2)).toEqual(["58 ms", "5 h ago"]);
});

test("a graph is in UTC, or at the offset that the page's script sends; other offsets have no effect", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const labelsOf = async (query: string) => {
    const { source } = await readGraph(`${metricID}/day.svg${query}`);
    return [...source.matchAll(/>([^<>]*)<\/text>/g)].map(([, label]) => label);
  };
  for (const query of ["", "1", "0", "-735", "855", "330.0", "abc"].map((offset) => `?utcOffset=${offset}`))
    expect(await labelsOf(query)).toContain("UTC");
  for (const offset of [-720, 345, 840]) {
    const labels = await labelsOf(`?utcOffset=${offset}`);
    expect(labels).not.toContain("UTC");
    expect(labels).toContainEqual(expect.stringMatching(/^\d\d:\d\d$/));
  }
});

test("the line of a graph has the page's accent color, made legible in each theme", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const { settings } = daymark.administrator;
  const lineColors = async () =>
    [...(await readGraph(`${metricID}/day.svg`)).source.matchAll(/\.line\{stroke:(#\w+)\}/g)].map(
      ([, color]) => color,
    );
  expect(await lineColors()).toEqual(["#1a54c4", "#8ab4ff"]);
  await answer(settings.$patch({ json: { accentColor: "#663399" } }));
  await expect.poll(lineColors).toEqual(["#663399", expect.not.stringMatching("#663399")]);
  await answer(settings.$patch({ json: { accentColor: "" } }));
});

test("the page shows only visible metrics, and other graphs are 404", async () => {
  const { metricID } = await makeMetric(daymark, {
    status: "Visible",
    title: "Shown",
    description: "As it is",
  });
  const hidden = await makeMetric(daymark, { title: "Not shown" });
  const page = parseHTML(await (await daymark.fetch("/")).text());
  const figure = page.querySelector(`[data-metric="${metricID}"]`);
  expect(textOf(figure)).toBe("Shown Day Week Month As it is");
  expect(figure?.querySelector("img")?.getAttribute("src")).toBe(`/metrics/${metricID}/day.svg`);
  expect(textOf(page.querySelector("main"))).not.toContain("Not shown");
  for (const path of [
    `${hidden.metricID}/day.svg`,
    `${metricID}/year.svg`,
    `${metricID}/day.png`,
    "nobody/day.svg",
  ]) {
    expect([path, (await daymark.fetch(`/metrics/${path}`)).status]).toEqual([path, 404]);
  }
});

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });

test.for([
  ["1.7e308", [1.7e308]],
  ["the largest number", [Number.MAX_VALUE]],
  ["the largest numbers of both signs", [-Number.MAX_VALUE, Number.MAX_VALUE]],
  ["the smallest number", [5e-324]],
  ["numbers of all sizes", [5e-324, 1.7e308, -1e-300, 0, 1e300, -1.7e308]],
  [
    "any numbers",
    fc.sample(fc.array(numbers, { minLength: 3, maxLength: 30 }), { seed: 7, numRuns: 1 })[0] ?? [],
  ],
] as const)("%s are drawn and averaged as finite numbers", async ([_, values]) => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  // The points cover at least one full hour, whose sum exceeds the largest number.
  const now = Date.now();
  const points = Array.from({ length: 90 }, (_, index) => ({
    timestamp: now - index * MINUTE_MS,
    value: values[index % values.length],
  }));
  const submission = await daymark.fetch("/api/v0/metrics/data", {
    method: "POST",
    headers: { "x-api-key": await makeApiKey(daymark) },
    body: JSON.stringify({ [metricID]: points }),
  });
  expect(submission.status).toBe(200);
  const count = "SELECT sum(value) AS points FROM metric_days, json_each(counts) WHERE metric_id = ?";
  await expect.poll(() => daymark.db.prepare(count).bind(metricID).first("points")).toBe(90);
  for (const [timeframe, steps] of [
    ["day", 18],
    ["week", 2],
    ["month", 1],
  ] as const) {
    const path = `/api/public-metrics/${metricID}/series?timeframe=${timeframe}`;
    const series = (await (await daymark.fetch(path)).json()) as Series;
    const knownValues = series.values.filter((value) => value !== null);
    expect([timeframe, knownValues.length >= steps, knownValues.every(Number.isFinite)]).toEqual([
      timeframe,
      true,
      true,
    ]);
    expect(Number.isFinite(series.average)).toBe(true);
    const source = await (await daymark.fetch(`/metrics/${metricID}/${timeframe}.svg`)).text();
    expect(source).not.toMatch(/NaN|∞|Infinity|null|undefined/);
    expect(source).toMatch(/<path class="line"[^>]* d="M[\d.]+ [\d.]+/);
  }
});

test("an hour whose sum an older version could not store is left out", async () => {
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const [sums, counts] = [Array(24).fill(null), Array(24).fill(60)];
  const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  await daymark.db
    .prepare("INSERT INTO metric_days (metric_id, day, revision, sums, counts) VALUES (?, ?, 1, ?, ?)")
    .bind(metricID, day, JSON.stringify(sums), JSON.stringify(counts))
    .run();
  const series = (await (
    await daymark.fetch(`/api/public-metrics/${metricID}/series?timeframe=week`)
  ).json()) as Series;
  expect([series.average, series.values.every((value) => value === null)]).toEqual([null, true]);
});
