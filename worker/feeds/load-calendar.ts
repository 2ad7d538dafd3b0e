import { selectCancelledMaintenances } from "../maintenances/store.ts";
import { calendarMaintenances } from "../notices/current.ts";
import { assemble, selectEach } from "../notices/select.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import type { Calendar } from "./calendar.ts";

export async function loadCalendar(db: Db, origin: string): Promise<Calendar> {
  const maintenances = calendarMaintenances(Date.now());
  const [settings, cancelled, ...rows] = await db.batch([
    selectSettings(db),
    selectCancelledMaintenances(db),
    ...selectEach(db, maintenances),
  ]);
  const service = settingsOf(settings).serviceName || "Service";
  return { service, origin, maintenances: await assemble(db, maintenances, rows), cancelled };
}
