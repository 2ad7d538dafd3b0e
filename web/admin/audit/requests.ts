import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";

/** The entries of one request. The first is the item that it was about, and the others are mostly components that it set, too. */
export type AuditRequest = [AuditEntry, ...AuditEntry[]];

/** @param entries the newest first */
export function groupByRequest(entries: AuditEntry[]): AuditRequest[] {
  return [...Map.groupBy(entries, requestKey).values()].flatMap((group) => {
    const [first, ...others] = group.toReversed();
    return first ? [[first, ...others] satisfies AuditRequest] : [];
  });
}

/** Fewer are read faster than opened. */
const MIN_REPEATED = 3;

/** Requests that follow each other and say the same stand together. Others stand alone. */
export function groupRepeated(
  requests: readonly AuditRequest[],
  toText: (request: AuditRequest) => string,
): [AuditRequest, ...AuditRequest[]][] {
  const runs: [AuditRequest, ...AuditRequest[]][] = [];
  for (const request of requests) {
    const run = runs.at(-1);
    if (run && toText(run[0]) === toText(request)) run.push(request);
    else runs.push([request]);
  }
  return runs.flatMap((run) =>
    run.length < MIN_REPEATED ? run.map((request) => [request] satisfies [AuditRequest]) : [run],
  );
}

/** The schedule has no requests, but it writes all entries of a run at the same time. */
export function requestKey({ requestID, actor, at }: AuditEntry): string {
  return requestID || `${actor.id} ${at}`;
}
