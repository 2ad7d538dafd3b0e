import { shownStatuses } from "../public/pages/domain.ts";
import type { Notice } from "./domain.ts";

/** For feeds and programs, in English. */
export function componentText(
  notice: Pick<Notice, "status">,
  { name, ...component }: Omit<Notice["components"][number], "componentID">,
): string {
  if (component.deleted) return `${name} (deleted)`;
  const { planned, current } = shownStatuses(notice, component);
  if (planned) return `${name} (will be ${planned})`;
  return current ? `${name} (${current})` : name;
}
