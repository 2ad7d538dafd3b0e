import { inArray, type SQL, sql } from "drizzle-orm";
import { selectComponents } from "../components/store.ts";
import { selectRaisedAt } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { incidentStatuses } from "../incidents/statuses.ts";
import { maintenanceStatuses, runningStatuses } from "../maintenances/statuses.ts";
import { assembleNotices, selectNotices, selectUpdateComponents } from "../notices/store.ts";
import { type NoticeKind, notices } from "../notices/table.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";

/** Which incidents and maintenances an answer has; without a limit, all. */
interface Wanted {
  where: SQL;
  limit?: number;
}

const newest = (kind: NoticeKind): Wanted => ({ where: sql`${notices.kind} = ${kind}`, limit: 50 });
const inStatus = (...statuses: string[]): Wanted => ({
  where: sql`${notices.kind} IN ('incident', 'maintenance') AND ${inArray(notices.status, statuses)}`,
});

const open = incidentStatuses.filter((status) => status !== "Resolved");
const notOver = maintenanceStatuses.filter((status) => status !== "Completed");

export const wanted = {
  none: { where: sql`0` },
  incidents: newest("incident"),
  unresolved: inStatus(...open),
  maintenances: newest("maintenance"),
  upcoming: inStatus("Scheduled"),
  active: inStatus(...runningStatuses),
  current: inStatus(...open, ...notOver),
} satisfies Record<string, Wanted>;

export type Content = Awaited<ReturnType<typeof loadContent>>;

/** What an answer is made of, in one round trip; incidents and maintenances newest first. */
export async function loadContent(db: Db, which: Wanted) {
  const [settings, raised, components, affected, ...rows] = await db.batch([
    selectSettings(db),
    selectRaisedAt(db),
    selectComponents(db),
    selectUpdateComponents(db, which),
    ...selectNotices(db, which),
  ]);
  return {
    settings: settingsOf(settings),
    changedAt: raised[0]?.at || "1970-01-01T00:00:00.000Z",
    components,
    affected: Map.groupBy(affected, ({ noticeUpdateID }) => noticeUpdateID),
    notices: assembleNotices(rows),
  };
}
