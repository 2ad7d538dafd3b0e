import { useLocation, useSearch } from "wouter";
import {
  type AuditAction,
  type AuditKind,
  type AuditQuery,
  auditActions,
  auditKinds,
} from "../../../worker/writes/audit/domain.ts";

/** The filter in the address. A field is empty unless it narrows the list. Dates are days in the browser's time zone. */
export interface AuditFilter {
  actor: string;
  kind: AuditKind | "";
  action: AuditAction | "";
  item: string;
  from: string;
  to: string;
}

export const everything: AuditFilter = { actor: "", kind: "", action: "", item: "", from: "", to: "" };

/** The filter is part of the address, so it can be shared and Back works. */
export function useAuditFilter() {
  const [, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const text = (name: string) => address.get(name) ?? "";
  const filter: AuditFilter = {
    actor: text("actor"),
    kind: auditKinds.find((kind) => kind === address.get("kind")) ?? "",
    action: auditActions.find((action) => action === address.get("action")) ?? "",
    item: text("item"),
    from: text("from"),
    to: text("to"),
  };
  const toPath = (change: Partial<AuditFilter>) => {
    const fields = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== "");
    return `/audit${fields.length > 0 ? `?${new URLSearchParams(fields)}` : ""}`;
  };
  return {
    filter,
    isNarrowed: Object.values(filter).some((value) => value.trim() !== ""),
    /** Typing replaces the address, so Back doesn't remove single letters. */
    type: (change: Partial<AuditFilter>) => navigate(toPath(change), { replace: true }),
    narrow: (change: Partial<AuditFilter>) => navigate(toPath(change)),
  };
}

export function toQuery({ actor, kind, action, item, from, to }: AuditFilter): AuditQuery {
  const [start, end] = [startOfDay(from, 0), startOfDay(to, 1)];
  return {
    ...(actor.trim() !== "" && { actor: actor.trim() }),
    ...(kind !== "" && { kind }),
    ...(action !== "" && { action }),
    ...(item !== "" && { item }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
  };
}

/** @returns undefined for an unfinished date */
function startOfDay(date: string, daysLater: number): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  const time = new Date(Number(year), Number(month) - 1, Number(day) + daysLater);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
