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
  /** Why there are no points although nothing failed. It is shown in the console, and alerts nobody. */
  note?: string;
}

/** The service rejected a call for several metrics because of one of them, and doesn't say which. */
export class BatchRejectedError extends Error {}

/** To add a source, add a file to this folder, a line to index.ts, its props to schema.ts and its name to domain.ts. */
export interface Source<Props> {
  groupKey: (props: Props) => string;
  maxMetricsPerTask: number;
  /** The number of calls includes retries and redirects. */
  maxCallsFor: (metricCount: number) => number;
  /**
   * If one metric fails, only its own result has an error.
   * @param reserveCalls call before exceeding `maxCallsFor`; it returns whether the invocation has that many calls left
   * @throws BatchRejectedError only for several metrics
   */
  collect: (
    env: Env,
    metrics: SourceMetric<Props>[],
    range: TimeRange,
    reserveCalls: (calls: number) => boolean,
  ) => Promise<CollectionResult[]>;
  list?: (env: Env, filters: Record<string, unknown>, cursor: string | undefined) => Promise<ExternalMetrics>;
}
