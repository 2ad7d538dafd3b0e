import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";

/** What one request wrote. The first entry is what it was about, and the others are mostly the components that it set with that. */
export type AuditRequest = [AuditEntry, ...AuditEntry[]];

/** @param entries the newest first */
export function groupByRequest(entries: AuditEntry[]): AuditRequest[] {
  return [...Map.groupBy(entries, requestKey).values()].flatMap((group) => {
    const [first, ...others] = group.toReversed();
    return first ? [[first, ...others] satisfies AuditRequest] : [];
  });
}

/** What happens by itself has no request. Its entries are written at the same time. */
export function requestKey({ requestID, actor, at }: AuditEntry): string {
  return requestID || `${actor.id} ${at}`;
}
