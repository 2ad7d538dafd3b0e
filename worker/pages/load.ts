import type { NoticePageData } from "../../web/status/views/notice-page.tsx";
import type { ServiceView } from "../../web/status/views/shell.tsx";
import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { selectComponents } from "../components/store.ts";
import type { Db } from "../db.ts";
import { incidentOf, readIncident } from "../incidents/store.ts";
import { maintenanceOf, readMaintenance } from "../maintenances/store.ts";
import { selectPublicMetrics } from "../metrics/store.ts";
import { assembleNotices, selectCurrentNotices } from "../notices/store.ts";
import { type StoredSettings, selectSettings, settingsOf } from "../settings/store.ts";

const FOURTEEN_DAYS = 14 * 86_400_000;

/** All that the main page shows, in one round trip. */
export async function loadStatusPage(db: Db): Promise<StatusPageData> {
  const now = new Date().toISOString();
  const since = new Date(Date.parse(now) - FOURTEEN_DAYS).toISOString();
  const [settings, components, metrics, ...rows] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    selectPublicMetrics(db),
    ...selectCurrentNotices(db, since),
  ]);
  const notices = Map.groupBy(assembleNotices(rows), ({ kind }) => kind);
  return {
    ...service(settings),
    components,
    metrics,
    incidents: (notices.get("incident") ?? []).map(incidentOf),
    maintenances: (notices.get("maintenance") ?? []).map(maintenanceOf),
    now,
  };
}

export async function loadIncidentPage(db: Db, incidentID: string): Promise<NoticePageData> {
  const [settings, incident] = await Promise.all([selectSettings(db), readIncident(db, incidentID)]);
  return { ...service(settings), incident };
}

export async function loadMaintenancePage(db: Db, maintenanceID: string): Promise<NoticePageData> {
  const [settings, maintenance] = await Promise.all([selectSettings(db), readMaintenance(db, maintenanceID)]);
  return { ...service(settings), maintenance };
}

/** No more of the settings than the page shows. */
function service(rows: StoredSettings[]): ServiceView {
  const { serviceName, backgroundColor, logoID } = settingsOf(rows);
  return { serviceName, backgroundColor, logoID };
}
