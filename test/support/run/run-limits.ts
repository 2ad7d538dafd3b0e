import type { TestSet } from "../../../tools/test-sets.ts";
import type { Counts } from "./run-counts.ts";

export type Limits = Partial<Counts>;
export type LimitedSet = Exclude<TestSet, "all">;

/**
 * How much each project may start in a full run of a set. What is missing may not be started. `npm test` prints the counts: whoever
 * needs more raises a number here, and says in the change why no test that is there already could show the same.
 */
export const limits: Record<LimitedSet, Record<string, Limits>> = {
  short: {
    worker: { workerd: 18, process: 30 },
    web: { workerd: 6, process: 4 },
    browser: { workerd: 14, chromium: 4, page: 26, process: 14 },
    deploy: { workerd: 2, process: 10 },
  },
  beyond: {
    worker: { workerd: 68, process: 54 },
    web: { workerd: 6, process: 4 },
    browser: { workerd: 33, chromium: 16, page: 185, process: 32 },
    deploy: { workerd: 12, chromium: 1, page: 6, process: 62 },
    engines: { workerd: 4, process: 8 },
    lighthouse: { workerd: 5, chromium: 2, process: 3 },
  },
};

/** All projects share builds. */
export const MAX_BUILDS = 10;

/** Limits don't count these, which each process of tests starts for all its files: how many processes there are depends on the machine. */
export const startedByEachProcess: Limits = { workerd: 1, chromium: 1 };
