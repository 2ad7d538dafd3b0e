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

/** The schedule has no requests, but it writes all entries of a run at the same time. */
export function requestKey({ requestID, actor, at }: AuditEntry): string {
  return requestID || `${actor.id} ${at}`;
}
