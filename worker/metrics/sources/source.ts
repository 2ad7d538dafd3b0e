import type { ExternalMetrics } from "../schema.ts";

export interface SourceMetric<Props> {
  metricID: string;
  props: Props;
}

/** Milliseconds since the epoch. `to` is not included. */
export interface TimeRange {
  from: number;
  to: number;
  periodSeconds: 60 | 300;
}

export interface CollectionResult {
  metricID: string;
  points: { time: number; value: number }[];
  /** The service's message if points are missing, otherwise empty. */
  error: string;
}

/** The service refuses a call for several metrics because of one, without naming it. */
export class BatchRefused extends Error {}

/** A new source takes a file in this folder, a line in index.ts, its props in schema.ts and its name in domain.ts. */
export interface Source<Props> {
  groupKey: (props: Props) => string;
  maxMetricsPerTask: number;
  /** The number of calls includes retries and redirects. */
  maxCallsFor: (metrics: number) => number;
  /**
   * A metric that fails reports this in its own result.
   * @param reserveCalls call before exceeding `maxCallsFor`; it returns whether the invocation has that many calls left
   * @throws BatchRefused only for several metrics
   */
  collect: (
    env: Env,
    metrics: SourceMetric<Props>[],
    range: TimeRange,
    reserveCalls: (calls: number) => boolean,
  ) => Promise<CollectionResult[]>;
  list?: (env: Env, filters: Record<string, unknown>, cursor: string | undefined) => Promise<ExternalMetrics>;
}
