import { selectCancelledMaintenances } from "../maintenances/store.ts";
import { calendarMaintenances } from "../notices/current.ts";
import { loadNotices, selectNotices } from "../notices/load.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import type { Calendar } from "./calendar.ts";

export async function loadCalendar(db: Db, origin: string): Promise<Calendar> {
  const maintenances = calendarMaintenances(Date.now());
  const [settings, cancelled, ...rows] = await db.batch([
    selectSettings(db),
    selectCancelledMaintenances(db),
    ...selectNotices(db, maintenances),
  ]);
  const service = settingsOf(settings).serviceName || "Service";
  return { service, origin, maintenances: await loadNotices(db, maintenances, rows), cancelled };
}
