import type { Counts } from "./run-counts.ts";
import type { TestSet } from "./test-sets.ts";

export type Limits = Partial<Counts>;
export type LimitedSet = Exclude<TestSet, "all">;

/**
 * How much each project may start in a full run of a set. What is missing may not be started. `npm test` prints the counts: whoever
 * needs more raises a number here, and says in the change why no test that is there already could show the same.
 */
export const limits: Record<LimitedSet, Record<string, Limits>> = {
  short: {
    worker: { workerd: 80, process: 40 },
    cli: { workerd: 20, process: 200 },
    web: { workerd: 4, process: 10 },
    browser: { workerd: 20, chromium: 4, page: 60, process: 20 },
    deploy: { process: 20 },
  },
  beyond: {
    worker: { workerd: 100, process: 60 },
    cli: { workerd: 20, process: 400 },
    web: { workerd: 4, process: 10 },
    browser: { workerd: 80, chromium: 40, page: 500, process: 100 },
    deploy: { workerd: 40, process: 200 },
    engines: { workerd: 10, chromium: 4, page: 20, process: 20 },
    lighthouse: { workerd: 10, chromium: 10, page: 20, process: 20 },
  },
};

/** All projects share builds. */
export const MAX_BUILDS = 10;

/** Limits don't count these, which each process of tests starts for all its files: how many processes there are depends on the machine. */
export const startedByEachProcess: Limits = { workerd: 1, chromium: 1 };
