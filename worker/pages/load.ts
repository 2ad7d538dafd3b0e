import type { StatusPageData } from "../../web/status/views/status-page.tsx";
import { selectComponents } from "../components/store.ts";
import type { Db } from "../db.ts";
import { assembleIncidents, selectRecentIncidents } from "../incidents/store.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";

const FOURTEEN_DAYS = 14 * 86_400_000;

/** All that the main page shows, in one round trip. */
export async function loadStatusPage(db: Db): Promise<StatusPageData> {
  const now = new Date().toISOString();
  const since = new Date(Date.parse(now) - FOURTEEN_DAYS).toISOString();
  const [settings, components, ...incidents] = await db.batch([
    selectSettings(db),
    selectComponents(db),
    ...selectRecentIncidents(db, since),
  ]);
  return { ...settingsOf(settings), components, incidents: assembleIncidents(incidents), now };
}
