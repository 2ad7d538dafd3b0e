import { withTimeout } from "../../shared/with-timeout.ts";
import type { Db } from "../../storage/db.ts";
import { compareMigrations, laterSentence, MIGRATE_ADVICE } from "../../storage/migrations.ts";
import { CHECK_TIMEOUT_MS, type Check, clockDifference, clockStatus, durationText } from "../domain.ts";
import { readDatabaseClock } from "../store.ts";

const STATUS_ADVICE =
  "Look at https://www.cloudflarestatus.com. If Cloudflare has no incident, compare the binding with the dashboard, and run `npm run deploy`.";

/** D1's clock says that D1 answers, too. */
export async function checkDatabase(db: Db): Promise<Check[]> {
  const before = Date.now();
  let databaseTime: number;
  try {
    databaseTime = await withTimeout(CHECK_TIMEOUT_MS, readDatabaseClock(db), "timeout");
  } catch {
    return [
      {
        name: "database",
        status: "error",
        message: "The database (D1, binding DB) doesn't respond.",
        fix: STATUS_ADVICE,
      },
      {
        name: "clock",
        status: "warning",
        message: "The clock can't be compared, because the database doesn't respond.",
        fix: "Fix the database first.",
      },
    ];
  }
  const after = Date.now();
  return [
    {
      name: "database",
      status: "ok",
      message: `The database (D1) responds, after ${Math.max(0, after - before)} ms.`,
    },
    checkClock(databaseTime, before, after),
  ];
}

/** The database read its clock between `before` and `after`. */
function checkClock(databaseTime: number, before: number, after: number): Check {
  const ahead = clockDifference(databaseTime, before, after);
  const status = clockStatus(ahead);
  if (status === "ok")
    return { name: "clock", status, message: "The clocks of the Worker and the database agree." };
  return {
    name: "clock",
    status,
    message: `The Worker's clock is ${durationText(ahead)} ${ahead > 0 ? "ahead of" : "behind"} the database's.`,
    fix: "Both are Cloudflare's. Run this again, and if it stays, report it to Cloudflare. On your own machine, set its clock.",
  };
}

export async function checkFiles(files: R2Bucket): Promise<Check> {
  const before = Date.now();
  try {
    await withTimeout(CHECK_TIMEOUT_MS, files.head("health"), "timeout");
    const message = `The file storage (R2) responds, after ${Math.max(0, Date.now() - before)} ms.`;
    return { name: "files", status: "ok", message };
  } catch {
    const message = "The file storage (R2, binding FILES) doesn't respond.";
    return { name: "files", status: "error", message, fix: STATUS_ADVICE };
  }
}

const MAX_LISTED = 5;

export async function checkMigrations(db: Db): Promise<Check> {
  try {
    const comparison = compareMigrations(db);
    const { missing, later, newest } = await withTimeout(CHECK_TIMEOUT_MS, comparison, "timeout");
    if (missing.length > 0) {
      const listed = missing.slice(0, MAX_LISTED).join(", ");
      const more = missing.length > MAX_LISTED ? `, and ${missing.length - MAX_LISTED} more` : "";
      const message = `The database is behind: it is missing ${listed}${more}.`;
      return { name: "migrations", status: "error", message, fix: MIGRATE_ADVICE };
    }
    if (later.length > 0) {
      const fix =
        "That is usual after a rollback. When you can, deploy the version that these migrations belong to, with `npm run deploy`.";
      return { name: "migrations", status: "warning", message: laterSentence(later), fix };
    }
    const message = `The database has every migration of this version, up to ${newest}, and no other.`;
    return { name: "migrations", status: "ok", message };
  } catch {
    const message = "The migrations can't be compared, because the database doesn't respond.";
    return { name: "migrations", status: "error", message, fix: "Fix the database first." };
  }
}
