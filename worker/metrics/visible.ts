import type { Db } from "../db.ts";
import { TRUST, writesUntilNow } from "../kept-answers.ts";
import { sharedResult } from "../shared-result.ts";
import { within } from "../within.ts";
import { selectVisibleIDs } from "./store.ts";

type MetricIDs = ReadonlySet<string>;

const lastRead = sharedResult<MetricIDs>(TRUST);
let lastKnown: MetricIDs | undefined;

/**
 * The ids of Visible metrics, as they were at most a second ago: D1 is asked once a second, however many files are read, and
 * again after a write of this isolate. Without D1 those that were last known count: their files are in R2.
 */
export async function visibleMetrics(db: Db): Promise<MetricIDs> {
  try {
    lastKnown = await lastRead(writesUntilNow(), () => read(db));
  } catch (error) {
    if (!lastKnown) throw error;
  }
  return lastKnown;
}

async function read(db: Db): Promise<MetricIDs> {
  const rows = await within(3000, selectVisibleIDs(db), "D1_ERROR: there is no answer.");
  return new Set(rows.map(({ metricID }) => metricID));
}
