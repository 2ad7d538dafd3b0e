import { expect, test } from "vitest";
import { sizeOf } from "../../tools/test-sets.ts";
import { type Counts, countsOf } from "../support/run/run-counts.ts";
import { type FileCosts, overLimits, wrongSize } from "../support/run/run-guard.ts";
import { limits, MAX_BUILDS } from "../support/run/run-limits.ts";

const limit = limits.short.worker?.workerd ?? 0;

function fileCosts(file: string, counts: Partial<Counts>, pid = 1): FileCosts {
  return { project: "worker", file, pid, cpuSeconds: 1, counts: { ...countsOf(() => 0), ...counts } };
}

test("a run that starts as much as it may passes, however many processes share its files", () => {
  const files = [fileCosts("a", { workerd: limit }), fileCosts("b", { workerd: 1 })];
  expect(overLimits("short", files, MAX_BUILDS)).toEqual([]);
  expect(overLimits("short", [...files, fileCosts("c", { workerd: 1 }, 2)], 0)).toEqual([]);
});

test("one start too many fails the run, and names the files with the most", () => {
  const files = [fileCosts("few", { workerd: 2 }), fileCosts("most", { workerd: limit })];
  expect(overLimits("short", files, 0)[0]).toBe(
    `worker: ${limit + 1} starts of workerd, and ${limit} are allowed. Most are in most (${limit}), few (2).`,
  );
  expect(overLimits("all", files, 0)).toEqual([]); // It has the limits of both sets together.
});

test("a project may not start what its limits don't name, and a run may not build again and again", () => {
  expect(overLimits("short", [fileCosts("page", { page: 1 })], 0)[0]).toContain("1 pages of Chromium, and 0");
  expect(overLimits("short", [], MAX_BUILDS + 1)[0]).toContain(`${MAX_BUILDS + 1} builds`);
});

test("a number of tests that `npm test` announces wrongly fails the run", () => {
  const { tests } = sizeOf("short");
  expect(wrongSize("short", tests)).toEqual([]);
  expect(wrongSize("short", Math.round(tests * 1.2))).toHaveLength(1);
});
