import { isoTime } from "../../shared/time/domain.ts";
import { isInProgress, restoreExpiry } from "../../storage/writes/unfinished-restore.ts";
import type { Check } from "../domain.ts";
import type { Records } from "../store.ts";

export function checkRestore({ restore }: Records, now: number): Check {
  const name = "restore";
  if (!restore) return { name, status: "ok", message: "No restore of an archive is unfinished." };
  const { startedAt, part, position } = restore;
  const blocks = isInProgress(restore, isoTime(now))
    ? `Nothing else can be changed until ${restoreExpiry(restore)}, an hour after its last rows.`
    : "The next change of the page ends it.";
  return {
    name,
    status: "warning",
    message: `The restore that began at ${startedAt} is unfinished: row ${position} of ${part} comes next. ${blocks}`,
    fix: "Run the same `daymark restore` or `daymark import` again to continue it, or `daymark restore --cancel` to delete what it has stored.",
  };
}
