import type { WriteDb } from "../../storage/db.ts";
import { alertProgress } from "./table.ts";

/** The cron looks for alerts only where there is this row, so it is in each batch that adds some. */
export function startProgress(db: WriteDb) {
  return db.insert(alertProgress).values({ id: 1, receivedID: 0 }).onConflictDoNothing();
}
