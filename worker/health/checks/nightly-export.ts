import { DAY_MS, HOUR_MS, startOfDay } from "../../shared/time/domain.ts";
import type { Check } from "../domain.ts";
import type { Records } from "../store.ts";

/** The night of a day ends at six, and a page that is written to all night is exported in the next. */
const LATE_AFTER_MS = 2 * DAY_MS + 6 * HOUR_MS;

export function checkNightlyExport({ settings, nightlyExport }: Records, now: number): Check {
  const name = "nightly export";
  if (settings.nightlyExportsKept === 0)
    return { name, status: "ok", message: "Nightly exports are turned off in Settings." };
  if (!nightlyExport) return { name, status: "ok", message: "The first nightly export is still to come." };
  const { day, finishedAt } = nightlyExport;
  if (now - startOfDay(day) > LATE_AFTER_MS || (finishedAt === "" && now - startOfDay(day) > DAY_MS))
    return {
      name,
      status: "warning",
      message: `The last nightly export is that of ${day}${finishedAt === "" ? ", and it was not completed" : ""}.`,
      fix: "Check “cron” and “files” first. An export is completed only if nobody changes the page for some minutes between 1:00 and 6:00 UTC. `daymark export` makes one now.",
    };
  return { name, status: "ok", message: `The last nightly export is that of ${day}.` };
}
