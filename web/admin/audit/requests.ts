import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";

/** What one request wrote. The first entry is what it was about, and the others are the components that it set with that. */
export type AuditRequest = [AuditEntry, ...AuditEntry[]];

/** @param entries the newest first */
export function groupByRequest(entries: AuditEntry[]): AuditRequest[] {
  const requests: AuditRequest[] = [];
  for (const entry of entries) {
    const newer = requests.at(-1);
    if (newer && entry.requestID !== "" && newer[0].requestID === entry.requestID) newer.unshift(entry);
    else requests.push([entry]);
  }
  return requests;
}

/** @returns for example `and set 3 components` */
export function othersText([first, ...others]: AuditRequest): string {
  if (others.length === 0) return "";
  const components = others.length === 1 ? "component" : "components";
  return first.kind === "component"
    ? `and ${others.length} more ${components}`
    : `and set ${others.length} ${components}`;
}
