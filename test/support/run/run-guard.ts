import { sizeOf, type TestSet } from "../../../tools/test-sets.ts";
import type { Counts, EventKind } from "./run-counts.ts";
import { type LimitedSet, limits, MAX_BUILDS, startedByEachProcess } from "./run-limits.ts";

export interface FileCosts {
  project: string;
  file: string;
  pid: number;
  cpuSeconds: number;
  counts: Counts;
}

const names: Record<EventKind, string> = {
  workerd: "starts of workerd",
  chromium: "launches of Chromium",
  page: "pages of Chromium",
  process: "other processes",
  build: "builds",
};

const DEAREST = 5;

/** Says what a full run of a set started too much of, and which files did. */
export function overLimits(set: TestSet, files: FileCosts[], builds: number): string[] {
  const sets: LimitedSet[] = set === "all" ? ["short", "beyond"] : [set];
  const errors = [...Map.groupBy(files, ({ project }) => project)].flatMap(([project, own]) =>
    // Builds are counted for all projects together.
    (["workerd", "chromium", "page", "process"] as const).flatMap((kind) => {
      const limit = sets.reduce((sum, each) => sum + (limits[each][project]?.[kind] ?? 0), 0);
      const count = countWithoutShared(kind, own);
      return count > limit
        ? [`${project}: ${count} ${names[kind]}, and ${limit} are allowed. Most are in ${mostIn(kind, own)}.`]
        : [];
    }),
  );
  if (builds > MAX_BUILDS) errors.push(`${builds} builds, and ${MAX_BUILDS} are allowed.`);
  return errors.length > 0 ? [...errors, advice] : [];
}

const advice =
  "Share a server or a page (test/README.md), call a command in process, or show a table's rows over HTTP. If none of that can be: test/support/run/run-limits.ts.";

function countWithoutShared(kind: EventKind, files: FileCosts[]): number {
  const byProcess = [...Map.groupBy(files, ({ pid }) => pid).values()];
  return byProcess.reduce((sum, own) => {
    const count = own.reduce((total, file) => total + file.counts[kind], 0);
    return sum + Math.max(0, count - (startedByEachProcess[kind] ?? 0));
  }, 0);
}

function mostIn(kind: EventKind, files: FileCosts[]): string {
  return files
    .filter(({ counts }) => counts[kind] > 0)
    .sort((a, b) => b.counts[kind] - a.counts[kind])
    .slice(0, DEAREST)
    .map(({ file, counts }) => `${file} (${counts[kind]})`)
    .join(", ");
}

/** Says that `announceTests()` prints a wrong number of tests. */
export function wrongSize(set: TestSet, tests: number): string[] {
  const { tests: announced } = sizeOf(set);
  if (Math.abs(tests - announced) <= announced / 10) return [];
  return [
    `There are ${tests} tests, but \`npm test\` announces ${announced}: change \`sizes\` in tools/test-sets.ts.`,
  ];
}
