import type { AuditEntry } from "../../worker/writes/audit/schema.ts";
import { withoutFormula } from "./csv.ts";

const csvColumns = [
  ...["seq", "at", "actorKind", "actorID", "actorName", "kind", "action", "itemID", "itemName"],
  ...["noticeUpdateID", "requestID", "before", "after"],
];

/** RFC 4180, with the fields that changed as JSON. */
export function auditCSV(entries: AuditEntry[]): string {
  const rows = entries.map(({ actor, before, after, ...entry }) => {
    const values: Record<string, unknown> = {
      ...entry,
      actorKind: actor.kind,
      actorID: actor.id,
      actorName: actor.name,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    };
    return csvColumns.map((column) => csvCell(values[column])).join();
  });
  return [csvColumns.join(), ...rows].map((row) => `${row}\r\n`).join("");
}

function csvCell(value: unknown): string {
  const text = withoutFormula(String(value ?? ""));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
