import { raiseContentVersion } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import type { SettingsChange } from "./schema.ts";
import { settings } from "./table.ts";

const asNew = { serviceName: "", backgroundColor: "#FFFFFF" };

/** No row or one; to be awaited through `readSettings`, or put into a batch and given to `settingsOf`. */
export function selectSettings(db: Db) {
  return db
    .select({ serviceName: settings.serviceName, backgroundColor: settings.backgroundColor })
    .from(settings)
    .limit(1);
}

export function settingsOf([row]: Awaited<ReturnType<typeof selectSettings>>) {
  return row ?? asNew;
}

export async function readSettings(db: Db) {
  return settingsOf(await selectSettings(db));
}

export async function changeSettings(db: Db, change: SettingsChange) {
  const [rows] = await db.batch([
    db
      .insert(settings)
      .values({ id: 1, ...change })
      .onConflictDoUpdate({ target: settings.id, set: change })
      .returning({ serviceName: settings.serviceName, backgroundColor: settings.backgroundColor }),
    raiseContentVersion(db),
  ]);
  return settingsOf(rows);
}
