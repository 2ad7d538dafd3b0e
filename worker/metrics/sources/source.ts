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

/** What became of one metric. */
export interface Collected {
  metricID: string;
  /** Milliseconds since the epoch. */
  points: { time: number; value: number }[];
  /** Why points are missing, in the service's own words; empty when none are. */
  error: string;
}

/** The service refuses a request for several metrics because of one that it does not name: ask for fewer. */
export class RefusedTogether extends Error {}

/**
 * A monitoring service whose metrics Daymark fetches: one file in this folder, one line in index.ts, its props in
 * schema.ts and its name in domain.ts.
 */
export interface Source<Props> {
  /** Metrics with the same key can be asked for in one go, `atMost` at a time. */
  groupOf: (props: Props) => string;
  atMost: number;
  /** How many calls to the outside so many metrics take, with calls that are repeated. */
  callsFor: (metrics: number) => number;
  /**
   * A metric that fails says so in its own outcome and holds up no other.
   * @param takeCalls for calls beyond `callsFor`: whether the invocation has so many left
   * @throws RefusedTogether never for a single metric
   */
  collect: (
    env: Env,
    metrics: PulledMetric<Props>[],
    range: Range,
    takeCalls: (calls: number) => boolean,
  ) => Promise<Collected[]>;
  /** A page of what the service has to offer. @throws Refusal with the service's own words */
  list?: (env: Env, filters: Record<string, unknown>, cursor: string | undefined) => Promise<ExternalMetrics>;
}
