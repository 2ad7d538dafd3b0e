import { dayOf, isoTime } from "../time/domain.ts";
import { type ComponentStatus, componentStatuses, worstStatus } from "./domain.ts";
import { MAX_ROWS_PER_DAY } from "./roll-up.ts";
import type { EarlierThatDay } from "./schema.ts";

export interface ChangeRow {
  id?: number;
  at: string;
  status: ComponentStatus;
  cause: string;
  earlier: EarlierThatDay | null;
}

export interface PastSpan {
  from: number;
  to: number;
  status: ComponentStatus;
  cause: string;
}

type Milliseconds = EarlierThatDay["milliseconds"];

type Part = { from: number; to: number } & ({ row: ChangeRow } | { sum: Milliseconds });

export class RolledUpError extends Error {
  readonly from: string;
  readonly to: string;
  constructor(from: string, to: string) {
    super("Only sums of this time are known.");
    this.from = from;
    this.to = to;
  }
}

/**
 * Returns the history of a component as if it had also had `span.status` during the span: the worse of both holds. The present
 * status stays.
 * @param rows oldest first and without a gap: from the last one before the span on, and whole days
 * @throws RolledUpError if the span begins or ends where only sums are known
 */
export function worsenPast(rows: ChangeRow[], span: PastSpan): ChangeRow[] {
  const parts = partsOf(rows).flatMap((part) =>
    "row" in part ? worsenRow(part, span) : worsenSum(part, span),
  );
  return rollUpDays(rowsOf(parts));
}

function partsOf(rows: ChangeRow[]): Part[] {
  const startOf = (row: ChangeRow) => Date.parse(row.earlier?.since ?? row.at);
  return rows.flatMap((row, index): Part[] => {
    const at = Date.parse(row.at);
    const next = rows[index + 1];
    const part = { row, from: at, to: next ? startOf(next) : Number.POSITIVE_INFINITY };
    return row.earlier ? [{ sum: row.earlier.milliseconds, from: startOf(row), to: at }, part] : [part];
  });
}

function worsenRow({ row, from, to }: Part & { row: ChangeRow }, span: PastSpan): Part[] {
  const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)];
  const status = worstStatus([row.status, span.status]);
  if (start >= end || status === row.status) return [{ row, from, to }];
  const worseRow = { at: isoTime(start), status, cause: span.cause, earlier: null };
  const after = { at: isoTime(end), status: row.status, cause: span.cause, earlier: null };
  return [
    { row, from, to: start },
    { row: worseRow, from: start, to: end },
    { row: after, from: end, to },
  ].filter((part) => part.from < part.to);
}

function worsenSum(part: Part & { sum: Milliseconds }, span: PastSpan): Part[] {
  const { from, to, sum } = part;
  if (to <= span.from || from >= span.to || from === to) return [part];
  if (from < span.from || to > span.to) throw new RolledUpError(isoTime(from), isoTime(to));
  const worseRow: Milliseconds = {};
  let rest = to - from;
  for (const status of componentStatuses) {
    const time = sum[status] ?? 0;
    if (time === 0 || worstStatus([status, span.status]) !== status) continue;
    worseRow[status] = time;
    rest -= time;
  }
  if (span.status !== "Operational" && rest > 0) worseRow[span.status] = (worseRow[span.status] ?? 0) + rest;
  return [{ sum: worseRow, from, to }];
}

/** Leaves out rows that repeat the status before them or that another one replaces at once. */
function rowsOf(parts: Part[]): ChangeRow[] {
  const rows: ChangeRow[] = [];
  let earlier: EarlierThatDay | null = null;
  for (const part of parts) {
    if ("sum" in part) {
      earlier = { since: isoTime(part.from), milliseconds: part.sum };
      continue;
    }
    const { row } = part;
    if (part.from === part.to) continue;
    if (!earlier && rows.at(-1)?.status === row.status) continue;
    const isUnchanged = JSON.stringify(row.earlier) === JSON.stringify(earlier);
    rows.push(isUnchanged ? row : { ...withoutID(row), earlier });
    earlier = null;
  }
  return rows;
}

function rollUpDays(rows: ChangeRow[]): ChangeRow[] {
  const days = Map.groupBy(rows, ({ at }) => dayOf(Date.parse(at)));
  return [...days.values()].flatMap((day) => {
    const last = day.at(-1);
    if (!last || day.length <= MAX_ROWS_PER_DAY) return day;
    const parts = partsOf(day).slice(0, -1);
    const milliseconds: Milliseconds = {};
    for (const part of parts) {
      const times = "sum" in part ? part.sum : { [part.row.status]: part.to - part.from };
      for (const status of componentStatuses.slice(1)) {
        const time = times[status] ?? 0;
        if (time > 0) milliseconds[status] = (milliseconds[status] ?? 0) + time;
      }
    }
    const since = isoTime(parts[0]?.from ?? Date.parse(last.at));
    return [{ ...withoutID(last), earlier: { since, milliseconds } }];
  });
}

function withoutID({ id: _, ...row }: ChangeRow): ChangeRow {
  return row;
}
