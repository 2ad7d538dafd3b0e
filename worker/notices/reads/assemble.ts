import { ascending } from "../../../web/shared/ascending.ts";
import { type ComponentStatus, severity } from "../../components/domain.ts";
import { truncate } from "../../shared/truncate.ts";
import type { Rows } from "./load.ts";
import type { LoadLimits } from "./load-limits.ts";

export type LoadedNotice = ReturnType<typeof noticesFromRows>[number];

export function noticesFromRows([rows, updates, components]: Rows, limits: LoadLimits) {
  const updatesOf = Map.groupBy(updates, ({ noticeID }) => noticeID);
  const componentsOf = Map.groupBy(components, ({ noticeID }) => noticeID);
  return rows
    .toSorted((a, b) => ascending(b.createdAt, a.createdAt) || ascending(b.noticeID, a.noticeID))
    .map((notice) => {
      const sorted = (updatesOf.get(notice.noticeID) ?? []).sort(newestUpdateFirst);
      const newest = sorted.slice(0, limits.updates);
      const withMessage = sorted.find(({ message }) => message !== "");
      const shownUpdates = !withMessage || newest.includes(withMessage) ? newest : [...newest, withMessage];
      const texts = shownUpdates.map(({ message }) => truncate(message, limits.characters));
      const affected = componentsOf.get(notice.noticeID) ?? [];
      return {
        ...notice,
        message: texts[0] ?? "",
        latestMessage: truncate(withMessage?.message ?? "", limits.characters),
        isShortened:
          newest.length < sorted.length ||
          newest.at(-1)?.hasOlder !== 0 ||
          shownUpdates.some(({ message }, index) => message !== texts[index]),
        componentCount: affected[0]?.totalCount ?? affected.length,
        components: worst(affected, limits.components)
          .sort((a, b) => a.order - b.order)
          .map(({ componentID, name, status, currentStatus, isDeleted }) => ({
            componentID,
            name,
            status,
            ...(currentStatus && { currentStatus }),
            ...(isDeleted === 1 && { deleted: true as const }),
          })),
        updates: shownUpdates.map(({ stored: _, hasOlder: __, ...update }, index) => ({
          ...update,
          message: texts[index] ?? "",
        })),
      };
    });
}

function worst<Affected extends { status: ComponentStatus; order: number }>(
  affected: Affected[],
  limit: number,
): Affected[] {
  if (affected.length <= limit) return affected;
  return affected
    .sort((a, b) => severity(b.status) - severity(a.status) || a.order - b.order)
    .slice(0, limit);
}

interface Stored {
  createdAt: string;
  stored: number;
}

function newestUpdateFirst(a: Stored, b: Stored): number {
  return ascending(b.createdAt, a.createdAt) || b.stored - a.stored;
}
