import { type ComponentStatus, componentStatuses } from "../components/domain.ts";
import { truncate } from "../http/truncate.ts";
import type { Rows } from "./load.ts";
import type { LoadLimits } from "./load-limits.ts";

/** A notice as it has been loaded, with all that its table has of it. */
export type LoadedNotice = ReturnType<typeof noticesFromRows>[number];

/**
 * The rows of one `selectNotices` as the notices that they make, newest first, with their newest updates first.
 * `shortened` is true where a notice has more updates or more text than have been loaded.
 */
export function noticesFromRows([found, updates, touched]: Rows, limits: LoadLimits) {
  const updatesOf = Map.groupBy(updates, ({ noticeID }) => noticeID);
  const componentsOf = Map.groupBy(touched, ({ noticeID }) => noticeID);
  return found
    .toSorted((a, b) => descending(a.createdAt, b.createdAt) || descending(a.noticeID, b.noticeID))
    .map((notice) => {
      const all = (updatesOf.get(notice.noticeID) ?? []).sort(newestUpdateFirst);
      const its = all.slice(0, limits.updates);
      const texts = its.map(({ message }) => truncate(message, limits.characters));
      const touches = componentsOf.get(notice.noticeID) ?? [];
      return {
        ...notice,
        message: texts[0] ?? "",
        lastWords: truncate(all.find(({ message }) => message !== "")?.message ?? "", limits.characters),
        shortened:
          its.length < all.length ||
          its.at(-1)?.hasOlder !== 0 ||
          its.some(({ message }, at) => message !== texts[at]),
        componentCount: touches[0]?.totalCount ?? touches.length,
        components: worst(touches, limits.components)
          .sort((a, b) => a.order - b.order)
          .map(({ componentID, name, status, isDeleted }) => ({
            ...{ componentID, name, status },
            ...(isDeleted === 1 && { deleted: true as const }),
          })),
        updates: its.map(({ stored: _, hasOlder: __, ...update }, at) => ({
          ...update,
          message: texts[at] ?? "",
        })),
      };
    });
}

function worst<Touch extends { status: ComponentStatus; order: number }>(
  touches: Touch[],
  most: number,
): Touch[] {
  if (touches.length <= most) return touches;
  const severity = ({ status }: Touch) => componentStatuses.indexOf(status);
  return touches.sort((a, b) => severity(b) - severity(a) || a.order - b.order).slice(0, most);
}

interface Stored {
  createdAt: string;
  stored: number;
}

function newestUpdateFirst(a: Stored, b: Stored): number {
  return descending(a.createdAt, b.createdAt) || b.stored - a.stored;
}

/** By code units, as D1 compares. */
function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
