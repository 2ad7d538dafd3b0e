import type { ExternalMetrics } from "../schema.ts";

/** A metric as a monitoring service is asked for it. */
export interface PulledMetric<Props> {
  metricID: string;
  props: Props;
}

/** Milliseconds since the epoch, from `from` up to, not including, `to`. */
export interface Range {
  from: number;
  to: number;
  periodSeconds: 60 | 300;
}

/** What became of one metric: its points, or why there are none, in the service's own words. */
export type Collected = { metricID: string } & (
  | { points: { time: number; value: number }[] }
  | { error: string }
);

/**
 * A monitoring service whose metrics Daymark fetches: one file in this folder, one line in index.ts, its props in
 * schema.ts and its name in statuses.ts.
 */
export interface Source<Props> {
  /** Metrics with the same key can be asked for in one go, `atMost` at a time. */
  groupOf: (props: Props) => string;
  atMost: number;
  /** Never rejects: a metric that fails says so in its own outcome and holds up no other. */
  collect: (env: Env, metrics: PulledMetric<Props>[], range: Range) => Promise<Collected[]>;
  /** A page of what the service has to offer. @throws Refusal with the service's own words */
  list?: (env: Env, filters: Record<string, unknown>, cursor: string | undefined) => Promise<ExternalMetrics>;
}
