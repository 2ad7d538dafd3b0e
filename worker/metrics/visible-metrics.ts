import { freshVersion, VERSION_TTL_MS, writeCount } from "../cache/memory.ts";
import { singleFlight } from "../http/single-flight.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import type { Db } from "../storage/db.ts";
import { readVisibleIDs } from "./reads.ts";

type MetricIDs = ReadonlySet<string>;

const readOnce = singleFlight<MetricIDs>({ freshMs: VERSION_TTL_MS });
let lastKnown: { version: number; metricIDs: MetricIDs } | undefined;

/**
 * Reads D1 at most once a second and again after a write of this isolate. While D1 is unavailable the last known IDs count,
 * because the files in R2 can still be read.
 */
export async function visibleMetrics(db: Db): Promise<MetricIDs> {
  try {
    return await readOnce(String(writeCount()), () =>
      withTimeout(3000, readMetricIDs(db), "D1_ERROR: there is no answer."),
    );
  } catch (error) {
    if (!lastKnown) throw error;
    return lastKnown.metricIDs;
  }
}

async function readMetricIDs(db: Db): Promise<MetricIDs> {
  if (lastKnown && freshVersion() === lastKnown.version) return lastKnown.metricIDs;
  const { version, metricIDs } = await readVisibleIDs(db, lastKnown?.version);
  lastKnown = { version, metricIDs: metricIDs ? new Set(metricIDs) : (lastKnown?.metricIDs ?? new Set()) };
  return lastKnown.metricIDs;
}
