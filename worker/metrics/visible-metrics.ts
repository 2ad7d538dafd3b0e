import { freshVersion, VERSION_TTL_MS, writeCount } from "../cache/memory.ts";
import { singleFlight } from "../cache/single-flight.ts";
import { withTimeout } from "../http/with-timeout.ts";
import type { Db } from "../storage/db.ts";
import { readVisibleIDs } from "./store.ts";

type MetricIDs = ReadonlySet<string>;

const lastRead = singleFlight<MetricIDs>({ freshMs: VERSION_TTL_MS });
let lastKnown: { version: number; metricIDs: MetricIDs } | undefined;

/**
 * The ids of Visible metrics, as they were at most a second ago: D1 is asked once a second, however many files are read, and
 * again after a write of this isolate. Without D1 those that were last known count: their files are in R2.
 */
export async function visibleMetrics(db: Db): Promise<MetricIDs> {
  try {
    return await lastRead(String(writeCount()), () =>
      withTimeout(3000, read(db), "D1_ERROR: there is no answer."),
    );
  } catch (error) {
    if (!lastKnown) throw error;
    return lastKnown.metricIDs;
  }
}

async function read(db: Db): Promise<MetricIDs> {
  if (lastKnown && freshVersion() === lastKnown.version) return lastKnown.metricIDs;
  const { version, metricIDs } = await readVisibleIDs(db, lastKnown?.version);
  lastKnown = { version, metricIDs: metricIDs ? new Set(metricIDs) : (lastKnown?.metricIDs ?? new Set()) };
  return lastKnown.metricIDs;
}
